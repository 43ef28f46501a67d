// What this reader likes, kept in the browser.

export type Theme = 'auto' | 'light' | 'dark';

interface Kept {
  theme: Theme;
  advance: boolean;
  numbers: boolean;
  notify: boolean;
  pace: number;
  sound: boolean;
  along: boolean;
  brief: boolean;
  guide: boolean;
  met: readonly string[];
  learned: readonly string[];
  taught: boolean;
}

const KEY = 'schiltron.prefs';
const DEFAULTS: Kept = {
  theme: 'auto',
  advance: true,
  numbers: true,
  notify: false,
  pace: 400,
  sound: true,
  along: true,
  brief: true,
  guide: true,
  met: [],
  learned: [],
  taught: false,
};

function read(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Prefs {
  #kept = $state(read());
  #system = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (e) => {
      this.#system = e.matches;
      this.apply();
    });
  }

  get theme(): Theme {
    return this.#kept.theme;
  }
  get dark(): boolean {
    return this.#kept.theme === 'auto' ? this.#system : this.#kept.theme === 'dark';
  }
  get advance(): boolean {
    return this.#kept.advance;
  }
  /** Whether it is said what is done in a phase that is new to the reader. */
  get guide(): boolean {
    return this.#kept.guide;
  }
  /** Phases that he has been through, each after its system. */
  get met(): readonly string[] {
    return this.#kept.met;
  }
  get numbers(): boolean {
    return this.#kept.numbers;
  }
  get notify(): boolean {
    return this.#kept.notify;
  }
  get pace(): number {
    return this.#kept.pace;
  }
  /** Whether the chronicle leaves out rules and sums until they are asked for. */
  get brief(): boolean {
    return this.#kept.brief;
  }
  /** Whether leaders go along without being asked. */
  get along(): boolean {
    return this.#kept.along;
  }
  /** Lessons that have been taken to their end. */
  get learned(): readonly string[] {
    return this.#kept.learned;
  }
  /** Whether whoever has not taken all of them has put them away. */
  get taught(): boolean {
    return this.#kept.taught;
  }
  get sound(): boolean {
    return this.#kept.sound;
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Then it holds for this visit only.
    }
    this.apply();
  }

  apply(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
  }
}

export const prefs = new Prefs();
