import { describe, expect, it } from 'vitest';
import { findObstacle, forecastOf } from '../../commands/ceiling';
import { say } from '../../locales/i18n';
import type { AdvisorPreview, Preview } from '../../model/preview';
import { formatRange, sayForecast } from './forecast';
import { sayPlaceholder } from './words';

const t = ((key: string, facts?: object) => say(`composer:${key}` as never, facts as never)) as never;

function voice(name: string, cost: Partial<AdvisorPreview['cost']>, change: Partial<AdvisorPreview> = {}) {
  const whole = { cold: null, warm: null, output: null, cached_tokens: 0, ...cost };
  return { advisor_id: name, name, provider: 'openai', problem: null, cost: whole, ...change } as AdvisorPreview;
}

describe('a forecast', () => {
  it.each([
    [0.09, 0.14, '$0.09–0.14'],
    [0.001, 0.0042, '$0.001–0.0042'],
    [0.3, 0.3, '$0.30'],
    [0, 1.5, '$0.00–1.50'],
  ])('from %f to %f reads %s', (low, high, words) => {
    expect(formatRange(low, high)).toBe(words);
  });

  it('goes from the cached prompt to the whole prompt with the longest answers', () => {
    const both = forecastOf([
      voice('Ledger', { cold: 0.04, warm: 0.01, output: 0.02 }),
      voice('Keel', { cold: 0.03, warm: 0.03, output: 0.05 }),
    ]);

    expect(sayForecast(t, both, 2)).toBe('$0.04–0.14');
  });

  it('never shows an unknown price as nothing', () => {
    const known = voice('Ledger', { cold: 0.04, warm: 0.04, output: 0.02 });
    const unknown = voice('Keel', {});

    expect(sayForecast(t, forecastOf([unknown]), 1)).toBe('price unknown');
    expect(sayForecast(t, forecastOf([known, unknown]), 2)).toBe('$0.04–0.06 and one unknown');
  });

  it('says of models that run here that they are free', () => {
    const here = voice('Ledger', { cold: 0, warm: 0, output: 0 }, { provider: 'ollama' });

    expect(sayForecast(t, forecastOf([here, here]), 2)).toBe('free');
  });

  it('says that a rehearsal is free', () => {
    const scripted = forecastOf([
      voice('Ledger', {}, { provider: 'scripted' }),
      voice('Keel', {}, { provider: 'scripted' }),
    ]);

    expect(sayForecast(t, scripted, 2)).toBe('free: rehearsal');
  });
});

describe('what stands in the way', () => {
  const dear = voice('Ledger', { cold: 0.3, warm: 0.3, output: 0.11 });
  const cheap = voice('Keel', { cold: 0.1, warm: 0.05, output: 0.11, cached_tokens: 400 });
  const latest = (...advisors: AdvisorPreview[]) => ({ advisors }) as unknown as Preview;

  it('is a price over the ceiling, and names the dearest voice', () => {
    expect(findObstacle(latest(cheap, dear), 0.5)).toMatchObject({
      kind: 'cost',
      ceiling: 0.5,
      count: 2,
      top: { name: 'Ledger', cold: true },
    });
  });

  it('is nothing at the ceiling, under it, or without one', () => {
    expect(findObstacle(latest(cheap, dear), 0.62)).toBeNull();
    expect(findObstacle(latest(cheap, dear), 0)).toBeNull();
    expect(findObstacle(null, 0.5)).toBeNull();
  });

  it('is first of all a message that is too large alone (W73, D30)', () => {
    const problem = {
      code: 'user_prompt_too_large',
      message: '',
      facts: { advisor_id: 'Keel', tokens: 9120, limit: 8000 },
    };
    const small = { ...cheap, problem } as AdvisorPreview;

    expect(findObstacle(latest(dear, small), 0.01)).toEqual({
      kind: 'large',
      everybody: false,
      voices: [{ id: 'Keel', name: 'Keel', tokens: 9120, limit: 8000 }],
    });
  });
});

describe('the empty composer', () => {
  it.each([
    [[], 0, 'Ask…'],
    [['Ledger'], 5, 'Ask Ledger…'],
    [['Ledger', 'Keel'], 5, 'Ask Ledger and Keel…'],
    [['Ledger', 'Keel'], 2, 'Ask both…'],
    [['a', 'b', 'c'], 5, 'Ask three of them…'],
    [['a', 'b', 'c', 'd', 'e'], 5, 'Ask all five…'],
  ])('for %j of %i says %s', (asked, seats, words) => {
    expect(sayPlaceholder(t, asked, seats)).toBe(words);
  });
});
