import { describe, expect, it } from 'vitest';
import type { OutlineRow } from '../../model/outline';
import { isShown, type Preview } from '../../model/preview';
import { findVisible } from './visible';

const rowAt = (position: number) => ({ id: `t_${position}`, position }) as OutlineRow;
const rowsTo = (count: number) => Array.from({ length: count }, (_, index) => rowAt(index + 1));
const previewOf = (shown: [number, number][], last_position: number) =>
  ({ shown, last_position }) as unknown as Preview;
const places = (rows: readonly OutlineRow[]) => rows.map((row) => row.position);

describe('the turns the filter shows', () => {
  it('are all of them before there is a preview', () => {
    const rows = rowsTo(3);

    expect(findVisible(rows, null)).toBe(rows);
  });

  it('are the stretches of the preview, and what is newer than it (W28)', () => {
    const preview = previewOf(
      [
        [2, 3],
        [6, 6],
      ],
      7,
    );

    expect(places(findVisible(rowsTo(9), preview))).toEqual([2, 3, 6, 8, 9]);
  });

  it('keep the turn that is being asked anew, in its place (W71)', () => {
    const preview = previewOf([[2, 3]], 7);

    expect(places(findVisible(rowsTo(7), preview, 't_5'))).toEqual([2, 3, 5]);
    expect(places(findVisible(rowsTo(7), preview, 't_2'))).toEqual([2, 3]);
    expect(places(findVisible(rowsTo(7), preview, 't_9'))).toEqual([2, 3]);
  });

  it('do not mind turns that were deleted', () => {
    const rows = [1, 2, 5, 6, 9].map(rowAt);

    expect(places(findVisible(rows, previewOf([[2, 5]], 9)))).toEqual([2, 5]);
  });

  it('stay the same rows while everything is shown, so nothing redraws', () => {
    const rows = rowsTo(5);

    expect(findVisible(rows, previewOf([[1, 5]], 5))).toBe(rows);
  });

  it('agree with the answer for one position', () => {
    const latest = previewOf(
      [
        [3, 4],
        [8, 20],
        [22, 22],
      ],
      25,
    );
    const rows = rowsTo(30);
    const state = { conversationId: null, latest, madeFor: null, pending: false, problem: null };

    expect(places(findVisible(rows, latest))).toEqual(places(rows).filter((position) => isShown(state, position)));
  });

  it('cost ten times as much among ten times as many, and not a hundred times', () => {
    const [few, many] = [1_000, 10_000].map((count) => fastest(count)) as [number, number];

    expect(many / few).toBeLessThan(40);
  });
});

/** The fastest of many looks at this many turns, every second one shown. */
function fastest(count: number): number {
  const rows = rowsTo(count);
  const everySecond = Array.from({ length: count / 2 }, (_, index): [number, number] => [index * 2 + 1, index * 2 + 1]);
  const preview = previewOf(everySecond, count);
  expect(findVisible(rows, preview)).toHaveLength(count / 2);
  const times = Array.from({ length: 25 }, () => {
    const start = performance.now();
    findVisible(rows, preview);
    return performance.now() - start;
  });
  return Math.min(...times);
}
