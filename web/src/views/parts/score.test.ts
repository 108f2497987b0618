import { describe, expect, it } from 'vitest';
import { score } from './score';

describe('what is looked for in the palette', () => {
  it.each([
    ['resume', 'Résumé'],
    ['RÉSUMÉ', 'resume'],
    ['ا', 'أ'],
    ['سؤال', 'سُؤَال'],
    ['e\u0301te\u0301', 'Été'],
  ])('%s finds %s, whatever marks it has', (words, title) => {
    expect(score(words, [title])).toBe(1);
  });

  it('still has to stand there', () => {
    expect(score('résumés', ['Resume'])).toBe(0);
  });
});
