// The words of the server that the page has a picture or a name for: badges, symbols, events and ground. They are plain text
// on the wire, and a word that is not here is still shown, only without a picture of its own. Nothing is decided by them: what
// an offer is for is said by its `role`.

/** Kinds of reactions, as standing orders name them. */
export const REACTION_NAMES: Readonly<Record<string, string>> = { charge: 'Countercharges', shoot: 'Shots' };

// ---- Badges on pieces (`Badge.kind`) ----

/** Those with a picture of their own. Others get a square with their initial. */
export const BADGES = [
  'rout',
  'pending',
  'lance',
  'charge',
  'attack',
  'disorganised',
  'moved',
  'command',
  'disobeyed',
  'fatigue',
  'banner',
  'captured',
  'shiltron',
  'attacked',
  'shot',
] as const;
export type BadgeKind = (typeof BADGES)[number];
/** Points at a target with a full arrow; other badges that point have a dashed one. */
export const CHARGE = 'charge';

// ---- Symbols and faces of pieces (`PieceView.symbol`, `.face`) ----

export const LEADER = 'leader';
export const PIT = 'pit';
/** They go with those who fight, and are drawn smaller beside them. */
export const SMALL: ReadonlySet<string> = new Set([LEADER, 'banner']);
/** Drawn without a counter under them. */
export const MARKERS: ReadonlySet<string> = new Set(['banner', PIT]);
/** On a table: drawn as horses. */
export const HORSE: ReadonlySet<string> = new Set(['cavalry', 'horse-archer', 'knights', 'horse']);
/** The picture of a symbol, by the face that is up; `*` is any other face. */
export const PICTURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  schiltrom: { close: 'ring', '*': 'pikes' },
  infantry: { disorganised: 'rabble', dismounted: 'sword', '*': 'spears' },
  longbow: { melee: 'sword', '*': 'longbow' },
  shortbow: { melee: 'sword', '*': 'longbow' },
  archer: { melee: 'sword', '*': 'longbow' },
  crossbow: { melee: 'sword', '*': 'crossbow' },
  'horse-archer': { melee: 'sword', '*': 'cavalry' },
  cavalry: { '*': 'cavalry' },
  leader: { '*': 'leader' },
  banner: { '*': 'banner' },
  pit: { '*': 'pit' },
  bombard: { '*': 'bombard' },
};
/** Whoever shows this face stands in a ring. */
export const SHILTRON = 'shiltron';
/** Commands all. */
export const GRAND = 'grand';
export const MARCH = 'march';

// ---- Why a piece is off the map (`PieceView.gone`) ----

export const GONE: Readonly<Record<string, string>> = {
  reserve: 'still to come',
  spare: 'not chosen',
  off: 'left the map, may return',
  scattered: 'scattered',
  dead: 'dead',
};
/** It lies on a track, where it is listed. */
export const ON_TRACK = 'track';

// ---- Events (`Telling.kind`) ----

export const HEADINGS: ReadonlySet<string> = new Set(['turn', 'phase']);
export const TURN_IN_PLACE = 'turn-in-place';
/** Steps of one march: they fold into each other whichever way they alternate. */
export const STEPS: ReadonlySet<string> = new Set(['move', TURN_IN_PLACE, 'rout-step']);

// ---- Ground ----

/** What the games call the same ground. */
export const GROUND_NAMES: Readonly<Record<string, string>> = {
  forest: 'wooded',
  woods: 'wooded',
  wood: 'wooded',
  swamp: 'marsh',
  bog: 'marsh',
  river: 'pool',
  lake: 'pool',
  water: 'pool',
  town: 'village',
  hill: 'clear',
  fort: 'clear',
};
/** Hexsides and lines that are water; others are works of men. */
export const FLOWING: ReadonlySet<string> = new Set(['burn', 'stream', 'river']);
