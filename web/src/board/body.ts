// The outline of a unit on a table: its stands together, so that an incomplete last rank is seen as it is.

type Corner = readonly [number, number];

/** Corners of a body around its middle, clockwise from the left of its front. */
export function bodyOf(width: number, depth: number, formed?: { files: number; stands: number }): Corner[] {
  const [x, y] = [width / 2, depth / 2];
  const last = formed ? formed.stands % formed.files : 0;
  const whole: Corner[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
  if (!formed || last === 0) return whole;
  const edge = -x + (last * width) / formed.files;
  const ranks = Math.ceil(formed.stands / formed.files);
  if (ranks === 1)
    return [
      [-x, -y],
      [edge, -y],
      [edge, y],
      [-x, y],
    ];
  const step = y - depth / ranks;
  return [
    [-x, -y],
    [x, -y],
    [x, step],
    [edge, step],
    [edge, y],
    [-x, y],
  ];
}

/** A path through corners, each rounded or cut by so much. */
export function cornered(corners: readonly Corner[], by: number, rounded: boolean): string {
  const towards = ([ax, ay]: Corner, [bx, by_]: Corner): string => {
    const far = Math.hypot(bx - ax, by_ - ay) || 1;
    const part = Math.min(by, far / 2) / far;
    return `${ax + (bx - ax) * part} ${ay + (by_ - ay) * part}`;
  };
  const parts = corners.map((corner, i) => {
    const before = corners.at(i - 1)!;
    const after = corners[(i + 1) % corners.length]!;
    const turn = rounded ? `Q${corner[0]} ${corner[1]} ${towards(corner, after)}` : `L${towards(corner, after)}`;
    return `${towards(corner, before)}${turn}`;
  });
  return `M${parts.join('L')}Z`;
}
