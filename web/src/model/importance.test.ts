import { describe, expect, it } from 'vitest';
import { type Policies, rowsOf, worthOf } from './importance';

const none = { cold: null, warm: null, output: null };

function policies(shown: [number, number][], ...inside: [number, number][][]): Policies {
  const names = ['oldest', 'importance', 'sticky'] as const;
  return {
    conversation_id: 'c_1',
    seq: 9,
    chosen: 'oldest',
    visible: 0,
    shown,
    differences: {},
    policies: inside.map((runs, index) => ({
      dropping: names[index] ?? 'oldest',
      included: 0,
      cost: none,
      advisors: [
        {
          advisor_id: 'keel',
          name: 'Keel',
          problem: null,
          included: 0,
          tokens: 0,
          limit: null,
          cost: { ...none, cached_tokens: 0 },
          inside: runs,
        },
      ],
    })),
  };
}

describe('what counts', () => {
  it('is the word of the person, also when that is nothing at all, else what was reckoned (D34)', () => {
    expect(worthOf({ importance: 0.9, worth: 0 })).toBe(0);
    expect(worthOf({ importance: 0.9, worth: null })).toBe(0.9);
    expect(worthOf({ importance: null, worth: null })).toBeNull();
  });
});

describe('the rules side by side', () => {
  it('joins neighbours that every rule treats alike and marks where they part (D17)', () => {
    const found = policies(
      [[1, 6]],
      [[4, 6]],
      [
        [1, 2],
        [5, 6],
      ] as [number, number][],
      [[5, 6]],
    );

    expect(rowsOf(found, 'keel')).toEqual([
      { first: 1, last: 2, kept: [false, true, false], differs: true },
      { first: 3, last: 3, kept: [false, false, false], differs: false },
      { first: 4, last: 4, kept: [true, false, false], differs: true },
      { first: 5, last: 6, kept: [true, true, true], differs: false },
    ]);
  });

  it('leaves out what the filter hides', () => {
    const found = policies(
      [
        [1, 1],
        [5, 5],
      ] as [number, number][],
      [[5, 5]],
      [[5, 5]],
      [[5, 5]],
    );

    expect(rowsOf(found, 'keel').map((row) => [row.first, row.last])).toEqual([
      [1, 1],
      [5, 5],
    ]);
  });
});
