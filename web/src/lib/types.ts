// The server's types under the names the page uses. The originals are generated from the Rust types.
import type { Ask, Fault, ServerMessage } from '../api/types';

export type {
  About,
  Area,
  Badge,
  BoardView,
  CaptainState,
  Chance,
  Destination,
  EdgeView,
  GameLine,
  GameList,
  HexView,
  Luck,
  Modifier,
  Next,
  Odds,
  Offer,
  Opened,
  OptionCard,
  PieceView,
  Reckoning,
  Report,
  Rule,
  Rulebook,
  Scene,
  SceneNow,
  Seat,
  Shelf,
  ShelfScenario,
  Side,
  Story,
  Telling,
  Told,
  Track,
  Verdict,
  Viewer,
} from '../api/types';
export type { Record as GameRecord } from '../api/types';

export type StateMessage = Extract<ServerMessage, { type: 'state' }>;
export type Message = ServerMessage;

/** Why something was refused, by a rule or by the server. */
export type Refusal = Fault;

/** A request without its reference, which the line adds. */
export type Request = Ask extends infer A ? (A extends { ref: number } ? Omit<A, 'ref'> : never) : never;
