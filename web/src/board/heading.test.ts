import { describe, expect, it } from 'vitest';
import { gap, isHeading } from './heading';

const box = { left: 100, top: 50, right: 300, bottom: 90 };

describe('on the way to the popover', () => {
  it('is whoever comes nearer in small steps, or is there', () => {
    expect(gap({ x: 200, y: 120 }, box)).toBe(30);
    expect(isHeading({ x: 200, y: 120 }, { x: 201, y: 112 }, box)).toBe(true);
    expect(isHeading({ x: 200, y: 70 }, { x: 190, y: 72 }, box)).toBe(true);
  });
  it('is nobody who goes away, jumps, or has no popover to go to', () => {
    expect(isHeading({ x: 200, y: 112 }, { x: 200, y: 120 }, box)).toBe(false);
    expect(isHeading({ x: 200, y: 190 }, { x: 200, y: 92 }, box)).toBe(false);
    expect(isHeading({ x: 200, y: 120 }, { x: 200, y: 112 }, undefined)).toBe(false);
    expect(isHeading(undefined, { x: 200, y: 112 }, box)).toBe(false);
  });
});
