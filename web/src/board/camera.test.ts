import { describe, expect, it } from 'vitest';
import {
  MAX_SCALE,
  frame,
  frontOf,
  fullest,
  hold,
  lean,
  minScale,
  pan,
  pinch,
  reveal,
  scaleBar,
  toMap,
  toScreen,
  zoomAt,
} from './camera';

const sheet = { width: 1600, height: 2200 };
const view = { width: 800, height: 600 };
const camera = { x: -200, y: -300, scale: 1 };

describe('camera', () => {
  it('keeps the point under the pointer when zooming', () => {
    const at = { x: 300, y: 250 };
    const before = toMap(camera, at);
    const after = toMap(zoomAt(camera, at, 1.5, sheet, view), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('goes there and back', () => {
    const p = { x: 12, y: 34 };
    const q = toScreen(camera, toMap(camera, p));
    expect(q.x).toBeCloseTo(p.x);
    expect(q.y).toBeCloseTo(p.y);
  });

  it('never zooms beyond its limits', () => {
    expect(zoomAt(camera, { x: 0, y: 0 }, 1000, sheet, view).scale).toBe(MAX_SCALE);
    expect(zoomAt(camera, { x: 0, y: 0 }, 0.0001, sheet, view).scale).toBe(minScale(sheet, view));
  });

  it('cannot lose the sheet', () => {
    for (const [dx, dy] of [
      [1e6, 1e6],
      [-1e6, -1e6],
    ] as const) {
      const moved = pan(camera, dx, dy, sheet, view);
      const corner = toScreen(moved, { x: dx > 0 ? 0 : sheet.width, y: dy > 0 ? 0 : sheet.height });
      expect(corner.x).toBeGreaterThanOrEqual(0);
      expect(corner.x).toBeLessThanOrEqual(view.width);
      expect(corner.y).toBeGreaterThanOrEqual(0);
      expect(corner.y).toBeLessThanOrEqual(view.height);
    }
  });

  it('puts a sheet that is smaller than the view in its middle', () => {
    const small = hold({ x: 5, y: 5, scale: 0.2 }, sheet, view);
    expect(small.x + (sheet.width * small.scale) / 2).toBeCloseTo(view.width / 2);
  });

  it('shows the middle of what does not find room', () => {
    const wide = frame({ left: 100, top: 1500, right: 1500, bottom: 1900 }, sheet, view, 1, 0.9);
    expect(wide.scale).toBe(0.9);
    expect(toMap(wide, { x: view.width / 2, y: view.height / 2 })).toEqual({ x: 800, y: 1700 });
  });

  it('frames a box', () => {
    const shown = frame({ left: 400, top: 400, right: 800, bottom: 700 }, sheet, view);
    const middle = toScreen(shown, { x: 600, y: 550 });
    expect(middle.x).toBeCloseTo(400);
    expect(middle.y).toBeCloseTo(300);
  });

  it('moves towards a point as far as a box stays in sight, and not beyond the middle', () => {
    const box = { left: 500, top: 600, right: 700, bottom: 700 };
    // Far above and to the right: the box comes to lie at the lower left.
    const far = lean(camera, box, { x: 1600, y: 0 }, sheet, view, 20);
    expect(toScreen(far, { x: box.left, y: box.bottom })).toEqual({ x: 20, y: 580 });
    const near = lean(camera, box, { x: 620, y: 550 }, sheet, view, 20);
    expect(toScreen(near, { x: 620, y: 550 })).toEqual({ x: 400, y: 300 });
  });

  it('moves only as far as needed to show a point', () => {
    expect(reveal(camera, { x: 600, y: 600 }, sheet, view)).toBe(camera);
    const moved = reveal(camera, { x: 1100, y: 600 }, sheet, view);
    expect(toScreen(moved, { x: 1100, y: 600 }).x).toBeLessThanOrEqual(view.width - 89);
    expect(moved.y).toBe(camera.y);
  });

  it('pinches around the middle of two fingers', () => {
    const a: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 300, y: 300 },
      { x: 500, y: 300 },
    ];
    const b: typeof a = [
      { x: 250, y: 300 },
      { x: 550, y: 300 },
    ];
    const after = pinch(camera, a, b, sheet, view);
    expect(after.scale).toBeCloseTo(1.5);
    expect(toMap(after, { x: 400, y: 300 }).x).toBeCloseTo(toMap(camera, { x: 400, y: 300 }).x);
  });

  it('has a scale bar of a round length', () => {
    for (const scale of [0.3, 0.7, 1.3, 3.9]) {
      const { length, pixels } = scaleBar(64 / 55.4, scale);
      expect([1, 2, 5]).toContain(Number(String(length)[0]));
      expect(pixels).toBeLessThanOrEqual(120.001);
      expect(pixels).toBeGreaterThan(40);
    }
  });
});

it('finds the front of an army', () => {
  const own = [
    { x: 0, y: 0 },
    { x: 50, y: 0 },
    { x: 20, y: 0 },
  ];
  expect(frontOf(own, [{ x: 100, y: 0 }])).toEqual([{ x: 50, y: 0 }]);
  expect(frontOf(own, [])).toEqual(own);
});

it('finds as many of both armies as can be seen at once, one’s own front first', () => {
  const at = (...xs: number[]) => xs.map((x) => ({ x, y: 0 }));
  const seen = (room: number) => fullest(at(0, 300, 400), at(500, 900), { width: room, height: 100 }).map((p) => p.x);
  expect(seen(1000)).toEqual([400, 300, 0, 500, 900]);
  // Who does not fit is passed over, and somebody nearer still finds room.
  expect(seen(450)).toEqual([400, 300, 0]);
  expect(seen(220)).toEqual([400, 300, 500]);
  expect(seen(0)).toEqual([400]);
  expect(fullest([], at(500), { width: 10, height: 10 }).map((p) => p.x)).toEqual([500]);
  expect(fullest([], [], { width: 10, height: 10 })).toEqual([]);
  // A front in two parts: not the empty ground between them, but where more of it stand.
  const parts = [...at(0, 1000, 1010, 1020, 2000, 2010), ...at(5000, 6000)];
  const front = fullest(parts, at(1000, 2000), { width: 100, height: 100 }).map((p) => p.x);
  expect(front).toEqual([1000, 1010, 1020, 1000]);
});
