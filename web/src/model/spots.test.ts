import { expect, it } from 'vitest';
import { cutText } from './spots';

const shown = (text: string, ...stretches: [number, number][]) =>
  cutText(
    text,
    stretches.map(([start, end]) => ({ start, end })),
  )
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

it('a text is whole where nothing rests on it', () => {
  expect(shown('I am sure.')).toBe('I am sure.');
  expect(cutText('', [])).toEqual([]);
});

it('what a verdict rests on is cut out, in whichever order it comes', () => {
  expect(shown('I am quite sure.', [11, 15], [0, 4])).toBe('[I am] quite [sure].');
});

it('stretches that overlap or touch are one', () => {
  expect(shown('abcdef', [1, 4], [2, 3], [4, 5])).toBe('a[bcde]f');
});

it('characters outside the basic plane count once', () => {
  expect(shown('🙂🙂 yes', [3, 6])).toBe('🙂🙂 [yes]');
});

it('what is not there is not marked', () => {
  expect(shown('short', [9, 12], [3, 3])).toBe('short');
});
