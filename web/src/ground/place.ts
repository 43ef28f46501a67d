// Places as they come over the wire, as far as they can be understood without knowing the ground.
import type { Place } from '../api/types';

/** Which way a piece at this place looks, as a text that can be compared; nothing if it looks nowhere. */
export const facingOf = (place: Place | undefined): string | undefined =>
  place && ('hexes' in place ? place.facing : String(place.angle));

/** The facing that was asked for by pointing near an edge. On a table a spot has none. */
export const askedFacing = (place: Place): string | undefined => ('hexes' in place ? place.facing : undefined);

/** Only the facing changes: there is no place to go to. */
export const isTurn = (place: Place): boolean => 'hexes' in place && place.hexes.length === 0;

/** The same place, looking another way or no way. */
export function looking(place: Place, facing: string | undefined): Place {
  if (!('hexes' in place)) return facing === undefined ? place : { ...place, angle: Number(facing) };
  return facing === undefined ? { hexes: place.hexes } : { hexes: place.hexes, facing };
}
