// Every word of the server that the page knows by heart: kinds of choices, badges, symbols, events and ground. They are
// plain text on the wire, and a word that is not here is still shown, only without a picture or a place of its own. This
// file has no logic, so that it can be generated from the Rust side one day.

// ---- Kinds of choices (`Offer.kind`) ----

/** Ends the move of the piece in hand. */
export const DONE = 'done';
/** Letting an interrupt go: for this once, for this unit, for this phase. The ordinary one first. */
export const PASSES = ['pass', 'pass-unit', 'pass-phase'] as const;
/** While this pass is on offer, another window of the phase will come. */
export const PASS_PHASE = 'pass-phase';
/** They only say "I have finished", and may be sent for the player when nothing else is on offer. */
export const FINISHING: ReadonlySet<string> = new Set(['end', 'ready', DONE, 'stop', ...PASSES]);
/** They begin something of a piece; all others answer a question. */
export const OPENING: ReadonlySet<string> = new Set(['move', 'lead', 'set', 'rout', 'mode', 'organise']);
/** Steps that reshape a piece or are told by name as well as shown on the map. */
export const RESHAPING: ReadonlySet<string> = new Set(['open', 'close', 'pace', 'ride', 'minimum']);
/** An attack that is put together: a target is named or spared, units join and drop out, and then they go. */
export const MUSTER = { against: 'against', spare: 'spare', join: 'join', drop: 'drop', go: 'go' } as const;
export const MUSTERING: ReadonlySet<string> = new Set(Object.values(MUSTER));
/** Always there, and no offer. */
export const RESIGN = 'resign';
/** Reactions, as standing orders name them. */
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
