import { afterEach, expect, it } from 'vitest';
import { i18n, speak } from '../../locales/i18n';
import { readParts } from './parts';
import { putInWords } from './sentence';

afterEach(() => speak('en'));

it.each([
  ['en', 'd<1d', 'younger than 1 day'],
  ['en', 'd<30', 'younger than 30 days'],
  ['en', 'd>=1mo', 'not younger than 1 month'],
  ['ar', 'd<1d', 'بعمر أقل من يوم واحد'],
  ['ar', 'd<2w', 'بعمر أقل من أسبوعين'],
  ['ar', 'd<3d', 'بعمر أقل من 3 أيام'],
  ['ar', 'd<30d', 'بعمر أقل من 30 يومًا'],
  ['ja', 'd<=3h', '3時間以内'],
])('in %s, %s is said as %s', async (locale, line, words) => {
  await speak(locale);
  const parts = readParts(line);

  expect(parts && putInWords(parts, i18n.getFixedT(locale, 'context'))).toBe(words);
});
