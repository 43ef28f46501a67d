// What has befallen a piece, read off the story: whatever was told with its name in it.
import type { StoryEntry, Telling } from '../api/types';
import { type Namer, mentions } from './mentions';

export interface Fate {
  key: string;
  /** After how many entries. */
  entry: number;
  /** The heading of the turn, where it is the first of that turn. */
  turn: string | undefined;
  telling: Telling;
}

/** Marches are seen on the map; they are not told again. */
const isMarch = ({ role, way, kind }: Telling): boolean =>
  role === 'step' || role === 'facing' || !!way || kind === 'move';

export function fateOf(story: readonly StoryEntry[], piece: string, names: Namer): Fate[] {
  const found: Fate[] = [];
  let turn: string | undefined;
  let told: string | undefined;
  story.forEach(({ events }, entry) => {
    events.forEach((telling, i) => {
      if (telling.role === 'turn') turn = telling.text.replace(/\.$/, '');
      if (telling.role === 'turn' || telling.role === 'phase' || isMarch(telling)) return;
      if (!mentions(telling.text, names).some((part) => part.id === piece)) return;
      found.push({ key: `${entry}.${i}`, entry, turn: turn === told ? undefined : turn, telling });
      told = turn;
    });
  });
  return found;
}
