import { describe, expect, it } from 'vitest';
import { pointOf, unitOf } from '../protocol/points';
import { splitCommand, tokenize } from './filterLine';

const cut = (line: string) => tokenize(line).map(({ kind, text }) => `${kind} ${text}`);

describe('the pieces of a filter line', () => {
  it('are cut where the server cuts them', () => {
    expect(cut("t'Sales > Nor*'... & (s>=1 | d<30d)")).toEqual([
      'key t',
      "value 'Sales > Nor*'",
      'value ...',
      'sign &',
      'sign (',
      'key s',
      'value >=',
      'value 1',
      'sign |',
      'key d',
      'value <',
      'value 30d',
      'sign )',
    ]);
  });

  it('know that everything behind a date belongs to it, and that a word wins over its letters', () => {
    expect(cut('d<6mo')).toEqual(['key d', 'value <', 'value 6mo']);
    expect(cut('s2b')).toEqual(['key s', 'value 2', 'key b']);
    expect(cut('stars>=2 @good-ones')).toEqual(['key stars', 'value >=', 'value 2', 'saved @good-ones']);
  });

  it('keep an open quote together, and mark what means nothing', () => {
    expect(cut("c'it\\'s open")).toEqual(['key c', "value 'it\\'s open"]);
    expect(cut('s2 ?')).toEqual(['key s', 'value 2', 'odd ?']);
  });

  it('find the command behind a colon outside quotes', () => {
    expect(splitCommand('c\'a:b\' :topic "Work"')).toEqual({ filter: "c'a:b'", command: 'topic "Work"' });
    expect(splitCommand(' s2 ')).toEqual({ filter: 's2', command: null });
    expect(cut(':flag blue')).toEqual(['colon :', 'command flag', 'value blue']);
  });

  it('stand at the columns the server means, emoji or not', () => {
    const line = "c'😀👍' s9";
    const nine = tokenize(line).find(({ text }) => text === '9');
    expect(nine?.from).toBe(unitOf(line, 8 - 1));
    expect(pointOf(line, nine?.from ?? 0) + 1).toBe(8);
    expect(tokenize(line)[1]?.text).toBe("'😀👍'");
  });
});
