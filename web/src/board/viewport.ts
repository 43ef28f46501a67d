// The window onto the sheet: where the reader looks, and how that changes. Nothing reactive here: one transform a frame.
import type { Box, Point } from '../ground/ground';
import {
  type Camera,
  type Size,
  type Spread,
  frame,
  hold,
  lean,
  pan,
  pinch,
  reveal,
  toMap,
  toScreen,
  zoomAt,
} from './camera';

/** So long after the first look the page around the map may still grow: what was framed is framed again then. */
const SETTLING = 1500;
/** After so long without a move the reader has come to rest. */
const REST = 160;

export interface ViewportEvents {
  /** The transform was set anew. */
  moved(): void;
  rested(): void;
  /** Fingers are down: it is too early to rest. */
  isHeld(): boolean;
}

export class Viewport {
  camera: Camera = { x: 0, y: 0, scale: 0.001 };
  size: Size = { width: 1, height: 1 };
  /** Something has been shown already. */
  framed = false;
  #view: HTMLElement | undefined;
  #world: HTMLElement | undefined;
  #queued = 0;
  /** The reader has looked elsewhere himself, or taken something up. */
  #used = false;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly sheet: () => Size,
    readonly events: ViewportEvents,
  ) {}

  /**
   * `first` frames what is worth seeing; `kept` is what stays in sight when the view changes its size, and is asked while the view
   * still has the old one; `then` may bring in more when it has the new one.
   */
  attach(
    view: HTMLElement,
    world: HTMLElement,
    first: () => void,
    kept: () => Point | undefined,
    then: () => void,
  ): () => void {
    this.#view = view;
    this.#world = world;
    let framedAt = 0;
    const watch = new ResizeObserver(() => {
      const point = this.framed ? kept() : undefined;
      this.size = { width: view.clientWidth, height: view.clientHeight };
      const isSettling = this.framed && !this.#used && performance.now() - framedAt < SETTLING;
      if ((!this.framed || isSettling) && this.size.width > 10) {
        if (!this.framed) framedAt = performance.now();
        this.framed = true;
        first();
        this.#apply();
      } else {
        const held = hold(this.camera, this.sheet(), this.size);
        this.look(point ? reveal(held, point, this.sheet(), this.size) : held, false);
        then();
      }
    });
    watch.observe(view);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(this.#queued);
      clearTimeout(this.#settle);
    };
  }

  /** The reader has begun: from now on what he sees is his own. */
  use(): void {
    this.#used = true;
  }

  look(next: Camera, moving = true): void {
    this.camera = next;
    if (moving) {
      this.#used = true;
      this.#world?.classList.add('moving');
    }
    clearTimeout(this.#settle);
    this.#settle = setTimeout(this.#rest, REST);
    if (!this.#queued) this.#queued = requestAnimationFrame(this.#apply);
  }

  #apply = (): void => {
    this.#queued = 0;
    const { x, y, scale } = this.camera;
    if (this.#world) this.#world.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.events.moved();
  };

  #rest = (): void => {
    if (this.events.isHeld()) {
      this.#settle = setTimeout(this.#rest, REST);
      return;
    }
    this.#world?.classList.remove('moving');
    this.events.rested();
  };

  // ---- Points ----

  /** Of a pointer, in the view. */
  local(e: MouseEvent): Point {
    const box = this.#view!.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  toMap(p: Point): Point {
    return toMap(this.camera, p);
  }

  toScreen(p: Point): Point {
    return toScreen(this.camera, p);
  }

  /** What is in sight, in map units. */
  seen(): Box {
    const a = this.toMap({ x: 0, y: 0 });
    const z = this.toMap({ x: this.size.width, y: this.size.height });
    return { left: a.x, top: a.y, right: z.x, bottom: z.y };
  }

  // ---- Ways to look elsewhere ----

  panBy(dx: number, dy: number): void {
    this.look(pan(this.camera, dx, dy, this.sheet(), this.size));
  }

  pinch(before: [Point, Point], after: [Point, Point]): void {
    this.look(pinch(this.camera, before, after, this.sheet(), this.size));
  }

  zoomAt(screen: Point, factor: number): void {
    this.look(zoomAt(this.camera, screen, factor, this.sheet(), this.size));
  }

  zoom(factor: number): void {
    this.zoomAt({ x: this.size.width / 2, y: this.size.height / 2 }, factor);
  }

  /** Moves just as far as needed to show a point, and at once: in a map that is dragged nobody would be seen on his way. */
  reveal(point: Point, room?: number, right?: number): void {
    const next = reveal(this.camera, point, this.sheet(), this.size, room, right);
    if (next !== this.camera) this.look(next, false);
  }

  whole(): void {
    const { width, height } = this.sheet();
    this.look(frame({ left: 0, top: 0, right: width, bottom: height }, this.sheet(), this.size));
  }

  /**
   * Shows points as large as they go, but not smaller than `least` nor larger than `most`; `below` and at the right so many pixels
   * are left free.
   */
  fit(points: readonly Spread[], least = 0, room = 60, most = 1.6, below = 0, right = 0): void {
    const sheet = this.sheet();
    const box = points.length ? boxOf(points, room) : { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
    const { width, height } = this.size;
    this.look(frame(box, sheet, { width: width - right, height: height - below }, most, least), false);
  }

  /** Moves towards a point as far as these others stay in sight; `below` and at the right so many pixels are left free. */
  lean(points: readonly Spread[], towards: Point, room: number, below: number, right: number): void {
    const { width, height } = this.size;
    const view = { width: width - right, height: height - below };
    this.look(lean(this.camera, boxOf(points, 0), towards, this.sheet(), view, room), false);
  }
}

function boxOf(points: readonly Spread[], room: number): Box {
  const xs = points.flatMap(({ x, wide = 0 }) => [x - wide, x + wide]);
  const ys = points.flatMap(({ y, high = 0 }) => [y - high, y + high]);
  return {
    left: Math.min(...xs) - room,
    right: Math.max(...xs) + room,
    top: Math.min(...ys) - room,
    bottom: Math.max(...ys) + room,
  };
}
