import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords, type Run } from './wordDiff';

const side = (runs: readonly Run[], gone: Run['op']) =>
  runs
    .filter((run) => run.op !== gone)
    .map((run) => run.text)
    .join('');

describe('the difference between two versions', () => {
  it('is told in words, what went before what came', () => {
    expect(diffWords('You doubt gently and often.', 'You doubt plainly and often.')).toEqual([
      { op: 'same', text: 'You doubt ' },
      { op: 'removed', text: 'gently ' },
      { op: 'added', text: 'plainly ' },
      { op: 'same', text: 'and often.' },
    ]);
  });

  it('of equal texts is one run, of empty ones none', () => {
    expect(diffWords('as it was', 'as it was')).toEqual([{ op: 'same', text: 'as it was' }]);
    expect(diffWords('', '')).toEqual([]);
    expect(diffWords('', 'all new')).toEqual([{ op: 'added', text: 'all new' }]);
  });

  it('loses no letter of either text and never repeats a kind of run', () => {
    const text = fc.array(fc.constantFrom('one', 'two', ' ', '\n', '漢字', '🙂', '.'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = diffWords(before.join(''), after.join(''));
        expect(side(runs, 'added')).toBe(before.join(''));
        expect(side(runs, 'removed')).toBe(after.join(''));
        expect(runs.every((run, at) => run.op !== runs[at + 1]?.op)).toBe(true);
      }),
    );
  });

  it('of two texts of the largest size is there within a moment', () => {
    const long = (word: string) => Array.from({ length: 3_300 }, (_, at) => `${word}${at % 97}`).join(' ');
    const before = process.cpuUsage();
    diffWords(long('a'), long('b'));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});
