// What a battle is fought on, as the board sees it: a sheet with places on it. Whether those are hexes or inches is known in
// `hexes/` and `table/` alone.
import type { Base, BoardView, PieceView, Place, Shape } from '../api/types';
import { HexSheet } from './hexes/sheet';
import type { Palette } from './palette';
import { TableSheet } from './table/sheet';

/** On the sheet, in map units. */
export interface Point {
  x: number;
  y: number;
}

/** A part of the sheet, in map units. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Look {
  palette: Palette;
  /** Names of places are drawn only where they can be read. */
  numbers: boolean;
  sideNames: [string, string];
  /** Where the names of the sheet stand, as `Ground.names` has found it; else at their places. */
  names?: readonly Point[];
}

/** A kind of ground that this sheet has, and a part of it where that is seen well: for a key. */
export interface Sample {
  /** As the server calls it. */
  name: string;
  box: Box;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** How a counter lies. */
export interface Lie extends Point {
  /** Degrees clockwise from east in which it looks, if it looks anywhere. */
  angle: number | undefined;
  /** Degrees of the long axis, for counters that lie on two hexes. */
  tilt: number | undefined;
  /** Length of the long axis beyond one hex. */
  reach: number;
  /** How large a counter is drawn. */
  scale: number;
  /** Size of a base on a table, in map units: then it is drawn as one. */
  base: { width: number; depth: number } | undefined;
}

export interface Ground {
  readonly width: number;
  readonly height: number;
  /** Length of one map unit on the scale bar, and the bar's length in words. */
  readonly scale: { perUnit: number; words(length: number): string };
  /**
   * How the cursor moves, what a place is called, the preference for names of places, whether north is up, how a facing is
   * chosen, for the help, and whether pieces are dragged.
   */
  readonly words: {
    cursor: string;
    one: string;
    numbers: string | undefined;
    north: boolean;
    turning: string;
    drags: boolean;
  };

  /** Draws in map units: the caller has set the transform. */
  draw(ctx: CanvasRenderingContext2D, look: Look, seen?: Box): void;

  /** Where its names stand if these parts of it are covered; `before` itself, if they can stay. */
  names(taken: readonly Box[], before?: readonly Point[]): readonly Point[];

  /** One of every kind of ground and of what runs through it. */
  samples(): Sample[];

  /** The place under a point; with a facing if the point is near an edge and pieces here look somewhere. */
  placeAt(p: Point, facings?: readonly string[]): Place | undefined;
  centre(place: Place): Point | undefined;
  /** The one spot by which a place is named; it looks nowhere. */
  head(place: Place): Place;
  /** The spots a place is made of: two for a counter on two hexes. */
  parts(place: Place): Place[];
  /** How a piece at a place lies. */
  lie(place: Place, base?: Base): Lie | undefined;
  /** Places that nobody else's counter can lie on without being stacked with it, by name. */
  stackKeys(place: Place): readonly string[];
  /** Whether two places have the same name: facings do not count. */
  key(place: Place): string;
  /** The one of these that is meant by pointing at a place. */
  nearest<T>(place: Place, among: ReadonlyMap<string, T>): T | undefined;
  /** Whether a piece at `place` covers the spot that is pointed at. */
  covers(place: Place, base: Base | undefined, spot: Place): boolean;
  contains(shape: Shape, spot: Place): boolean;
  /** The whole of the place that a piece comes to: long counters take more room than was named. */
  arrive(from: Place, to: Place): Place;

  /** The edge of a shape as an SVG path; all run the same way round, so that several can be filled as one. */
  outline(shape: Shape): string;
  /** What a piece at a place stands on, as an SVG path, drawn in by some units. */
  footprint(place: Place, base?: Base, inset?: number): string;
  /** Where the arrow stands that shows which way a piece at this place would look. */
  handle(place: Place): (Point & { angle: number }) | undefined;
  /** Between two places: what lies on the line, and how far it is in words. */
  between(from: Place, to: Place): { shade: string; distance: string };

  /** Where the cursor begins on an empty map. */
  readonly start: Place;
  /** One key press of the cursor. */
  step(from: Place, direction: Direction): Place | undefined;

  /** A little that way, looking as before: for a piece that is dragged. */
  nudge(from: Place, direction: Direction): Place;

  /** How far straight ahead of a piece a place lies, in steps that several pieces can go alike; none where pieces are not dragged. */
  stepsAhead(from: Place, to: Place): number | undefined;
  /** So many of these steps straight ahead, looking as before. */
  advance(from: Place, steps: number): Place;

  /** In a word or two, for headings. */
  name(place: Place): string;
  /** The place and the ground there, for the ear. */
  describe(place: Place): string;
  /** The facings that pieces have here, by name. */
  facings(pieces: readonly PieceView[]): readonly string[];
  /** A facing in short and for the ear, and in degrees clockwise from the north. */
  facing(place: Place): { short: string; spoken: string; bearing: number } | undefined;
  /** Where to point to choose a facing, in words. */
  facingHint(facings: readonly string[]): string;
}

export function groundOf(board: BoardView): Ground {
  return board.ground.kind === 'hexes'
    ? new HexSheet(board.ground, board.title)
    : new TableSheet(board.ground, board.title);
}
