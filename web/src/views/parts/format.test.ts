import { afterEach, describe, expect, it, vi } from 'vitest';
import { speak } from '../../locales/i18n';
import { formatRange } from '../composer/forecast';
import { joinNames } from './counts';
import {
  followWith,
  formatAge,
  formatBytes,
  formatMoney,
  formatNumber,
  formatSeconds,
  formatTime,
  joinWords,
} from './format';

afterEach(() => speak('en'));

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [6.4, '6.4 s'],
    [12, '12 s'],
    [60, '1 min 00 s'],
    [125, '2 min 05 s'],
    [60_000, '1000 min 00 s'],
  ])('of %f seconds reads %s in English', (seconds, words) => {
    expect(formatSeconds(seconds)).toBe(words);
  });

  it.each([
    ['ar', '6.4 ث', '2 د 05 ث'],
    ['ja', '6.4 秒', '2 分 05 秒'],
  ])('has the units of %s', async (locale, short, long) => {
    await speak(locale);

    expect(formatSeconds(6.4)).toBe(short);
    expect(formatSeconds(125)).toBe(long);
  });
});

it('numbers in Arabic have the digits of the numbers that stand in phrases, wherever the person is', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ar-EG']);
  await speak('ar');

  // As the browser would have it without being asked.
  expect(new Intl.NumberFormat('ar-EG').format(1234)).toBe('١٬٢٣٤');
  expect(formatNumber(1234)).toBe('1,234');
  const written = [formatMoney(0.09), formatRange(0.09, 0.14), formatSeconds(125), formatTime('2026-01-02T03:04:05Z')];
  for (const each of written) expect(each).toMatch(/^[^\u0660-\u0669]*[0-9][^\u0660-\u0669]*$/);
});

describe('a list', () => {
  it.each([
    ['en', 'a, b, c', 'a, b, and c'],
    ['ar', 'a، b، c', 'a وb وc'],
    ['ja', 'a、b、c', 'a、b、c'],
  ])('is written as %s writes it', async (locale, beside, sentence) => {
    await speak(locale);

    expect(joinWords(['a', 'b', 'c'])).toBe(beside);
    expect(joinNames(['a', 'b', 'c'])).toBe(sentence);
  });

  it('of one or none has no comma', () => {
    expect(joinWords(['a'])).toBe('a');
    expect(joinWords([])).toBe('');
  });

  it('goes on in an element of its own', async () => {
    expect(followWith('turn 5')).toBe(', turn 5');
    await speak('ja');
    expect(followWith('ターン5')).toBe('、ターン5');
  });
});

describe('how long something has lasted', () => {
  it('is said in its largest unit', () => {
    const seconds = [-3, 1, 59, 60, 7_300, 3 * 86_400];
    const said = ['0 seconds', '1 second', '59 seconds', '1 minute', '2 hours', '3 days'];
    expect(seconds.map(formatAge)).toEqual(said);
  });
});

describe('sizes of files', () => {
  it('are said in the unit people use for them', () => {
    expect([80, 24_300, 3_140_000, 5.25e10].map(formatBytes)).toEqual(['80 bytes', '24 kB', '3.1 MB', '52.5 GB']);
  });
});
