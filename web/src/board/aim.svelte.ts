// Pointing and pressing: from a point of the sheet to what the reader means by it.
import type { Place, Pose } from '../api/types';
import type { Ground, Point } from '../ground/ground';
import { askedFacing, facingOf } from '../ground/place';
import { isMustering } from '../session/play';
import type { Session } from '../session/session.svelte';
import { type Laid, fanned, lay, pennonAt } from './layout';

/** How long the pointer rests on a place, in milliseconds, before "why not?" is asked. */
const BY_POINTER = 260;
const BY_KEY = 500;
/** How near to the middle of a place a counter lies on it, in the size of a counter. */
const BENEATH = 1.5;

export class Aim {
  /** The last place pressed or walked to: there the keyboard cursor is. */
  cursor = $state.raw<Place | undefined>();
  /** The name of the place whose stack was opened by hand. */
  opened = $state<string | undefined>();
  /** What was used last: `mouse`, `touch`, `pen` or `key`. */
  by = 'mouse';
  #resting: ReturnType<typeof setTimeout> | undefined;
  #staged: string | undefined;

  constructor(readonly session: Session) {}

  get ground(): Ground {
    return this.session.ground!;
  }

  /** The stack to open: that of the selected piece, or the one opened by hand. */
  open = $derived.by(() => {
    if (this.opened !== undefined) return this.opened;
    const at = this.session.hand.piece?.at;
    return at && this.session.at(at).length > 1 ? this.ground.stackKeys(at)[0] : undefined;
  });
  laid = $derived.by(() => lay(this.session.pieces, this.ground, this.open));

  /** Where the pointer promises something that an opened stack lies on: it is seen through there. */
  through = $derived.by(() => {
    const { focus } = this.session.hand;
    const p = focus && this.ground.centre(focus);
    return !!p && !!fanned(this.laid, p, BENEATH) && this.#promises(focus);
  });

  close(): void {
    clearTimeout(this.#resting);
  }

  /** Points at a place, and at a facing if near the edge of it. */
  hover(p: Point): void {
    const { hand } = this.session;
    const place = this.ground.placeAt(p, this.session.facings);
    this.near(p);
    if (!place) {
      if (hand.focus) hand.focus = undefined;
      return;
    }
    const moved = !hand.focus || this.ground.key(hand.focus) !== this.ground.key(place);
    if (!moved && facingOf(hand.focus) === facingOf(place)) return;
    hand.focus = place;
    if (!moved) return;
    hand.why = undefined;
    hand.again = false;
    this.#rest(place, BY_POINTER);
  }

  left(): void {
    clearTimeout(this.#resting);
    if (this.by === 'mouse') this.session.hand.focus = undefined;
  }

  hold(p: Point): void {
    this.hover(p);
    this.#askAt(this.session.hand.focus);
  }

  /** The cursor has walked to a place. */
  goTo(place: Place): void {
    const { hand } = this.session;
    this.cursor = place;
    this.by = 'key';
    hand.focus = place;
    hand.why = undefined;
    this.#rest(place, BY_KEY);
  }

  #rest(place: Place, ms: number): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#askAt(place), ms);
  }

  /** "Why not?" for the place pointed at, if it is not one that can be chosen. */
  #askAt(place: Place | undefined): void {
    const { hand } = this.session;
    if (!place || !hand.selected || !hand.card) return;
    const focused = hand.focus && this.ground.key(hand.focus) === this.ground.key(place) ? hand.focus : place;
    const what = hand.click(focused);
    if (what.do === 'why') void hand.act(what);
  }

  // ---- Dragging, on a table ----

  /** From where the hand took hold to where the piece stands. */
  #held: { dx: number; dy: number; at: Pose } | undefined;

  /** A finger takes hold only of what is selected: everywhere else it moves the map. */
  grab(p: Point, byTouch: boolean): boolean {
    const { dragging, hand, sight } = this.session;
    const spot = this.ground.placeAt(p);
    if (!this.ground.words.drags || sight.on || !spot || 'hexes' in spot || this.session.unfolding.on) return false;
    if (this.session.laying.chit) return false;
    const flown = this.#pennon(p)?.piece;
    const there = flown ? [flown] : this.session.at(spot);
    const piece = there.find((q) => dragging.can(q.id) && (!byTouch || hand.selected === q.id));
    if (!piece?.at || 'hexes' in piece.at) return false;
    this.#held = { dx: piece.at.x - spot.x, dy: piece.at.y - spot.y, at: piece.at };
    hand.focus = undefined;
    dragging.begin(piece.id);
    return true;
  }

