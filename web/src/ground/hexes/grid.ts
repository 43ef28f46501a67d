import type { HexGround, HexView } from '../../api/types';
import type { Direction, Point } from '../ground';
import { FACINGS, facingAngle } from './facings';
import { type Cell, DIRS, H, MARGIN, R, cellAt, cellKey, centreOf, distance, lineCells } from './geometry';

/** The hexes of a board, found by name, by place and by point. */
export class Grid {
  readonly hexes: ReadonlyMap<string, HexView>;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly width: number;
  readonly height: number;
  readonly #byCell = new Map<string, HexView>();

  constructor(board: Pick<HexGround, 'columns' | 'rows' | 'pushed_down' | 'hexes'>) {
    const odd = board.pushed_down === 'odd' ? 1 : 0;
    const firstColumn = Math.min(...board.hexes.map((h) => h.column));
    const firstRow = Math.min(...board.hexes.map((h) => h.row));
    const hexes = new Map<string, HexView>();
    const cells = new Map<string, Cell>();
    let right = 0;
    let bottom = 0;
    const pushed = (column: number) => (Math.abs(column % 2) === odd ? 1 : 0);
    // Rounding a point to a hex works where column and doubled row are both even or both odd.
    const shift = pushed(firstColumn) === 1 ? 0 : 1;
    for (const hex of board.hexes) {
      const cell = { c: hex.column - firstColumn + 1, d: 2 * (hex.row - firstRow + 1) + pushed(hex.column) + shift };
      hexes.set(hex.id, hex);
      cells.set(hex.id, cell);
      this.#byCell.set(cellKey(cell), hex);
      const centre = centreOf(cell);
      right = Math.max(right, centre.x + R);
      bottom = Math.max(bottom, centre.y + H);
    }
    this.hexes = hexes;
    this.cells = cells;
    this.width = right + MARGIN;
    this.height = bottom + MARGIN;
  }

  centre(id: string): Point | undefined {
    const cell = this.cells.get(id);
    return cell && centreOf(cell);
  }

  at(cell: Cell): HexView | undefined {
    return this.#byCell.get(cellKey(cell));
  }

  hexUnder(p: Point): HexView | undefined {
    return this.at(cellAt(p));
  }

  neighbour(id: string, dir: string): HexView | undefined {
    const cell = this.cells.get(id);
    const step = DIRS.find((d) => d.name === dir);
    return cell && step && this.at({ c: cell.c + step.c, d: cell.d + step.d });
  }

  /** One key press: up and down along the column, sideways into the next column, holding the row as well as it goes. */
  step(id: string, key: Direction): HexView | undefined {
    const cell = this.cells.get(id);
    if (!cell) return undefined;
    if (key === 'up') return this.at({ c: cell.c, d: cell.d - 2 });
    if (key === 'down') return this.at({ c: cell.c, d: cell.d + 2 });
    const c = cell.c + (key === 'left' ? -1 : 1);
    // Odd columns step down and even ones up: going right and left again comes back to the same hex.
    const swing = cell.c % 2 === 0 ? -1 : 1;
    return this.at({ c, d: cell.d + swing }) ?? this.at({ c, d: cell.d - swing });
  }

  /** Between two hexes: how far, and what lies on the line. */
  line(from: string, to: string): { hexes: HexView[]; distance: number } {
    const a = this.cells.get(from);
    const b = this.cells.get(to);
    if (!a || !b) return { hexes: [], distance: 0 };
    const hexes = lineCells(a, b)
      .map((cell) => this.at(cell))
      .filter((hex): hex is HexView => hex !== undefined);
    return { hexes, distance: distance(a, b) };
  }

  /** The corner or side of a hex nearest to a point, by name; nothing if the point is well inside. */
  facingNear(id: string, p: Point, names: readonly string[] = FACINGS, inner = 0.5): string | undefined {
    const centre = this.centre(id);
    if (!centre) return undefined;
    const dx = p.x - centre.x;
    const dy = p.y - centre.y;
    if (Math.hypot(dx, dy) < inner * R) return undefined;
    const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
    const turn = Math.round((degrees - facingAngle(names[0]!)!) / 60);
    return names[((turn % 6) + 6) % 6];
  }

  /** The hexes of a piece that has come to `hex` and looks to `facing`: it turns as a whole and stays as long as it is. */
  footprint(hexes: readonly string[], facing: string | undefined, hex: string, to: string | undefined): string[] {
    const head = hexes[0] ? this.cells.get(hexes[0]) : undefined;
    const tail = hexes[1] ? this.cells.get(hexes[1]) : undefined;
    const goal = this.cells.get(hex);
    if (!head || !tail || !goal || !facing || !to) return [hex];
    const turned = Math.round(((facingAngle(to) ?? 0) - (facingAngle(facing) ?? 0)) / 60);
    const dir = DIRS.findIndex((d) => d.c === tail.c - head.c && d.d === tail.d - head.d);
    if (dir < 0) return [hex];
    const next = DIRS[(((dir + turned) % 6) + 6) % 6]!;
    const other = this.at({ c: goal.c + next.c, d: goal.d + next.d });
    return other ? [hex, other.id] : [hex];
  }
}
