// A game that no server knows: its answers are made up here, in the types of the page. For what no battle on the shelf has
// yet, such as a table in inches.
import { type Page, expect } from '@playwright/test';
import type { Request } from '../src/api/live';
import type { BoardView, Offer, Phase, PieceView, Scene, Side, State, StoryEntry } from '../src/api/types';

export interface MadeUp {
  board: BoardView;
  pieces: PieceView[];
  offers: Offer[];
  /** What has happened so far. */
  story?: StoryEntry[];
  /** Whatever else is to be different in the scene. */
  scene?: Partial<Scene>;
  /** The order of play, if it has one. */
  sequence?: Phase[];
  /** How it stood when the other side's last turn began, for who looks back. */
  past?: Pick<Scene, 'pieces' | 'score'>;
  /** Own choices that are committed already. */
  staged?: string[];
  /** Whatever is asked over the line; a choice may change the game, and is told by the new offers and pieces. */
  answer(request: Request, game: MadeUp): unknown;
}

const SIDES: [string, string] = ['Scots', 'English'];

export async function openMadeUp(page: Page, url: string, game: MadeUp): Promise<void> {
  let version = 1;
  let told = 0;
  const state = (): { type: 'state' } & State => ({
    type: 'state',
    version,
    viewer: 'one',
    to_act: ['one'] as Side[],
    undoable: game.staged?.length ?? 0,
    entries: game.story?.length ?? 0,
    from: told,
    story: (game.story ?? []).slice(told),
    ...(game.staged ? { staged: game.staged } : {}),
    offers: game.offers,
    scene: {
      turn: 1,
      turns: 8,
      player: 'one',
      phase: 'movement',
      to_act: ['one'] as Side[],
      prompt: 'Scots: move or shoot.',
      score: [0, 0],
      verdict: null,
      whole: true,
      pieces: game.pieces,
      ...game.scene,
    },
  });
  await page.routeWebSocket(/\/live$/, (ws) => {
    ws.onMessage((text) => {
      const message = JSON.parse(String(text)) as { ref: number; hello?: unknown } & Request;
      if (message.hello) {
        told = 0;
        ws.send(JSON.stringify(state()));
        return;
      }
      const before = game.story?.length ?? 0;
      const ok = game.answer(message, game);
      const acts = message.do === 'choose' || message.do === 'plan';
      if (acts) version += 1;
      told = before;
      const report = { version, done: 1, events: [] };
      ws.send(JSON.stringify({ type: 'answer', ref: message.ref, ok: acts ? report : ok }));
      if (acts) ws.send(JSON.stringify(state()));
    });
  });
  const book = { rules: [], rulings: [], tables: [], sequence: game.sequence ?? [], terms: [] };
  await page.route(/\/api\/rules\//, (route) => route.fulfill({ json: book }));
  await page.route(/\/api\/games\/made-up/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/board')) return route.fulfill({ json: game.board });
    if (pathname.endsWith('/scene')) return route.fulfill({ json: { ...state().scene, ...game.past } });
    return route.fulfill({
      json: {
        game: 'made-up',
        title: game.board.title,
        system: 'none',
        scenario: 'none/made-up',
        source: '',
        options: {},
        sides: SIDES,
        seats: [{ kind: 'here' }, { kind: 'friend' }],
        viewer: 'one',
        hides: false,
        commitment: '',
        version: 1,
        entries: 0,
        over: false,
        names: [null, null],
      },
    });
  });
  await page.goto(`${url}/g/made-up#token`);
  await expect(page.locator('.piece').first()).toBeVisible();
}

/** Where a point of the sheet is on the screen. */
export async function sheetPoint(page: Page, p: { x: number; y: number }): Promise<{ x: number; y: number }> {
  return page.locator('.world').evaluate((world, q) => {
    const m = new DOMMatrix(getComputedStyle(world).transform);
    const at = m.transformPoint(new DOMPoint(q.x, q.y));
    const box = world.parentElement!.getBoundingClientRect();
    return { x: box.left + at.x, y: box.top + at.y };
  }, p);
}
