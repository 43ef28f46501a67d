// The other player, if there is one at another screen: whether he is there, what the two say to each other, and the next game.
import { api } from '../api/http';
import type { StateMessage, Request } from '../api/live';
import type { About, SaidLine, Seat, Side, Viewer } from '../api/types';
import { refusalOf, remember } from '../lib/opened';
import { joinLink } from '../lib/saved';

/** What there is to know of the game. */
export interface Companions {
  readonly game: string;
  readonly info: About | undefined;
  readonly seats: {
    readonly mine: readonly Side[];
    ask<T>(request: Request): Promise<T>;
    tokenOf(viewer: Viewer): string;
  };
  readonly holders: { readonly other: Side | undefined };
  readonly state: { present?: Side[]; reading?: Side[] } | undefined;
  sideName(side: Side): string;
}

/** The sides exchanged: whoever sits here plays the other one, against the same player. */
export const exchanged = (mine: Side): [Seat, Seat] => {
  const [here, friend]: [Seat, Seat] = [{ kind: 'here' }, { kind: 'friend' }];
  return mine === 'one' ? [friend, here] : [here, friend];
};

/** How long something said is to be seen, in milliseconds. */
const LETTER = 8000;

export class Company {
  lines = $state.raw<readonly SaidLine[]>([]);
  /** How many of them the reader has seen. */
  read = $state(0);
  trouble = $state('');
  /** What the other player has just said, for who has the talk closed; an invitation stays until it is put away. */
  letter = $state.raw<SaidLine | undefined>();
  #known = false;
  #gone: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly of: Companions) {}

  /** The side of the player at another screen. */
  other = $derived.by(() => this.of.holders.other);
  there = $derived.by(() => !!this.other && !!this.of.state?.present?.includes(this.other));
  /** Whether he looks at the game at this moment, or only has it open. */
  reading = $derived.by(() => this.there && !!this.of.state?.reading?.includes(this.other!));
  unread = $derived.by(() => this.lines.slice(this.read).filter((line) => line.side === this.other).length);
  /** The last game that the other player has invited to. */
  invited = $derived.by(() => this.lines.findLast((line) => line.side === this.other && line.invites)?.invites);
  /** Whether whoever sits here has invited to one. */
  inviting = $derived.by(() => this.lines.some((line) => line.side !== this.other && line.invites));

  /** By his name, if he has told one. */
  called = (side: Side): string => this.of.info?.names[side === 'one' ? 0 : 1] ?? this.of.sideName(side);

  words: string = $derived.by(() => {
    const { other, of } = this;
    if (!other) return '';
    const name = of.info?.names[other === 'one' ? 0 : 1];
    const who = name ? `${name} (${of.sideName(other)})` : of.sideName(other);
    return `${who}: ${this.reading ? 'online, reading' : this.there ? 'online, another window' : 'not here'}`;
  });

  heard(message: StateMessage): void {
    const { said, viewer } = message;
    // What was said before the page was opened is no news.
    const isNews = this.#known;
    this.#known = true;
    // Two at one screen need no letters.
    if (!said || viewer === 'watcher') return;
    const before = this.lines.length;
    this.lines = [...this.lines.slice(0, said.from), ...said.lines];
    const fresh = this.lines.slice(before).findLast((line) => line.side === this.other);
    if (fresh && isNews) this.#deliver(fresh);
  }

  #deliver(line: SaidLine): void {
    this.letter = line;
    clearTimeout(this.#gone);
    if (!line.invites) this.#gone = setTimeout(() => (this.letter = undefined), LETTER);
  }

  close(): void {
    clearTimeout(this.#gone);
  }

  async say(
    text: string,
    more: { about?: number; invites?: { game: string; invitation: string } } = {},
  ): Promise<boolean> {
    this.trouble = '';
    try {
      await this.of.seats.ask<null>({ do: 'say', text: text.trim(), ...more });
      return true;
    } catch (error) {
      this.trouble = refusalOf(error).why;
      return false;
    }
  }

  /** Begins the same battle with the sides exchanged and invites the other player; the link to one's own seat there. */
  async rematch(): Promise<{ game: string; token: string } | undefined> {
    const { info, seats } = this.of;
    const mine = seats.mine[0];
    if (!info || !mine) return undefined;
    this.trouble = '';
    try {
      const name = info.names[mine === 'one' ? 0 : 1];
      const made = await api.again(this.of.game, seats.tokenOf(mine), exchanged(mine), name);
      const invitation = made.invitations.find((code) => code);
      const kept = remember(made, info.title);
      if (invitation)
        await this.say('Another one, with the sides exchanged?', { invites: { game: made.game, invitation } });
      return kept;
    } catch (error) {
      this.trouble = refusalOf(error).why;
      return undefined;
    }
  }

  /** Where an invitation leads. */
  link = (invites: { game: string; invitation: string }): string => joinLink('', invites.game, invites.invitation);
}
