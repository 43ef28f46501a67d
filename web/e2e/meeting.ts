// Two armies brought together over a second line, to test at the map what only happens when they meet.
import type { Page } from '@playwright/test';
import type { PieceView } from '../src/api/types';

export interface Meeting {
  /** A target that one unit may attack alone. */
  hex: string;
  unit: string;
}

/**
 * Opens a battle against the weakest captain and marches the first side at the enemy until somebody can attack: one unit alone, or,
 * where attacks are named before they are rolled for, several.
 */
export async function meet(
  page: Page,
  url: string,
  scenario: string,
  until: 'alone' | 'named' = 'alone',
): Promise<Meeting & { game: string; token: string }> {
  await page.goto(url);
  return page.evaluate(
    async ([battle, wanted]) => {
      interface Offered {
        choice: string;
        kind: string;
        role: string;
        rolls: boolean;
        piece?: string;
        target?: string;
        to?: { hexes: string[] };
      }
      const opened = await fetch('/api/games', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scenario: battle, seats: [{ kind: 'here' }, { kind: 'captain', name: 'random' }] }),
      });
      const { game, seats } = (await opened.json()) as { game: string; seats: string[] };
      const token = seats[0]!;
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${game}/live`);
      await new Promise((open) => (socket.onopen = open));
      const pieces = new Map<string, PieceView>();
      let now = { version: 0, entries: 0, offers: [] as Offered[] };
      let ref = 0;
      // Whoever waits for a message looks at each that comes.
      interface Answer {
        type: string;
        ref?: number;
        error?: { code: string; why: string };
      }
      let look: (m: Answer) => void = () => undefined;
      // A line that breaks or says nothing is told of, and not waited for.
      let broken: (why: Error) => void = () => undefined;
      const breaks = new Promise<never>((_, lost) => (broken = lost));
      breaks.catch(() => undefined);
      const silence = () => broken(new Error(`nothing has come for 30 seconds, at version ${now.version}`));
      let timer = setTimeout(silence, 30_000);
      socket.onclose = () => broken(new Error(`the line was closed at version ${now.version}`));
      socket.onmessage = (event) => {
        clearTimeout(timer);
        timer = setTimeout(silence, 30_000);
        const m = JSON.parse(String(event.data)) as typeof now & Answer & { scene: { pieces: PieceView[] } };
        if (m.type === 'state') {
          for (const piece of m.scene.pieces) pieces.set(piece.id, piece);
          now = m;
        }
        look(m);
      };
      const message = (wanted: (m: Answer) => boolean) =>
        Promise.race([breaks, new Promise<Answer>((done) => (look = (m) => wanted(m) && done(m)))]);
      const mine = () => message((m) => m.type === 'state' && now.offers.length > 0);
      /** Answered, and then the move is ours again: a state that was under way before the answer is not taken for it. */
      const send = async (request: object): Promise<void> => {
        for (;;) {
          const sent = ++ref;
          const answered = message((m) => m.type === 'answer' && m.ref === sent);
          socket.send(JSON.stringify({ ref: sent, version: now.version, ...request }));
          const { error } = await answered;
          if (!error) return void (await mine());
          if (error.code !== 'StaleVersion' && error.code !== 'TooFast') throw new Error(error.why);
          await new Promise((later) => setTimeout(later, 100));
        }
      };
      const choose = (choice: string) => send({ do: 'choose', choice });
      const undo = () => send({ do: 'undo' });
      const first = mine();
      socket.send(JSON.stringify({ hello: { token } }));
      socket.send(JSON.stringify({ ref: ++ref, do: 'pace', ms: 0 }));
      await first;

      const of = (role: string) => now.offers.filter((o) => o.role === role);
      const hexes = (p: PieceView | undefined) => (p?.at && 'hexes' in p.at ? p.at.hexes : []);
      const split = (hex: string): [number, number] => [Number(hex.slice(0, 2)), Number(hex.slice(2))];
      const far = (hex: string | undefined): number => {
        if (!hex) return 99;
        const [column, row] = split(hex);
        const foes = [...pieces.values()].filter((p) => p.side === 'two').flatMap(hexes);
        const away = ([c, r]: [number, number]) => Math.max(Math.abs(c - column), Math.abs(r - row));
        return Math.min(...foes.map(split).map(away));
      };
      const closer = (o: Offered) => far(o.to?.hexes[0]) - far(hexes(pieces.get(o.piece ?? ''))[0]);
      const any = <T>(list: T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

      for (let i = 0; i < 1500; i++) {
        // On the way a target may have been taken by chance: then others would only be added to it.
        for (const { choice: target } of of('spare').length ? [] : of('against')) {
          await choose(target);
          for (const { choice: join, piece } of of('join')) {
            await choose(join);
            const found = of('go').length > 0;
            await undo();
            if (!found) continue;
            const hex = of('spare')[0]!.to!.hexes[0]!;
            await undo();
            clearTimeout(timer);
            socket.close();
            return { game, token, hex, unit: piece! };
          }
          await undo();
        }
        const named = wanted === 'named' ? now.offers.filter((o) => o.role === 'act' && o.target) : [];
        if (named.length > 1 && named.every((o) => o.rolls) && named.length === now.offers.length) {
          clearTimeout(timer);
          socket.close();
          return { game, token, hex: '', unit: named[0]!.piece! };
        }
        const first = any(named) ?? now.offers.find((o) => o.kind === 'ready');
        const [nearest] = now.offers
          .filter((o) => o.role !== 'finish' && o.piece && o.to?.hexes.length && closer(o) <= 0)
          .sort((a, b) => closer(a) - closer(b));
        const chance = Math.random();
        const picked =
          first ?? (nearest && chance < 0.9 ? nearest : chance < 0.97 ? any(of('open')) : undefined) ?? any(now.offers);
        await choose(picked!.choice);
      }
      throw new Error('the armies have not met');
    },
    [scenario, until] as const,
  );
}
