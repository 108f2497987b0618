import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hear, makeSettled, makeTurn, makeVoice, showTurns } from '../model/fixtures';
import { screen } from '../model/screen';
import { watchAnswers } from './announce';

const open = { state: 'streaming', completed: false } as const;
const ledger = makeVoice('Ledger', open);
const keel = makeVoice('Keel', open);
const counsel = makeVoice('Counsel', open);
const said = () => screen.getState().announcement;

describe('one sentence per finished voice', () => {
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    screen.setState({ announcement: '' });
    showTurns([makeTurn([ledger, keel, counsel])]);
    stop = watchAnswers();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is said when a voice has answered', () => {
    hear(makeSettled(ledger, 2));
    vi.advanceTimersByTime(1000);

    expect(said()).toBe('Ledger has answered.');
  });

  it('is shared by voices that finish within a second of each other', () => {
    hear(makeSettled(ledger, 2));
    vi.advanceTimersByTime(400);
    hear(makeSettled(keel, 3));
    expect(said()).toBe('');
    vi.advanceTimersByTime(600);

    expect(said()).toBe('Ledger and Keel have answered.');
  });

  it('names the class of a failure, and the ending of what was cut short', () => {
    hear(makeSettled(counsel, 2, { state: 'error', error: { code: 'too_large', message: 'x', facts: {} } }));
    hear(makeSettled(keel, 3, { state: 'stopped' }));
    vi.advanceTimersByTime(1000);

    expect(said()).toBe('Counsel failed: size. Keel: stopped.');
  });

  it('is new to a reader even when it is the same as the last one', () => {
    hear(makeSettled(ledger, 2));
    vi.advanceTimersByTime(1000);
    const first = said();
    hear({
      kind: 'reply_added',
      conversation_id: 'c_1',
      seq: 3,
      turn_id: 't_1',
      reply: { ...ledger, id: 'r_again', variant: 1 },
    });
    hear(makeSettled({ ...ledger, id: 'r_again' }, 4));
    vi.advanceTimersByTime(1000);

    expect(said()).not.toBe(first);
    expect(said().trim()).toBe(first);
  });

  it('is never said about turns that were loaded', () => {
    showTurns([makeTurn([makeVoice('Ledger'), makeVoice('Keel')])], 9);
    vi.advanceTimersByTime(5000);

    expect(said()).toBe('');
  });
});
