// The map by keyboard: a cursor that walks over the ground, turns what is in hand and says what is under it.
import type { Place } from '../api/types';
import type { Direction } from '../ground/ground';
import { askedFacing, facingOf, looking } from '../ground/place';
import { cursorWords, pieceWords, points } from '../lib/words';
import { stops } from '../session/muster';
import { nextAble } from '../session/play';
import type { Session } from '../session/session.svelte';
import type { Aim } from './aim.svelte';
import type { Viewport } from './viewport';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
/** Pixels that the map moves with Shift and an arrow key. */
const PAN = 90;
/** Tenths of a degree by which a piece in hand is turned. */
const TURN = 150;

export class Keys {
  constructor(
    readonly session: Session,
    readonly view: Viewport,
    readonly aim: Aim,
  ) {}

  press = (e: KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const arrow = ARROWS[e.key];
    if (this.session.dragging.piece) {
      if (!this.#dragBy(e.key, arrow)) return;
    } else if (e.key === 'g') this.#grab();
    else if (arrow && e.shiftKey) this.#pan(arrow);
    else if (arrow) this.#walk(arrow);
    else if (e.key === 'Enter' || e.key === ' ') this.#enter();
    else if (e.key === '[' || e.key === ']') this.#turn(e.key === ']' ? 1 : -1);
    else if (e.key === 'o') this.#openStack();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };

  /** Takes hold of the piece in hand, where pieces are dragged. */
  #grab(): void {
    const { dragging, hand, voice } = this.session;
    if (!hand.selected || !dragging.can(hand.selected)) {
      voice.spoken = 'Nothing in hand can be moved now.';
      return;
    }
    this.aim.by = 'key';
    dragging.begin(hand.selected);
    voice.spoken = `${hand.piece?.name} in hand: arrow keys move it, Enter lets go, Escape puts it back.`;
  }

  /** Whether the key was one for the piece that is dragged. */
  #dragBy(key: string, arrow: Direction | undefined): boolean {
    const { dragging } = this.session;
    if (key === 'Enter' || key === ' ') void dragging.drop();
    else if (key === 'Escape') dragging.cancel();
    else if (arrow && dragging.wanted) {
      const to = this.aim.ground.nudge(dragging.wanted, arrow);
      dragging.to(to);
      const centre = this.aim.ground.centre(to);
      if (centre) this.view.reveal(centre);
    } else if ((key === '[' || key === ']') && dragging.wanted && !('hexes' in dragging.wanted)) {
      // Where a piece may look another way: a game that has no use for it goes by the place alone.
      const { angle } = dragging.wanted;
      dragging.to({ ...dragging.wanted, angle: (angle + (key === ']' ? TURN : 3600 - TURN)) % 3600 });
    } else return false;
    return true;
  }

