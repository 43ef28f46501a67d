// Begins a lesson: both seats are taken here, and the page plays the one that does not learn.
import { api } from '../api/http';
import type { Lesson } from '../api/types';
import { remember } from '../lib/opened';
import { router } from '../lib/route.svelte';
import * as saved from '../lib/saved';

let known: Promise<Lesson[]> | undefined;
const lessons = (): Promise<Lesson[]> => {
  known ??= api.lessons();
  known.catch(() => (known = undefined));
  return known;
};

export const begin = {
  lessons,
  find: async (id: string): Promise<Lesson | undefined> => (await lessons()).find((lesson) => lesson.id === id),
  after: async (id: string): Promise<Lesson | undefined> => {
    const all = await lessons();
    return all[all.findIndex((lesson) => lesson.id === id) + 1];
  },
  /** The first battle on the shelf, with the easier side against the easiest captain. */
  async battle(): Promise<void> {
    const [first] = (await api.shelf()).scenarios;
    const captain = first?.captains.find(({ level }) => level === 0) ?? first?.captains[0];
    if (!first || !captain) return router.go('/');
    const other = { kind: 'captain' as const, name: captain.name };
    const here = { kind: 'here' as const };
    const made = await api.create(first.id, {}, first.easier === 'two' ? [other, here] : [here, other]);
    const { game, token } = remember(made, first.title);
    router.go(`/g/${game}#${token}`);
  },
  async lesson(id: string): Promise<void> {
    const lesson = await begin.find(id);
    if (!lesson) return;
    const made = await api.learn(lesson.scenario, lesson.id);
    const [mine, other] = lesson.side === 'one' ? [made.seats[0]!, made.seats[1]!] : [made.seats[1]!, made.seats[0]!];
    // Lessons are begun anew: they take no room among the games that are kept.
    for (const entry of saved.load(localStorage)) if (entry.lesson) saved.forget(localStorage, entry);
    saved.keep(localStorage, {
      game: made.game,
      seats: { [lesson.side]: mine },
      title: lesson.title,
      opened: Math.floor(Date.now() / 1000),
      lesson: { id: lesson.id, other, step: 0, since: 0 },
    });
    router.go(`/g/${made.game}#${mine}`);
  },
};
