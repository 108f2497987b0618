import { describe, expect, it } from 'vitest';
import { type Assertion, assertionOf, readLine, readLines, writeLines } from './expectations';

describe('a line of what an answer must hold', () => {
  it('is for a judge when it is in plain words', () => {
    expect(readLine('  Asks exactly one question. ')).toEqual({
      kind: 'judged',
      value: 'Asks exactly one question.',
      negate: false,
      wrong: null,
    });
  });

  it.each([
    ['contains: evidence', 'contains', 'evidence', false],
    ['Not contains: sure', 'contains', 'sure', true],
    ['not-contains: sure', 'contains', 'sure', true],
    ['regex: \\d+ %', 'regex', '\\d+ %', false],
    ['starts with: Before', 'starts-with', 'Before', false],
    ['ends-with : ?', 'ends-with', '?', false],
  ])('%s is looked up by the letter', (line, kind, value, negate) => {
    expect(readLine(line)).toEqual({ kind, value, negate, wrong: null });
  });

  it('says when nothing stands behind the colon, and when a pattern is none', () => {
    expect(readLine('contains:').wrong).toBe('empty');
    expect(readLine('regex: (').wrong).toBe('pattern');
    expect(readLine('regex: (?i)evidence').wrong).toBeNull();
  });

  it('that merely begins with such a word is a sentence', () => {
    expect(readLine('contains no advice yet').kind).toBe('judged');
  });

  it('that is blank means nothing', () => {
    expect(readLines('\n one\n\n two \n').map((each) => each.value)).toEqual(['one', 'two']);
  });
});

describe('assertions', () => {
  it('become lines and lines become the same assertions again', () => {
    const assertions: Assertion[] = ['Asks one question.', { type: 'not-contains', value: 'sure' }];
    const { text, rest } = writeLines(assertions);

    expect(text).toBe('Asks one question.\nnot contains: sure');
    expect(rest).toEqual([]);
    expect(readLines(text).map(assertionOf)).toEqual(assertions);
  });

  it('say not in one of two ways', () => {
    expect(writeLines([{ type: 'regex', value: 'x', negate: true }]).text).toBe('not regex: x');
    expect(writeLines([{ type: 'not-regex', value: 'x', negate: true }]).text).toBe('regex: x');
  });

  it.each<[string, Assertion]>([
    ['has a weight', { type: 'contains', value: 'x', weight: 2 }],
    ['has many values', { type: 'contains-any', value: ['x', 'y'] }],
    ['has no value', { type: 'contamination' }],
    ['is two lines', 'One.\nTwo.'],
    ['would be read as something else', 'contains: by the letter'],
    ['a judge must not find', { type: 'llm-rubric', value: 'x', negate: true }],
  ])('stay as they are where one %s', (_, assertion) => {
    expect(writeLines([assertion])).toEqual({ text: '', rest: [assertion] });
  });
});
