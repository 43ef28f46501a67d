// Seats that are played over a second line, without a page.
import type { Page } from '@playwright/test';
import type { Place, SightLine } from '../src/api/types';

/**
 * Plays a seat as fast as it goes, preferring to be finished, and shows how it has ended. Meanwhile the page is away from the game:
 * drawing every step would take most of the time. A line that is closed, refused or silent for half a minute is a fault, and so is a
 * game that does not come to an end.
 */
export async function fastPlay(page: Page, game: string, token: string): Promise<void> {
  const shown = page.url();
  // The page adds its share to the dice; before that it must not be left.
  await page.evaluate(
    ([g, t]) =>
      new Promise<void>((ready) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${g}/live`);
        socket.onopen = () => socket.send(JSON.stringify({ hello: { token: t } }));
        socket.onmessage = (event) => {
          const m = JSON.parse(String(event.data)) as { type: string; shares?: ({ value?: string } | null)[] | null };
          if (m.type !== 'state' || m.shares?.some((share) => share && !share.value)) return;
          socket.close();
          ready();
        };
      }),
    [game, token] as const,
  );
  await page.goto(new URL('/', shown).href);
  await page.evaluate(
    ([g, t]) =>
      new Promise<void>((over, lost) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${g}/live`);
        let ref = 0;
        let last = '';
        let stands = 'before the first state';
        let isOver = false;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const fail = (why: string) => {
          clearTimeout(timer);
          isOver = true;
          socket.close();
          lost(new Error(`fastPlay: ${why}; ${stands}; sent last: ${last || 'nothing'}`));
        };
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => fail('nothing has come for 30 seconds'), 30_000);
        };
        wait();
        socket.onopen = () => {
          socket.send(JSON.stringify({ hello: { token: t } }));
          socket.send(JSON.stringify({ ref: ++ref, do: 'pace', ms: 0 }));
        };
        socket.onclose = (event) => {
          if (!isOver) fail(`the line was closed (${event.code} ${event.reason})`);
        };
        socket.onmessage = (event) => {
          if (isOver) return;
          wait();
          const m = JSON.parse(String(event.data)) as {
            type: string;
            version: number;
            to_act: string[];
            entries: number;
            scene?: { turn: number; phase: string; prompt: string };
            offers?: { role: string; choice: string }[];
            error?: { code: string; why: string };
          };
          if (m.type === 'refused') return fail(`refused: ${m.error?.code} ${m.error?.why}`);
          if (m.type === 'answer' && m.error?.code === 'TooFast') setTimeout(() => !isOver && socket.send(last), 300);
          else if (m.type === 'answer' && m.error && m.error.code !== 'StaleVersion')
            return fail(`${m.error.code}: ${m.error.why}`);
          if (m.type !== 'state') return;
          stands = `version ${m.version}, ${m.entries} entries, to act ${m.to_act.join(' and ') || 'nobody'}, turn ${m.scene?.turn} ${m.scene?.phase} (${m.scene?.prompt})`;
          if (m.to_act.length === 0) {
            clearTimeout(timer);
            isOver = true;
            socket.close();
            over();
            return;
          }
          if (ref > 20_000) return fail('the game does not come to an end');
          const offers = m.offers ?? [];
          // Of several any: always the first could go round in a ring.
          const any = offers[Math.floor(Math.random() * offers.length)];
          const offer = offers.find((o) => o.role === 'finish') ?? any;
          if (!offer) return;
          last = JSON.stringify({ ref: ++ref, do: 'choose', version: m.version, choice: offer.choice });
          socket.send(last);
        };
      }),
    [game, token] as const,
  );
  await page.goto(shown);
}

/**
 * Plays a seat over a second line until it is so far (side and phase, as a pattern): the choices given in their order, each as soon as
 * it is on offer, and otherwise everything is let pass.
 */
export async function drive(
  page: Page,
  game: string,
  token: string,
  choices: readonly string[],
  until: RegExp,
): Promise<void> {
  await page.evaluate(
    ([g, t, texts, stop]) =>
      new Promise<void>((done, lost) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${g}/live`);
        const left = [...texts];
        const far = new RegExp(stop);
        let ref = 0;
        let last = '';
        let stands = '';
        const timer = setTimeout(() => lost(new Error(`drive: not so far; ${stands}; sent last: ${last}`)), 60_000);
        socket.onopen = () => socket.send(JSON.stringify({ hello: { token: t } }));
        socket.onmessage = (event) => {
          const m = JSON.parse(String(event.data)) as {
            type: string;
            version: number;
            scene: { player: string; phase: string };
            offers?: { role: string; choice: string }[];
            error?: { code: string; why: string };
          };
          if (m.type === 'refused' || (m.error && m.error.code !== 'StaleVersion')) lost(new Error(m.error?.why));
          if (m.type !== 'state') return;
          stands = `${m.scene.player} ${m.scene.phase}`;
          if (!left.length && far.test(stands)) {
            clearTimeout(timer);
            socket.close();
            done();
            return;
          }
          const offers = m.offers ?? [];
          const wanted = offers.find((o) => o.choice === left[0]);
          if (wanted) left.shift();
          const offer = wanted ?? offers.find((o) => o.role === 'finish' || o.role.startsWith('pass'));
          if (!offer) return;
          last = offer.choice;
          socket.send(JSON.stringify({ ref: ++ref, do: 'choose', version: m.version, choice: offer.choice }));
        };
      }),
    [game, token, choices, until.source] as const,
  );
}

/** Of these lines of sight the first that somebody or something blocks, and what the referee says of it. */
export async function blocked(
  page: Page,
  game: string,
  token: string,
  lines: readonly (readonly [Place, Place])[],
): Promise<{ from: Place; to: Place; line: SightLine }> {
  return page.evaluate(
    ([g, t, pairs]) =>
      new Promise<{ from: Place; to: Place; line: SightLine }>((found, lost) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${g}/live`);
        let asked = 0;
        const next = () => {
          const pair = pairs[asked++];
          if (!pair) return lost(new Error('everything can be seen'));
          const [from, to] = pair;
          socket.send(JSON.stringify({ ref: asked, do: 'sight', from, to }));
        };
        socket.onopen = () => socket.send(JSON.stringify({ hello: { token: t } }));
        socket.onmessage = (event) => {
          const m = JSON.parse(String(event.data)) as { type: string; ref: number; ok?: SightLine | null };
          if (m.type === 'state' && !asked) next();
          if (m.type !== 'answer') return;
          if (!m.ok?.words.startsWith('Blocked by')) return next();
          socket.close();
          const [from, to] = pairs[m.ref - 1]!;
          found({ from, to, line: m.ok });
        };
      }),
    [game, token, lines] as const,
  );
}
