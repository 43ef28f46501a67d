// A battle that is played over a second line until somebody is asked what only comes when armies meet.
import type { Page } from '@playwright/test';
import type { Offer, PieceView, StoryEntry } from '../src/api/types';

export interface Wanted {
  /** All that is on offer is of these kinds, or at least one of it (`some`). */
  kinds?: readonly string[];
  some?: readonly string[];
  /** Something is on offer of each of these kinds. */
  each?: readonly string[];
  /** There is one thing to do, and it has this role. */
  only?: string;
  /** So many pieces are asked about: one, or several. */
  about?: 'one' | 'several';
  /** It is the seat's own turn, and something of each of these roles has been told of the other side since its last deed. */
  told?: readonly string[];
}

export interface How {
  side?: 0 | 1;
  captain?: string;
  /** Goes at the enemy and strikes; else it lets everything pass. */
  rash?: boolean;
}

export interface Come {
  game: string;
  token: string;
  /** For whoever looks on. */
  watch: string;
  offers: Offer[];
}

/** Games are begun until one of them has come to it. What is sought is not answered: the page finds it as it stands. */
export async function come(page: Page, url: string, scenario: string, wanted: Wanted, how: How = {}): Promise<Come> {
  await page.goto(url);
  for (let games = 0; games < 40; games++) {
    const found = await once(page, scenario, wanted, how);
    if (found) return found;
  }
  throw new Error(`${scenario} has never come to ${JSON.stringify(wanted)}`);
}

/** What has come so far is played on to its end, or until `page` is closed. */
export async function playOn(page: Page, url: string, begun: Come, how: How = {}): Promise<void> {
  await page.goto(url);
  await once(page, '', undefined, how, begun).catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

function once(
  page: Page,
  scenario: string,
  wanted: Wanted | undefined,
  how: How,
  begun?: Come,
): Promise<Come | undefined> {
  return page.evaluate(
    async ([battle, sought, { side = 0, captain = 'greedy', rash = false }, known]) => {
      const here = { kind: 'here' };
      const other = { kind: 'captain', name: captain };
      const open = async () => {
        const begin = () =>
          fetch('/api/games', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ scenario: battle, seats: side ? [other, here] : [here, other] }),
          });
        let opened = await begin();
        // So many games have been begun one after the other that the next has to wait.
        while (opened.status === 429) {
          await new Promise((later) => setTimeout(later, 1000));
          opened = await begin();
        }
        const { game, seats, watch } = (await opened.json()) as { game: string; seats: string[]; watch: string };
        return { game, token: seats[side]!, watch };
      };
      const { game, token, watch } = known ?? (await open());
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${game}/live`);
      const pieces = new Map<string, PieceView>();
      const hexes = (p: PieceView | undefined) => (p?.at && 'hexes' in p.at ? p.at.hexes : []);
      const split = (hex: string) => [Number(hex.slice(0, 2)), Number(hex.slice(2))] as const;
      const far = (hex: string | undefined): number => {
        if (!hex) return 99;
        const [c, r] = split(hex);
        const foes = [...pieces.values()].filter((p) => (p.side === 'one') === (side === 1)).flatMap(hexes);
        return Math.min(99, ...foes.map(split).map(([x, y]) => Math.max(Math.abs(x - c), Math.abs(y - r))));
      };
      const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];
      const spot = (o: Offer) => (o.to && 'hexes' in o.to ? o.to.hexes[0] : undefined);
      const closer = (o: Offer) => far(spot(o)) - far(hexes(pieces.get(o.piece ?? ''))[0]);
      const own = side === 0 ? 'one' : 'two';
      /** What has been told of the other side since this one last did something. */
      const since = new Set<string>();
      const hear = (story: readonly StoryEntry[]) => {
        for (const { side: who, choice, events } of story) {
          if (who === own && !/^(pass\w*|end|done|stop|stay)( |$)/.test(choice)) since.clear();
          else if (who !== own) for (const { role } of events) since.add(role);
        }
      };
      const isThere = (offers: readonly Offer[], player: string) => {
        if (!sought) return false;
        const { kinds, some, each, only, about, told } = sought;
        if (told && !(player === own && told.every((role) => since.has(role)))) return false;
        const asked = new Set(offers.flatMap((o) => o.piece ?? [])).size;
        if (about && (about === 'one') !== (asked === 1)) return false;
        if (kinds && !offers.every((o) => kinds.includes(o.kind))) return false;
        if (some && !offers.some((o) => some.includes(o.kind))) return false;
        if (each && !each.every((kind) => offers.some((o) => o.kind === kind))) return false;
        return !only || (offers.length === 1 && offers[0]!.role === only);
      };
      const pick = (offers: readonly Offer[]): Offer => {
        const ready = offers.find((o) => o.kind === 'ready');
        const finish = offers.find((o) => o.role === 'finish');
        if (ready ?? !rash) return ready ?? finish ?? any(offers)!;
        const blows = offers.filter((o) => o.role === 'go' || (o.target && o.rolls));
        const steps = offers.filter((o) => o.role !== 'finish' && o.piece && spot(o) && closer(o) < 0);
        const best = [...steps].sort((a, b) => closer(a) - closer(b))[0];
        return any(blows) ?? (Math.random() < 0.9 ? best : undefined) ?? any(offers)!;
      };
      return new Promise<Come | undefined>((done, lost) => {
        let ref = 0;
        let last = '';
        const end = (found: Come | undefined) => {
          clearTimeout(timer);
          socket.onclose = null;
          socket.close();
          done(found);
        };
        const timer = setTimeout(() => end(undefined), 20_000);
        socket.onclose = () => lost(new Error('the line was closed'));
        socket.onopen = () => {
          socket.send(JSON.stringify({ hello: { token } }));
          socket.send(JSON.stringify({ ref: ++ref, do: 'pace', ms: 0 }));
        };
        socket.onmessage = (event) => {
          const m = JSON.parse(String(event.data)) as {
            type: string;
            version: number;
            to_act: string[];
            offers?: Offer[];
            scene: { player: string; pieces: PieceView[] };
            story: StoryEntry[];
            error?: { code: string };
          };
          if (m.type === 'answer' && m.error?.code === 'TooFast') setTimeout(() => socket.send(last), 300);
          if (m.type !== 'state') return;
          for (const piece of m.scene.pieces) pieces.set(piece.id, piece);
          hear(m.story);
          const offers = m.offers ?? [];
          if (!m.to_act.length || ref > 4000) return end(undefined);
          if (!offers.length) return;
          if (isThere(offers, m.scene.player)) return end({ game, token, watch, offers });
          last = JSON.stringify({ ref: ++ref, do: 'choose', version: m.version, choice: pick(offers).choice });
          socket.send(last);
        };
      });
    },
    [scenario, wanted, how, begun] as const,
  );
}
