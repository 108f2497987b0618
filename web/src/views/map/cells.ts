/** Moving among the cells of a map that have words behind them. Every claim has at least one. */

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export type Step = 'up' | 'down' | 'before' | 'after' | 'first' | 'last';

/** Where a step leads: in a row to the next voice that spoke; to another claim at the nearest voice that spoke there. */
export function stepFrom(cells: readonly Cell[], from: Cell | null, step: Step): Cell | null {
  if (from === null) return cells[0] ?? null;
  const row = cells.filter((each) => each.row === from.row);
  const at = row.findIndex((each) => each.column === from.column);
  switch (step) {
    case 'before':
      return row[at - 1] ?? from;
    case 'after':
      return row[at + 1] ?? from;
    case 'first':
      return nearest(cells, cells[0]?.row ?? 0, from.column);
    case 'last':
      return nearest(cells, cells.at(-1)?.row ?? 0, from.column);
    default:
      return nearest(cells, neighbour(cells, from.row, step), from.column) ?? from;
  }
}

function neighbour(cells: readonly Cell[], row: number, step: 'up' | 'down'): number {
  const rows = cells.map((each) => each.row);
  return (step === 'down' ? rows.find((each) => each > row) : rows.findLast((each) => each < row)) ?? row;
}

function nearest(cells: readonly Cell[], row: number, column: number): Cell | null {
  const there = cells.filter((each) => each.row === row);
  const [best] = there.toSorted((a, b) => Math.abs(a.column - column) - Math.abs(b.column - column));
  return best ?? null;
}

const KEYS: Readonly<Record<string, Step>> = {
  j: 'down',
  k: 'up',
  l: 'after',
  h: 'before',
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
};

/** What a key means here. The sideways arrows go by the eye, so they change their meaning with the reading direction. */
export function stepOf(key: string, rightToLeft: boolean): Step | null {
  if (key === 'ArrowRight') return rightToLeft ? 'before' : 'after';
  if (key === 'ArrowLeft') return rightToLeft ? 'after' : 'before';
  return KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}
