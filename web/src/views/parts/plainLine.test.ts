import { describe, expect, it } from 'vitest';
import { plainLine } from './plainLine';

describe('an answer on one line', () => {
  it.each([
    ['**Sign** if the _first_ quarter is paid.', 'Sign if the first quarter is paid.'],
    ['# Verdict\n\n- no\n- not yet', 'Verdict no not yet'],
    ['> quoted\n1. one', 'quoted one'],
    ['see [the terms](https://example.org/a) first', 'see the terms first'],
    ['```python\nprint(1)\n```', 'print(1)'],
    ['2 * 3 * 4 and snake_case stay', '2 * 3 * 4 and snake_case stay'],
    ['', ''],
  ])('%j becomes %j', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });

  it('is short however long the answer is', () => {
    expect(plainLine('word '.repeat(100_000)).length).toBeLessThanOrEqual(201);
  });
});
