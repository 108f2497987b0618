import { describe, expect, it } from 'vitest';
import { type Cell, type Step, stepFrom, stepOf } from './cells';

const cells: readonly Cell[] = [
  { row: 1, column: 0 },
  { row: 1, column: 4 },
  { row: 2, column: 2 },
  { row: 3, column: 0 },
  { row: 3, column: 3 },
];

describe('a step among the cells', () => {
  it.each([
    [null, 'down', { row: 1, column: 0 }],
    [{ row: 1, column: 0 }, 'after', { row: 1, column: 4 }],
    [{ row: 1, column: 4 }, 'after', { row: 1, column: 4 }],
    [{ row: 1, column: 4 }, 'down', { row: 2, column: 2 }],
    [{ row: 2, column: 2 }, 'down', { row: 3, column: 3 }],
    [{ row: 3, column: 3 }, 'down', { row: 3, column: 3 }],
    [{ row: 3, column: 3 }, 'before', { row: 3, column: 0 }],
    [{ row: 3, column: 3 }, 'first', { row: 1, column: 4 }],
    [{ row: 1, column: 4 }, 'last', { row: 3, column: 3 }],
  ] as [Cell | null, Step, Cell][])('from %j, %s is %j', (from, step, to) => {
    expect(stepFrom(cells, from, step)).toEqual(to);
  });

  it('leads nowhere where there are none', () => {
    expect(stepFrom([], null, 'down')).toBeNull();
  });
});

it('sideways arrows go by the eye, letters by the order', () => {
  expect(stepOf('ArrowRight', false)).toBe('after');
  expect(stepOf('ArrowRight', true)).toBe('before');
  expect(stepOf('l', true)).toBe('after');
  expect(stepOf('q', false)).toBeNull();
});
