// Mouse, pen and fingers on the map: a press, a drag, a long press, two fingers, the wheel.
import type { Box, Point } from '../ground/ground';
import { REST, isHeading } from './heading';
import type { Viewport } from './viewport';

/** A finger held so long asks a question. */
const LONG = 550;

export interface PointerEvents {
  /** All points are of the sheet. */
  hover(p: Point): void;
  /** A finger or button is down there. */
  near(p: Point): void;
  press(p: Point, byTouch: boolean): void;
  hold(p: Point): void;
  /** Whether there is something to take hold of; then it is dragged, and not the map. */
  grab(p: Point, byTouch: boolean): boolean;
  drag(p: Point): void;
  drop(): void;
  /** Two fingers, or the browser, have interrupted it. */
  cancel(): void;
  left(): void;
  /** Where something stands on the view that the pointer may want to reach; other places are passed on the way. */
  wanted(): Box | undefined;
  /** What moves: `mouse`, `touch`, `pen`. */
  used(kind: string): void;
}

export class Pointer {
  readonly #fingers = new Map<number, Point>();
  #dragged = false;
  #holding = false;
  #pulled: Point | undefined;
  #start: Point = { x: 0, y: 0 };
  #pressing: ReturnType<typeof setTimeout> | undefined;
  #hovered: Point | undefined;
  #frame = 0;
  #last: Point | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly view: Viewport,
    readonly events: PointerEvents,
  ) {}

  get isDown(): boolean {
    return this.#fingers.size > 0;
  }

  close(): void {
    clearTimeout(this.#pressing);
    clearTimeout(this.#resting);
    cancelAnimationFrame(this.#frame);
  }

  /** Mice report more often than a screen is drawn: once a frame is enough. */
  #hover(p: Point): void {
    this.#hovered = p;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#hovered) this.#pointAt(this.#hovered);
    });
  }

  #pointAt(p: Point): void {
    const box = this.events.wanted();
    const heading = isHeading(this.#last, p, box);
    this.#last = p;
    clearTimeout(this.#resting);
    if (!heading) this.events.hover(this.view.toMap(p));
    else if (!isHeading(p, p, box)) this.#resting = setTimeout(() => this.events.hover(this.view.toMap(p)), REST);
  }

  down = (e: PointerEvent): void => {
    if (e.button > 1) return;
    this.events.used(e.pointerType);
    this.view.use();
    (e.currentTarget as Element).setPointerCapture(e.pointerId);
    const p = this.view.local(e);
    this.#fingers.set(e.pointerId, p);
    this.#start = p;
    const first = this.#fingers.size === 1;
    if (first) {
      this.#dragged = false;
      this.events.near(this.view.toMap(p));
    } else this.#letGo();
    clearTimeout(this.#pressing);
    if (e.pointerType !== 'touch' || !first) return;
    this.#pressing = setTimeout(() => {
      this.#dragged = true;
      this.events.hold(this.view.toMap(p));
    }, LONG);
  };

  move = (e: PointerEvent): void => {
    const now = this.view.local(e);
    const before = this.#fingers.get(e.pointerId);
    if (!before) {
      if (e.pointerType !== 'mouse') return;
      this.events.used('mouse');
      this.#hover(now);
      return;
    }
    const slack = e.pointerType === 'touch' ? 9 : 5;
    if (!this.#dragged && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < slack) return;
    if (!this.#dragged && this.#fingers.size === 1) {
      this.#holding = this.events.grab(this.view.toMap(this.#start), e.pointerType === 'touch');
    }
    this.#dragged = true;
    clearTimeout(this.#pressing);
    if (this.#holding) {
      this.#pull(now);
    } else if (this.#fingers.size === 2) {
      const [other] = [...this.#fingers].filter(([id]) => id !== e.pointerId);
      if (other) this.view.pinch([before, other[1]], [now, other[1]]);
    } else if (this.#fingers.size === 1) {
      this.view.panBy(now.x - before.x, now.y - before.y);
    }
    this.#fingers.set(e.pointerId, now);
  };

  /** Once a frame, as for pointing. */
  #pull(p: Point): void {
    this.#pulled = p;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#holding && this.#pulled) this.events.drag(this.view.toMap(this.#pulled));
    });
  }

  #letGo(): void {
    if (this.#holding) this.events.cancel();
    this.#holding = false;
  }

  up = (e: PointerEvent): void => {
    clearTimeout(this.#pressing);
    if (this.#holding && this.#fingers.delete(e.pointerId)) {
      if (e.type === 'pointercancel') {
        this.#letGo();
        return;
      }
      this.#holding = false;
      this.events.drag(this.view.toMap(this.view.local(e)));
      this.events.drop();
      return;
    }
    if (!this.#fingers.delete(e.pointerId) || this.#dragged || e.type === 'pointercancel') return;
    this.#hovered = undefined;
    const p = this.view.toMap(this.view.local(e));
    this.events.hover(p);
    this.events.press(p, e.pointerType !== 'mouse');
  };

  leave = (e: PointerEvent): void => {
    this.#hovered = undefined;
    clearTimeout(this.#resting);
    // What is said about a place may be read.
    if (e.relatedTarget instanceof Element && e.relatedTarget.closest('.popover')) return;
    if (this.#fingers.size === 0) this.events.left();
  };

  wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const unit = e.deltaMode === 1 ? 32 : e.deltaMode === 2 ? 300 : 1;
    this.view.zoomAt(this.view.local(e), Math.exp(-e.deltaY * unit * (e.ctrlKey ? 0.008 : 0.0016)));
  };
}
