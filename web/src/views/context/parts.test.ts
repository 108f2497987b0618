import { describe, expect, it } from 'vitest';
import { i18n } from '../../locales/i18n';
import { blank, escapeTyped, readParts, showQuoted, writeParts } from './parts';
import { putInWords } from './sentence';

// Canonical lines, as the server writes them.
const LINES = [
  "t'/Sales/Norrvik*' (s | d<30d)",
  "t'Work'... !e",
  's>=2 r50',
  's3 | p',
  "c'it\\'s \\* done' k'todo' m'gpt*'",
  "a'Skeptic' | s2 !b | d>=2026-01-31",
  '@good !@bad o5 n w>=0.8',
  't5 t... i x g',
];

describe('the builder', () => {
  it.each(LINES)('reads %s and writes the same line', (line) => {
    const parts = readParts(line);
    expect(parts).not.toBeNull();
    expect(parts && writeParts(parts)).toBe(line);
  });

  it.each(['s2 (r3 | (b e))', '!(s2 | b)', 's2 :delete', 's2 ?', '((s2)'])('leaves %s to the text', (line) => {
    expect(readParts(line)).toBeNull();
  });

  it('reads words and other quotes as the same parts', () => {
    expect(writeParts(readParts('star>=2 & contains"it\'s"') ?? { join: 'all', items: [] })).toBe("s>=2 c'it\\'s'");
  });

  it('leaves out what lacks its value', () => {
    expect(writeParts({ join: 'all', items: [blank('r'), { ...blank('c'), quoted: true }, blank('p')] })).toBe('p');
    expect(writeParts({ join: 'all', items: [{ ...blank('d'), op: '<', value: '-' }] })).toBe('');
  });

  it('takes typed text as it is, and can never break out of the quotes', () => {
    expect(escapeTyped("it's")).toBe("it\\'s");
    expect(escapeTyped('open\\')).toBe('open\\\\');
    expect(showQuoted(escapeTyped("a'b*"))).toBe("a'b*");
  });

  it('says a line in words', () => {
    const parts = readParts("t'Sales' (s | d<30d) !e");
    const said = parts && putInWords(parts, i18n.getFixedT('en', 'context'));
    expect(said).toBe('in Sales, starred or younger than 30 days, not with an error');
  });
});