  #pan(arrow: Direction): void {
    const dx = arrow === 'left' ? PAN : arrow === 'right' ? -PAN : 0;
    const dy = arrow === 'up' ? PAN : arrow === 'down' ? -PAN : 0;
    this.view.panBy(dx, dy);
  }

  #walk(arrow: Direction): void {
    const { cursor, ground } = this.aim;
    const to = cursor ? ground.step(cursor, arrow) : this.#start();
    if (to) this.#goTo(to);
  }

  #enter(): void {
    const { aim } = this;
    const { hand, sight } = this.session;
    const place = aim.cursor ?? this.#start();
    const key = aim.ground.key(place);
    if (!hand.focus || aim.ground.key(hand.focus) !== key) this.#goTo(place);
    else if (sight.on) sight.press(place, aim.ground);
    else if (this.session.laying.chit) this.#lay(place);
    else void aim.perform(hand.focus, false);
  }

  #lay(place: Place): void {
    const piece = this.session.hand.stack(place)[0];
    if (piece) void this.session.laying.put(piece.id);
  }

  #openStack(): void {
    const { aim } = this;
    aim.opened = aim.opened || !aim.cursor ? undefined : aim.ground.stackKeys(aim.cursor)[0];
  }

  /** Where the cursor begins: at the piece in hand, at one that can act, at any. */
  #start(): Place {
    const { hand, pieces, sorted } = this.session;
    const able = pieces.find((p) => sorted.byPiece.has(p.id) && p.at);
    const at = hand.piece?.at ?? able?.at ?? pieces.find((p) => p.at)?.at;
    return at ? this.aim.ground.head(at) : this.aim.ground.start;
  }

  #goTo(place: Place): void {
    this.aim.goTo(place);
    const centre = this.aim.ground.centre(place);
    if (centre) this.view.reveal(centre);
    this.#say(place);
  }

  #say(place: Place): void {
    const { hand, areas, voice } = this.session;
    const { ground } = this.aim;
    const can: string[] = [];
    const what = hand.click(place);
    if (what.do === 'charge') can.push(`Enter: ${hand.piece?.name} charges`);
    if (what.do === 'go') can.push(`Enter: ${hand.piece?.name} goes here for ${points(what.way.cost)}`);
    else if (what.do === 'choose') can.push(`Enter: ${what.offer.label}`);
    else if (what.do === 'select') can.push('Can act. Enter selects it');
    else if (what.do === 'pick') can.push(`Enter lists ${what.offers.length} choices`);
    const within = areas
      .at(place, ground)
      .map((a) => `${a.kind}: ${(a.piece && this.session.byId.get(a.piece)?.name) ?? this.session.sideName(a.side)}`);
    const pieces = hand
      .stack(place)
      .map((p) => pieceWords(p, this.session.sideName(p.side), p.at && ground.facing(p.at)?.spoken));
    voice.spoken = cursorWords(ground.describe(place), pieces, [...within, ...can]);
  }

  /** The next facing that can be taken here, clockwise or back. */
  #turn(by: 1 | -1): void {
    const { hand, voice } = this.session;
    const { ground } = this.aim;
    const { focus, piece } = hand;
    if (!focus || !piece?.at) return;
    const here = ground.covers(piece.at, piece.base, focus);
    const turns = [...(hand.card?.turns.values() ?? [])].flatMap((o) => o.to ?? []);
    const open = here ? turns : ((hand.reach && ground.nearest(focus, hand.reach)) ?? []).map((way) => way.to);
    const order = open
      .flatMap((place) => {
        const facing = ground.facing(place);
        return facing ? [{ ...facing, name: facingOf(place) }] : [];
      })
      .sort((a, b) => a.bearing - b.bearing);
    if (order.length === 0) return;
    const now = askedFacing(focus) ?? facingOf(here ? piece.at : hand.wayTo(focus)?.to);
    const at = order.findIndex((f) => f.name === now);
    const next = order[(at + by + order.length) % order.length]!;
    hand.focus = looking(focus, next.name);
    voice.spoken = `Facing ${next.short}`;
  }

  /** Whoever comes next: in reading order, in a place the fighting piece before those with it. */
  #next(by: 1 | -1): string | undefined {
    const { hand, sorted, muster } = this.session;
    const { cursor, ground, laid } = this.aim;
    const spot = (l: (typeof laid)[number]) => ground.centre(l.piece.at!)!;
    const order = [...laid]
      .sort((a, b) => spot(a).y - spot(b).y || spot(a).x - spot(b).x || a.order - b.order)
      .map((l) => l.piece.id);
    // While an attack is put together nobody is in hand: the cursor walks over all whom a step is about.
    const able = muster ? stops(muster, (place) => this.session.foesAt([place])) : sorted.byPiece;
    const under = muster && cursor ? this.session.at(cursor).find((p) => able.has(p.id))?.id : undefined;
    return nextAble(order, able, muster ? under : hand.selected, by);
  }

  /** What will be asked of whoever comes next. */
  ahead(by: 1 | -1): void {
    this.session.dragging.ahead(this.#next(by));
  }

  /** The next piece that can act. */
  step(by: 1 | -1): void {
    const { hand, byId, muster, voice } = this.session;
    const { ground } = this.aim;
    const id = this.#next(by);
    if (!id) {
      voice.spoken = 'No piece can act now.';
      return;
    }
    this.aim.by = 'key';
    this.session.unfolding.stop();
    hand.select(muster ? undefined : id);
    this.ahead(by);
    const at = byId.get(id)?.at;
    if (!at) return;
    const place = ground.head(at);
    this.aim.cursor = place;
    hand.focus = place;
    const centre = ground.centre(place);
    if (centre) this.view.reveal(centre);
    this.#say(place);
  }
}
