// Games just opened, and refusals in one shape wherever they come from.
import { ApiError, api } from '../api/http';
import * as saved from './saved';
import type { About, Opened, Refusal, Seat, Side } from '../api/types';

export const SIDES: readonly Side[] = ['one', 'two'];

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) return error.refusal;
  if (error && typeof error === 'object' && 'why' in error) return error as Refusal;
  return { code: 'Page', cite: '', why: error instanceof Error ? error.message : 'Something went wrong on this page.' };
}

/** Keeps the secrets of a new game and says which token opens it. */
export function remember(made: Opened, title: string | undefined): { game: string; token: string } {
  const entry: saved.Saved = { game: made.game, seats: {}, watch: made.watch, opened: Math.floor(Date.now() / 1000) };
  if (title) entry.title = title;
  SIDES.forEach((side, i) => {
    const [token, code, recovery] = [made.seats[i], made.invitations[i], made.recoveries[i]];
    if (token) entry.seats[side] = token;
    if (code) entry.invitation = { side, code };
    if (recovery) entry.recovery = { ...entry.recovery, [side]: recovery };
  });
  saved.keep(localStorage, entry);
  return { game: made.game, token: saved.opener(entry)?.token ?? made.watch };
}

/** Hands a record to the reader as a file. */
export function asFile(name: string, content: unknown): void {
  handOver(name, new Blob([JSON.stringify(content)], { type: 'application/json' }));
}

/** The same with bytes of any kind. */
export function handOver(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A branch is played on by those at this screen, against the captain if one played. */
export function branchSeats(seats: [Seat, Seat] | undefined, mine: readonly Side[]): [Seat, Seat] {
  const here: Seat = { kind: 'here' };
  return (seats?.map((s, i): Seat => (s.kind === 'captain' && mine[0] !== SIDES[i] ? s : here)) ?? [here, here]) as [
    Seat,
    Seat,
  ];
}

/** The next battle of a campaign, between the same players under the same options. */
export async function goOn(info: About, token: string): Promise<{ game: string; token: string }> {
  return remember(await api.next(info.game, token, info.seats), `${info.title}, and on`);
}
