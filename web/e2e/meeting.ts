// Two armies brought together over a second line, to test at the map what only happens when they meet.
import type { Page } from '@playwright/test';
import type { PieceView } from '../src/api/types';

export interface Meeting {
  /** A target that one unit may attack alone. */
  hex: string;
  unit: string;
}

/** Opens a battle against the weakest captain and marches the first side at the enemy until somebody can attack. */
export async function meet(
  page: Page,
  url: string,
  scenario: string,
): Promise<Meeting & { game: string; token: string }> {
  await page.goto(url);
  return page.evaluate(async (battle) => {
    interface Offered {
      choice: string;
      kind: string;
      role: string;
      piece?: string;
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
    let arrived: () => void = () => undefined;
    let ref = 0;
    socket.onmessage = (event) => {
      const m = JSON.parse(String(event.data)) as typeof now & { type: string; scene: { pieces: PieceView[] } };
      if (m.type !== 'state') return;
      for (const piece of m.scene.pieces) pieces.set(piece.id, piece);
      now = m;
      if (m.offers.length) arrived();
    };
    const mine = () => new Promise<void>((done) => (arrived = done));
    const send = async (request: object): Promise<void> => {
      const next = mine();
      socket.send(JSON.stringify({ ref: ++ref, version: now.version, ...request }));
      await next;
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

    for (let i = 0; i < 4000; i++) {
      for (const { choice: target } of of('against')) {
        await choose(target);
        for (const { choice: join, piece } of of('join')) {
          await choose(join);
          const found = of('go').length > 0;
          await undo();
          if (!found) continue;
          const hex = of('spare')[0]!.to!.hexes[0]!;
          await undo();
          socket.close();
          return { game, token, hex, unit: piece! };
        }
        await undo();
      }
      const ready = now.offers.find((o) => o.kind === 'ready');
      const [nearest] = now.offers
        .filter((o) => o.role !== 'finish' && o.piece && o.to?.hexes.length && closer(o) <= 0)
        .sort((a, b) => closer(a) - closer(b));
      const chance = Math.random();
      const picked =
        ready ?? (nearest && chance < 0.9 ? nearest : chance < 0.97 ? any(of('open')) : undefined) ?? any(now.offers);
      await choose(picked!.choice);
    }
    throw new Error('the armies have not met');
  }, scenario);
}
