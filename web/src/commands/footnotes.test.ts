import { describe, expect, it } from 'vitest';
import { makeVoice } from '../model/fixtures';
import { hasFootnote, sumUp } from './footnotes';

describe('what the receipts add to a card', () => {
  it('is the price of all attempts, and what the last one had to leave out', () => {
    const receipts = [
      { cost: 0.01, telemetry: { trimmed_count: 0 } },
      { cost: 0.02, telemetry: { trimmed_count: 1 } },
    ];

    expect(sumUp(receipts)).toEqual({ cost: 0.03, trimmed: 1 });
  });

  it('is no price when none is known', () => {
    expect(sumUp([{ cost: null, telemetry: null }])).toEqual({ cost: null, trimmed: 0 });
  });

  it('is not asked for while an answer comes, nor for a rehearsal that went at once', () => {
    const metrics = { attempts: 1 };

    expect(hasFootnote(makeVoice('Ledger', { metrics }))).toBe(true);
    expect(hasFootnote(makeVoice('Ledger', { metrics, completed: false, state: 'streaming' }))).toBe(false);
    expect(hasFootnote(makeVoice('Ledger', { metrics, model: 'scripted:rehearsal' }))).toBe(false);
    expect(hasFootnote(makeVoice('Ledger', { metrics: { attempts: 2 }, model: 'scripted:rehearsal' }))).toBe(true);
  });
});