  /** Whoever is here may be taken up. */
  near(p: Point): void {
    const spot = this.ground.words.drags ? this.ground.placeAt(p) : undefined;
    if (spot) for (const { id } of this.session.at(spot)) this.session.dragging.ahead(id);
  }

  #pennon(p: Point): Laid | undefined {
    return this.ground.words.drags ? pennonAt(this.laid, p) : undefined;
  }

  drag(p: Point): void {
    const spot = this.ground.placeAt(p);
    const held = this.#held;
    if (!held || !spot || 'hexes' in spot) return;
    this.session.dragging.to({ ...held.at, x: spot.x + held.dx, y: spot.y + held.dy });
  }

  /** A press there would do something with the piece in hand, and not only take up or look at another. */
  #promises(place: Place | undefined): boolean {
    const { hand, division } = this.session;
    if (!place) return false;
    if (division.active) return division.steps(place).some(({ way }) => way);
    const { do: what } = hand.click(place);
    return what === 'go' || what === 'charge' || what === 'choose';
  }

  press(p: Point, byTouch: boolean): void {
    const { hand, muster, sight, sorted } = this.session;
    this.session.aftermath.clear();
    this.session.drama.clear();
    this.session.unfolding.stop();
    // An opened stack lies on the places beside it: what can be done there comes first.
    const fan = fanned(this.laid, p);
    const hit = (fan && !this.#promises(hand.focus) ? fan : undefined) ?? this.#pennon(p);
    const place = hit?.piece.at ? this.ground.head(hit.piece.at) : hand.focus;
    if (!place) {
      hand.select(undefined);
      this.opened = undefined;
      return;
    }
    this.cursor = this.ground.head(place);
    if (sight.on) {
      sight.press(place, this.ground);
      return;
    }
    if (this.session.laying.chit) {
      const piece = hit?.piece ?? this.session.at(place)[0];
      if (piece) void this.session.laying.put(piece.id);
      return;
    }
    if (hit && !muster && !this.session.division.active && sorted.byPiece.has(hit.piece.id)) {
      hand.select(hit.piece.id);
      return;
    }
    void this.perform(place, byTouch, hit?.piece.id);
  }

  async perform(place: Place, twice: boolean, top?: string): Promise<void> {
    const { hand, division } = this.session;
    if (division.active) {
      // A finger cannot hover: its first tap shows where everybody would come to, the second does it.
      const key = `division ${this.ground.key(place)}`;
      hand.again = twice && this.#staged !== key && division.steps(place).some(({ way }) => way);
      this.#staged = hand.again ? key : undefined;
      if (!hand.again) void division.go(place);
      return;
    }
    // Pressed before the last choice was answered: what it means is decided by what comes of that.
    await this.session.commands.answered();
    let what = hand.click(place, top);
    if (what.do === 'why') {
      // Pressed before its ways were here: that is no reason to refuse it.
      const { selected } = hand;
      await hand.found();
      if (hand.selected !== selected) return;
      what = hand.click(place, top);
    }
    // Something is done here: what could not be done here is of no interest any more.
    if (what.do !== 'why') clearTimeout(this.#resting);
    this.opened = this.session.at(place).length > 1 ? this.ground.stackKeys(place)[0] : undefined;
    // A finger cannot hover: its first tap shows what would happen, the second does it.
    const doing = what.do === 'go' || what.do === 'choose' || what.do === 'charge';
    const key = doing ? `${hand.selected} ${this.ground.key(place)} ${facingOf(place) ?? ''}` : undefined;
    const turns = what.do === 'choose' && what.offer.to && askedFacing(what.offer.to);
    // Nor does anybody go anywhere while an attack is only put together.
    const musters = what.do === 'choose' && isMustering(what.offer);
    hand.again = twice && !!key && this.#staged !== key && !turns && !musters;
    this.#staged = hand.again ? key : undefined;
    if (hand.again) return;
    void hand.act(what);
  }
}
