import { describe, expect, it } from 'vitest';
import type { TestedAnswer } from '../protocol/generated/answers';
import { presetsOf, priceOf, propose } from './voiceModels';

const offer = (name: string, question_cost: number | null) => ({
  name,
  question_cost,
  input_price: question_cost,
  output_price: question_cost,
  context_window: null,
});

const tested: TestedAnswer = {
  name: 'mine',
  base_url: 'http://127.0.0.1:1/v1',
  model: 'a',
  models: ['a', 'b', 'c', 'd'],
  offers: [offer('a', 0.01), offer('b', 0.02), offer('c', null), offer('d', 0)],
  spread: ['a', 'b', 'c'],
  cheapest: ['d', 'a'],
};

describe('models for several voices', () => {
  it('are different as far as there are several, and begin again when there are fewer', () => {
    expect(propose(tested, 'different', 5, new Set())).toEqual(['a', 'b', 'c', 'a', 'b']);
    expect(propose(tested, 'same', 2, new Set())).toEqual(['a', 'a']);
    expect(propose(tested, 'cheapest', 3, new Set())).toEqual(['d', 'a', 'd']);
  });

  it('pass over those that stayed silent, unless all did', () => {
    expect(propose(tested, 'different', 3, new Set(['b']))).toEqual(['a', 'c', 'a']);
    expect(propose(tested, 'same', 1, new Set(['a']))).toEqual(['a']);
  });

  it('offer no choice where there is one model', () => {
    expect(presetsOf({ ...tested, spread: ['a'] })).toEqual([]);
    expect(presetsOf(tested)).toEqual(['different', 'same', 'cheapest']);
  });

  it('cost what is known, and say how much is not', () => {
    expect(priceOf(tested.offers, ['a', 'b', 'c'])).toEqual({ dollars: 0.03, unknown: 1 });
    expect(priceOf(tested.offers, ['d', 'd'])).toEqual({ dollars: 0, unknown: 0 });
  });
});
