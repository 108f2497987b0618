import { describe, expect, it } from 'vitest';
import { type Advisor, monogram, monogramIn, paletteIndex, workspace } from './workspace';

const advisors = ['The Confidant', 'The Contrarian', 'Ledger'].map((name) => ({ name }) as Advisor);

describe('a monogram', () => {
  it('skips the article', () => {
    expect(monogram('The Skeptic')).toBe('Sk');
    expect(monogram('Ångström')).toBe('Ån');
    expect(monogram('李白')).toBe('李白');
    expect(monogram('!')).toBe('?');
  });

  it('is different for every advisor of the workspace', () => {
    const state = { ...workspace.getState(), advisors };

    expect(advisors.map(({ name }) => monogramIn(state, name))).toEqual(['Co', 'Cn', 'Le']);
    expect(monogramIn(state, 'Somebody gone')).toBe('So');
  });
});

it('gives a colour from elsewhere a steady place in the palette', () => {
  expect(paletteIndex('lapis')).toBe(1);
  expect(paletteIndex('bottle')).toBe(22);
  expect(paletteIndex('#b4532a')).toBe(paletteIndex('#b4532a'));
});
