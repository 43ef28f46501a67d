import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/http';
import type { Joined, Opened } from '../api/types';
import { asksName, join, keepName, newToken, ownInvitation } from './joining';
import { remember } from './opened';
import * as saved from './saved';

function shelf(): saved.Store {
  const map = new Map<string, string>();
  return { getItem: (k) => map.get(k) ?? null, setItem: (k, v) => void map.set(k, v) };
}

describe('a token made here', () => {
  it('is 128 random bits in base64url', () => {
    const made = new Set(Array.from({ length: 200 }, newToken));
    expect(made.size).toBe(200);
    for (const token of made) expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});

describe('joining', () => {
  const joined: Joined = { seat: 'two', recovery: 'aaaa-bbbb-cccc-dddd-eeee' };

  it('keeps the seat and its recovery code', async () => {
    const store = shelf();
    const token = await join(store, 'g', 'CODE', async () => joined);
    expect(saved.load(store)).toMatchObject([
      { game: 'g', seats: { two: token }, recovery: { two: joined.recovery }, joined: 'CODE' },
    ]);
  });

  it('brings the same token again when the answer was lost', async () => {
    const store = shelf();
    const sent: string[] = [];
    const lost = async (_game: string, _code: string, token: string): Promise<Joined> => {
      sent.push(token);
      throw new ApiError({ code: 'Offline', cite: '', why: '' }, 0);
    };
    await expect(join(store, 'g', 'CODE', lost)).rejects.toThrow();
    expect(saved.load(store)).toEqual([]);
    await expect(join(store, 'g', 'CODE', lost)).rejects.toThrow();
    const token = await join(store, 'g', 'CODE', async (_game, _code, token) => (sent.push(token), joined));
    expect(sent).toEqual([token, token, token]);
    // Another invitation is another token.
    await expect(join(store, 'h', 'OTHER', lost)).rejects.toThrow();
    expect(sent.at(-1)).not.toBe(token);
  });

  it('asks nobody when the same link is opened again', async () => {
    const store = shelf();
    const token = await join(store, 'g', 'CODE', async () => joined);
    const never = () => Promise.reject(new Error('asked again'));
    expect(await join(store, 'g', 'CODE', never)).toBe(token);
  });

  it('asks for a name once on a device, and not where it has the seat already', async () => {
    const store = shelf();
    expect(asksName(store, 'g', 'CODE')).toBe(true);
    await join(store, 'g', 'CODE', async () => joined);
    expect(asksName(store, 'g', 'CODE')).toBe(false);
    expect(asksName(store, 'h', 'OTHER')).toBe(true);
    keepName(store, '');
    expect(asksName(store, 'h', 'OTHER')).toBe(false);
  });

  it('works where nothing can be kept', async () => {
    const full: saved.Store = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(await join(full, 'g', 'CODE', async () => joined)).toMatch(/^.{22}$/);
  });
});

describe('a new game', () => {
  it('keeps tokens, invitation and recovery codes', () => {
    const store = shelf();
    Object.assign(globalThis, { localStorage: store });
    const made: Opened = {
      game: 'g',
      seats: ['A', null],
      invitations: [null, 'CODE'],
      recoveries: ['R', null],
      watch: 'W',
      commitment: '',
    };
    expect(remember(made, 'Battle')).toEqual({ game: 'g', token: 'A' });
    expect(saved.load(store)).toMatchObject([
      { seats: { one: 'A' }, invitation: { side: 'two', code: 'CODE' }, recovery: { one: 'R' }, watch: 'W' },
    ]);
    expect(ownInvitation(store, 'g', 'CODE')?.game).toBe('g');
    expect(ownInvitation(store, 'g', 'OTHER')).toBeUndefined();
  });
});

describe('a seat taken back', () => {
  it('replaces the old token and leaves the rest', () => {
    const store = shelf();
    saved.keep(store, { game: 'g', seats: { one: 'A', two: 'B' }, watch: 'W', opened: 1 });
    saved.seat(store, 'g', { seat: 'two', token: 'C', recovery: 'R' });
    saved.seat(store, 'h', { seat: 'one', token: 'D', recovery: 'S' });
    expect(saved.load(store)).toMatchObject([
      { game: 'h', seats: { one: 'D' } },
      { game: 'g', seats: { one: 'A', two: 'C' }, recovery: { two: 'R' }, watch: 'W' },
    ]);
  });
});

describe('links', () => {
  it('are told apart', () => {
    const invitation = saved.joinLink('https://x.example', 'ab1', 'C-0_de');
    expect(invitation).toBe('https://x.example/g/ab1#join=C-0_de');
    expect(saved.parseLink(invitation)).toEqual({ game: 'ab1', token: 'join=C-0_de' });
    expect(saved.gameIn(invitation)).toBe('ab1');
    expect(saved.gameIn('https://x.example/g/ab1')).toBe('ab1');
    expect(saved.gameIn(' 0123456789ab ')).toBe('0123456789ab');
    expect(saved.gameIn('hello')).toBeUndefined();
  });
});
