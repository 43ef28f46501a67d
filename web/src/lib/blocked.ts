// Names whose open games this browser does not show.
import type { Store } from './saved';

const KEY = 'schiltron.blocked';

export function load(store: Store): string[] {
  try {
    const names: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Blocks a name, or lifts the block. */
export function toggle(store: Store, name: string): string[] {
  const before = load(store);
  const after = before.includes(name) ? before.filter((n) => n !== name) : [...before, name].slice(-200);
  try {
    store.setItem(KEY, JSON.stringify(after));
  } catch {
    // A private window keeps nothing; the block lasts as long as the page then.
  }
  return after;
}
