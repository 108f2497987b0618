import { describe, expect, it } from 'vitest';
import { buildFates, fatesOf } from './fates';
import type { OutlineRow } from './outline';
import type { Preview } from './preview';

function row(position: number): OutlineRow {
  const plain = { at: 0, opening: '', stars: 0, colour_flag: null, pinned: false, topic: null };
  return { ...plain, id: `t_${position}`, position, tags: [], marks: {}, states: {} };
}

const rows = [1, 2, 3, 5, 6, 7].map(row);

function span(first: number, last: number, why: string) {
  return { first, last, why, turns: 0, inside: why === 'fits' || why === 'pinned', sentence: '' };
}

function preview(...advisors: ReturnType<typeof span>[][]): Preview {
  return {
    shown: [
      [1, 3],
      [6, 6],
    ],
    last_position: 6,
    advisors: advisors.map((spans, at) => ({ advisor_id: `a_${at + 1}`, spans })),
  } as unknown as Preview;
}

describe('what becomes of each turn', () => {
  const fates = buildFates(
    rows,
    preview(
      [span(1, 1, 'too_old'), span(2, 6, 'fits')],
      [span(1, 2, 'too_old'), span(3, 3, 'out_by_you'), span(6, 6, 'pinned')],
    ),
  );

  it('is read from the spans, without the turns that are hidden inside one (D19, W68)', () => {
    expect(fates.at(2, 'a_1')).toBe('fits');
    expect(fates.at(3, 'a_2')).toBe('out_by_you');
    expect(fates.at(6, 'a_2')).toBe('pinned');
    expect(fates.at(5, 'a_1')).toBe('hidden');
    expect(fates.at(4, 'a_1')).toBe('hidden');
    expect(fates.at(2, 'a_9')).toBe('hidden');
  });

  it('names those who are not sent a visible turn', () => {
    expect(fates.outFor(1)).toEqual(['a_1', 'a_2']);
    expect(fates.outFor(2)).toEqual(['a_2']);
    expect(fates.outFor(6)).toEqual([]);
    expect(fates.outFor(5)).toEqual([]);
  });

  it('begins for all where nobody lacks it (W69)', () => {
    expect(fates.firstForAll).toBe(6);
    expect(fates.whole).toBe(false);
    expect([...fates.visible].map((index) => rows[index]?.position)).toEqual([1, 2, 3, 6, 7]);
  });

  it('is taken as sent for a turn newer than the preview', () => {
    expect(fates.at(7, 'a_1')).toBe('fits');
  });

  it('has no boundary when only the person left something out', () => {
    const kept = buildFates(rows, preview([span(1, 2, 'fits'), span(3, 3, 'out_by_you'), span(6, 6, 'fits')]));
    expect(kept.whole).toBe(true);
    expect(kept.outFor(3)).toEqual(['a_1']);
  });

  it('shows everything as sent before there is a preview, or while it is about another conversation', () => {
    const state = { id: 'c_1', rows };
    const other = fatesOf(state, { conversationId: 'c_2', latest: preview([span(1, 6, 'too_old')]) });
    expect(other.visible).toHaveLength(rows.length);
    expect(other.whole).toBe(true);
  });

  it('is the same object until something changes', () => {
    const told = { conversationId: 'c_1', latest: preview([span(1, 6, 'fits')]) };
    expect(fatesOf({ id: 'c_1', rows }, told)).toBe(fatesOf({ id: 'c_1', rows }, told));
    expect(fatesOf({ id: 'c_1', rows: [...rows] }, told)).not.toBe(fatesOf({ id: 'c_1', rows }, told));
  });
});
