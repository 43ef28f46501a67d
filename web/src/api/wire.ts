// The server's types under the names the page uses. Most are generated from the Rust types (`types.ts`). Those written out
// here are fixed for the next server and not generated yet; `adapt.ts` makes them of what today's server sends. When the
// generated ones have caught up, they are named here instead, and `adapt.ts` goes.
import type * as old from './types';

export type {
  About,
  Badge,
  Cite,
  GameLine,
  GameList,
  HexView,
  Next,
  Opened,
  Reckoning,
  Report,
  Rule,
  Rulebook,
  Seat,
  Shelf,
  Side,
  Telling,
  Track,
  Viewer,
  Record as GameRecord,
} from './types';

/** Why something was refused, by a rule or by the server. */
export type Refusal = old.Fault;

/** Where a counter stands (two hexes for a wide one) and looks. `hexes` is empty if only the facing changes. */
export type HexPlace = { hexes: string[]; facing?: string };
/**
 * Where the middle of a base stands on a table, in thousandths of an inch from the left and the top edge, and which way it
 * looks, in tenths of a degree clockwise; 0 is up the table, away from the near edge.
 */
export type Pose = { x: number; y: number; angle: number };
/** Told apart by `'hexes' in place`. */
export type Place = HexPlace | Pose;
/** Of a piece on a table, in thousandths of an inch. */
export type Base = { width: number; depth: number };
export type Spot = [number, number];
export type Shape = { hexes: string[] } | { outline: Spot[] } | { centre: Spot; radius: number };

export type HexGround = Omit<old.BoardView, 'title' | 'source'>;
export type TableArea = { name: string; terrain: string; level: number; outline: Spot[] };
export type TableLine = { name: string; kind: string; points: Spot[] };
export type TableLabel = { name: string; at: Spot };
/** Everything in thousandths of an inch. */
export type TableGround = {
  width: number;
  depth: number;
  areas: TableArea[];
  lines: TableLine[];
  labels: TableLabel[];
};
export type GroundView = ({ kind: 'hexes' } & HexGround) | ({ kind: 'table' } & TableGround);
/** The ground, sent once a game. */
export type Board = { title: string; source: string; ground: GroundView };

/** A piece without `at` is off the map. */
export type PieceView = Omit<old.PieceView, 'hexes' | 'facing'> & { at?: Place; base?: Base };
export type Scene = Omit<old.Scene, 'pieces'> & { pieces: PieceView[] };
export type SceneNow = Omit<old.SceneNow, 'pieces'> & { pieces: PieceView[] };

export type Offer = Omit<old.Offer, 'hex' | 'facing' | 'struck'> & {
  /** Where the piece would stand and look. */
  to?: Place;
  /** Every place that a company would act upon. */
  struck?: Place[];
};
export type Destination = Omit<old.Destination, 'hex' | 'facing' | 'path'> & { to: Place; path: Place[] };
export type Area = Omit<old.Area, 'hexes'> & { shape: Shape };

export type Chance = old.Chance & {
  /** What the outcome may further bring: the length of a retreat, a leader's fate. */
  parts?: Chance[];
};
export type Odds = Omit<old.Odds, 'outcomes'> & {
  outcomes: Chance[];
  /** Nothing is rolled: it simply happens. */
  certain: boolean;
  /** More courses of the dice than are walked: there are no exact odds. */
  too_many?: number;
};

/** Harm suffered by side one and side two, and its exact expectation, in thousandths. */
export type Luck = { got: [number, number]; expected: [number, number] };
export type LuckFrom = { from: number; entries: (Luck | null)[] };

export type Told = Omit<old.Told, 'luck'>;
export type Story = { from: number; story: Told[] };
export type State = Omit<old.State, 'story' | 'scene' | 'offers'> & {
  story: Told[];
  scene?: SceneNow;
  offers?: Offer[];
  /** Own choices already committed, while both sides commit secretly: undo takes them back until the other side is in too. */
  staged: string[];
};
export type StateMessage = { type: 'state' } & State;
export type Message = StateMessage | ({ type: 'answer' } & old.Answer) | ({ type: 'refused' } & { error: Refusal });

/** What a piece is asked about: another piece, or a place. */
export type There = { piece: string } | { place: Place };
type OldAsk = Exclude<old.Ask, { do: 'why_not' }>;
export type Ask =
  | OldAsk
  | { do: 'why_not'; ref: number; piece: string; there: There }
  | { do: 'check'; ref: number; choice: string }
  | { do: 'luck'; ref: number; from: number };
/** A request without its reference, which the line adds. */
export type Request = Ask extends infer A ? (A extends { ref: number } ? Omit<A, 'ref'> : never) : never;
