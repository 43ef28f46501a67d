#!/usr/bin/env python3
"""Checks the dice of a finished game: python3 verify_dice.py record.json [sides]"""
import json, struct, sys

MASK = 0xFFFFFFFF
BLAKE_START = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
BLAKE_ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
LANES = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)


def blake3(data):
    """BLAKE3 of at most 1024 bytes, which are one chunk: all that is hashed here is shorter."""
    turn = lambda x, n: (x >> n | x << 32 - n) & MASK
    chain = BLAKE_START
    blocks = [data[at : at + 64] for at in range(0, len(data), 64)] or [b""]
    for at, block in enumerate(blocks):
        flags = (1 if at == 0 else 0) | (2 | 8 if at == len(blocks) - 1 else 0)
        words = list(struct.unpack("<16I", block.ljust(64, b"\0")))
        v = [*chain, *BLAKE_START[:4], 0, 0, len(block), flags]
        for _ in range(7):
            for lane, (a, b, c, d) in enumerate(LANES):
                for word, r, s in ((words[2 * lane], 16, 12), (words[2 * lane + 1], 8, 7)):
                    v[a] = (v[a] + v[b] + word) & MASK; v[d] = turn(v[d] ^ v[a], r)
                    v[c] = (v[c] + v[d]) & MASK; v[b] = turn(v[b] ^ v[c], s)
            words = [words[i] for i in BLAKE_ORDER]
        chain = tuple(v[i] ^ v[i + 8] for i in range(8))
    return struct.pack("<8I", *chain)


def chacha20_words(key):
    """ChaCha20 with a zero nonce, its blocks counted from 0; the words of each block in order."""
    turn = lambda x, n: (x << n | x >> 32 - n) & MASK
    counter = 0
    while True:
        state = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key))
        state += [counter & MASK, counter >> 32, 0, 0]
        x = state[:]
        for _ in range(10):
            for a, b, c, d in LANES:
                x[a] = (x[a] + x[b]) & MASK; x[d] = turn(x[d] ^ x[a], 16)
                x[c] = (x[c] + x[d]) & MASK; x[b] = turn(x[b] ^ x[c], 12)
                x[a] = (x[a] + x[b]) & MASK; x[d] = turn(x[d] ^ x[a], 8)
                x[c] = (x[c] + x[d]) & MASK; x[b] = turn(x[b] ^ x[c], 7)
        yield from ((a + b) & MASK for a, b in zip(x, state))
        counter += 1


def dice(key, sides=6):
    for word in chacha20_words(key):
        if word < 2**32 - 2**32 % sides:
            yield word % sides + 1


def key_of(seed, shares):
    """Of the seed alone, or of the seed and what the players have added to it."""
    if shares is None:
        return seed
    mixed = b"schiltron dice 2\n" + seed
    for share in shares:
        if share is None:
            mixed += b"\0"
        else:
            value = bytes.fromhex(share["value"])
            assert blake3(value).hex() == share["commitment"], "a player's share is not the one that was promised"
            mixed += b"\1" + value
    return blake3(mixed)


if __name__ == "__main__":
    record = json.load(open(sys.argv[1]))
    seed = bytes.fromhex(record["seed"])
    assert blake3(seed).hex() == record["commitment"], "the seed is not the one that was sealed"
    own = [die for entry in record["entries"][record.get("given", 0):] for die in entry[2]]
    if own:
        key = key_of(seed, record.get("shares"))
        # The skirmish game has ten-sided dice; of a battle of one's own only its player knows which game it is.
        sides = int(sys.argv[2]) if len(sys.argv) > 2 else 10 if record["scenario"].startswith("retinue/") else 6
        assert own == [die for die, _ in zip(dice(key, sides), own)], "the dice do not come from the seed"
    print(len(own), "dice come from the seed" + (" and the players' shares" if record.get("shares") else ""))
