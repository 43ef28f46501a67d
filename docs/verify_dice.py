#!/usr/bin/env python3
"""Checks the dice of a finished game: python3 verify_dice.py record.json (BLAKE3: pip install blake3)"""
import json, struct, sys


def chacha20_words(key):
    """ChaCha20 with a zero nonce, its blocks counted from 0; the words of each block in order."""
    rotate = lambda x, n: (x << n | x >> 32 - n) & 0xFFFFFFFF
    counter = 0
    while True:
        state = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key))
        state += [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        x = state[:]
        for _ in range(10):
            for a, b, c, d in (
                (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
            ):
                x[a] = (x[a] + x[b]) & 0xFFFFFFFF; x[d] = rotate(x[d] ^ x[a], 16)
                x[c] = (x[c] + x[d]) & 0xFFFFFFFF; x[b] = rotate(x[b] ^ x[c], 12)
                x[a] = (x[a] + x[b]) & 0xFFFFFFFF; x[d] = rotate(x[d] ^ x[a], 8)
                x[c] = (x[c] + x[d]) & 0xFFFFFFFF; x[b] = rotate(x[b] ^ x[c], 7)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, state))
        counter += 1


def dice(key, sides=6):
    for word in chacha20_words(key):
        if word < 2**32 - 2**32 % sides:
            yield word % sides + 1


if __name__ == "__main__":
    record = json.load(open(sys.argv[1]))
    seed = bytes.fromhex(record["seed"])
    try:
        from blake3 import blake3
        assert blake3(seed).hexdigest() == record["commitment"], "the seed is not the one that was sealed"
    except ImportError:
        print("without the module blake3 the seal is not checked")
    own = [die for entry in record["entries"][record.get("given", 0):] for die in entry[2]]
    assert own == [die for die, _ in zip(dice(seed), own)], "the dice do not come from the seed"
    print(len(own), "dice come from the seed")
