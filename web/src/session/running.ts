// Routed units that have to run: whether there is anything to decide about it.
import type { Destination, Offer } from '../api/types';
import type { Ground, Point } from '../ground/ground';

/** Nobody is in another's way who is so many steps off, however long his counter. */
const APART = 3;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Several who have to do something that is no roll, and nothing else can be done. */
export const areOwed = (offers: readonly Offer[]): boolean =>
  offers.length > 1 &&
  offers.every((o) => o.piece && o.role === 'owed' && !o.rolls && o.kind === offers[0]!.kind) &&
  new Set(offers.map((o) => o.piece)).size === offers.length;

/** The whole way of somebody who has no other: every place he can come to lies on it. */
export function onlyWay(ways: readonly Destination[]): Destination | undefined {
  const longest = ways.reduce<Destination | undefined>(
    (a, b) => (a && a.plan.length >= b.plan.length ? a : b),
    undefined,
  );
  const isOnIt = ({ plan }: Destination) => plan.every((choice, i) => choice === longest!.plan[i]);
  return longest && longest.path.length > 1 && ways.every(isOnIt) ? longest : undefined;
}

/** Each has one way only, and nobody comes so near another that it would matter who goes first. */
export function isSettled(ways: readonly (readonly Destination[])[], ground: Pick<Ground, 'centre'>): boolean {
  const only = ways.map(onlyWay);
  const runs = only.map((way) => way?.path.flatMap((place) => ground.centre(place) ?? []) ?? []);
  const [step] = runs.flatMap((run) => run.slice(1).map((to, i) => distance(run[i]!, to)));
  if (!step || only.some((way) => !way)) return false;
  return runs.every((run, i) =>
    runs.slice(i + 1).every((other) => run.every((a) => other.every((b) => distance(a, b) > APART * step))),
  );
}
