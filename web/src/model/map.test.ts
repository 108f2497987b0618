import { describe, expect, it } from 'vitest';
import { type Claim, paragraphAt, type RoomMap, type Stance, standOf, surround, tally, tenths } from './map';

const stance = (advisor_id: string, stand: Stance['stand'], disputed = false): Stance => ({
  advisor_id,
  reply_id: `r_${advisor_id}`,
  stand,
  start: 0,
  end: 4,
  quote: 'Sign',
  disputed,
});

const claim = (label: Claim['label'], ...stances: Stance[]): Claim => ({ number: 1, text: 'Sign.', label, stances });

const HEARD = { ledger: 'read', keel: 'read', gadfly: 'read', counsel: 'absent', bedside: 'new' } as const;

function makeMap(...claims: Claim[]): RoomMap {
  return {
    turn_id: 't_1',
    conversation_id: 'c_1',
    position: 1,
    question: 'Do I sign?',
    status: 'done',
    is_stale: false,
    analysis: null,
    drawn_id: 'an_1',
    quorum: {
      asked: 5,
      answered: 4,
      confidence: 'moderate',
      was: 'high',
      missing: [{ advisor_id: 'counsel', name: 'Counsel', state: 'error', code: 'quota' }],
      cut: [],
      trimmed: [],
      suspected: [],
      is_selective: false,
    },
    voices: Object.entries(HEARD).map(([id, heard]) => ({
      advisor_id: id,
      name: id,
      colour: 'lapis',
      reply_id: `r_${id}`,
      state: 'complete',
      heard,
    })),
    claims,
    dropped: {},
    ungrouped: 0,
    grouped_by: 'judge',
    sides_read: true,
    is_rehearsal: false,
    check: null,
  };
}

describe('how a voice stands', () => {
  const split = claim('contradict', stance('ledger', 'agrees'), stance('gadfly', 'contradicts'));
  const map = makeMap(split);

  it.each([
    ['ledger', 'agrees'],
    ['gadfly', 'contradicts'],
    ['keel', 'silent'],
    ['counsel', 'absent'],
    ['bedside', 'new'],
  ])('%s: %s', (advisorId, stand) => {
    expect(standOf(map, split, advisorId)).toBe(stand);
  });

  it('is alone when nobody else says anything about it, whichever way it stands', () => {
    expect(standOf(map, claim('lone', stance('keel', 'agrees')), 'keel')).toBe('alone');
    expect(standOf(map, claim('lone', stance('keel', 'contradicts')), 'keel')).toBe('aloneAgainst');
  });

  it('is disputed before anything else', () => {
    expect(standOf(map, claim('lone', stance('keel', 'agrees', true)), 'keel')).toBe('disputed');
  });
});

it('a tally counts those whose answers were read, and what is disputed counts as silence', () => {
  const one = claim('lone', stance('ledger', 'agrees'), stance('gadfly', 'contradicts', true));

  expect(tally(makeMap(one), one)).toEqual({ agree: 1, contradict: 0, open: 0, silent: 2 });
});

it('a side that nobody has read is neither agreement nor contradiction', () => {
  const near = claim('near', stance('ledger', 'speaks'), stance('gadfly', 'speaks'));

  expect(tally(makeMap(near), near)).toEqual({ agree: 0, contradict: 0, open: 2, silent: 1 });
  expect(standOf(makeMap(near), near, 'ledger')).toBe('speaks');
  expect([0, 0.66, 1].map(tenths)).toEqual([0, 7, 10]);
});

describe('quoted words', () => {
  const text = '🎻 First.\n\nFriday is their deadline. There is no second bidder. Let it go.\n\nLast.';
  const start = [...text.slice(0, text.indexOf('There'))].length;
  const quote = 'There is no second bidder.';
  const span = { advisor_id: 'gadfly', reply_id: 'r_gadfly', start, end: start + quote.length, quote };

  it('stand in their paragraph, counted in code points', () => {
    expect(surround(text, span)).toEqual({ before: 'Friday is their deadline. ', words: quote, after: ' Let it go.' });
    expect(paragraphAt(text, start)).toBe(2);
  });

  it('are not found in an answer that says something else by now', () => {
    expect(surround(text.replace('no second', 'a second'), span)).toBeNull();
  });

  it('have an ellipsis where a long paragraph is cut, between words', () => {
    const long = `${'word '.repeat(60)}Here.${' more'.repeat(60)}`;
    const around = surround(long, { ...span, start: 300, end: 305, quote: 'Here.' });

    expect(around?.before).toMatch(/^… (word )+$/);
    expect(around?.after).toMatch(/^( more)+…$/);
  });
});
