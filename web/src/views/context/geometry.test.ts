import { describe, expect, it } from 'vitest';
import { columnAt, isMostlyIn, layOut, middleOf, setColumns, squeeze, turnAt } from './geometry';

describe('the ribbon', () => {
  it('draws few turns as cells, each where a click finds it again', () => {
    const layout = layOut(35, 22, 700, null);
    expect(layout.map).toBeNull();
    for (let index = 0; index < 35; index++) expect(turnAt(layout, middleOf(layout.lens, index))).toBe(index);
    expect(turnAt(layout, 5)).toBeNull();
  });

  it.each([46, 500, 10_000])('fits %i turns: all on the map, some in the lens', (count) => {
    const { map, lens } = layOut(count, 22, 700, { first: 20, last: 24 });
    expect(map?.pitch).toBeGreaterThanOrEqual(2);
    expect(Math.ceil(count / (map?.perLine ?? 1)) * (map?.pitch ?? 0)).toBeLessThanOrEqual(700 * 0.4);
    expect(lens.first).toBeLessThanOrEqual(20);
    expect(lens.first + lens.count).toBeGreaterThan(24);
    expect(lens.top + lens.height).toBeLessThanOrEqual(700);
    expect(lens.top).toBeGreaterThan((map?.top ?? 0) + (map?.height ?? 0));
  });

  it('keeps the lens inside the conversation, at its end when nothing is in sight', () => {
    const { lens } = layOut(1000, 22, 700, null);
    expect(lens.first + lens.count).toBe(1000);
    expect(layOut(1000, 22, 700, { first: 0, last: 3 }).lens.first).toBe(0);
  });

  it('finds a turn on the map: the first of its line', () => {
    const layout = layOut(10_000, 22, 700, null);
    const perLine = layout.map?.perLine ?? 0;
    expect(perLine).toBeGreaterThan(1);
    expect(turnAt(layout, 23)).toBe(0);
    expect(turnAt(layout, 22 + (layout.map?.pitch ?? 0) * 3.5)).toBe(perLine * 3);
  });

  it('squeezes an empty conversation without breaking', () => {
    expect(squeeze(0, 4, 500, 16)).toMatchObject({ count: 0, height: 0 });
    expect(turnAt(layOut(0, 22, 700, null), 100)).toBeNull();
  });

  it('has a column for each of twenty-two voices, and a margin for all of them', () => {
    for (const advisors of [1, 5, 22]) {
      const columns = setColumns(advisors, 115);
      expect(columns.middles.at(-1)).toBeLessThan(115 - 9);
      columns.middles.forEach((x, at) => {
        expect(columnAt(columns, x)).toBe(at);
      });
      expect(columnAt(columns, 3)).toBe(-1);
    }
  });

  it('merges a line to what most of its turns are', () => {
    const codes = new Uint8Array([2, 2, 0, 0, 1, 5]);
    const places = new Int32Array([0, 1, 2, 3, 4, 5]);
    expect(isMostlyIn(codes, places, 0, 3)).toBe(false);
    expect(isMostlyIn(codes, places, 2, 6)).toBe(true);
  });
});
