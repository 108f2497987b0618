import { describe, expect, it } from 'vitest';
import {
  type EvalCase,
  type EvalResult,
  type EvalRun,
  isChangedSince,
  judge,
  messagesOf,
  scoresOf,
  stretchesOf,
  type Verdict,
} from './evals';

const verdict = (type: string, more: Partial<Verdict> = {}): Verdict => ({
  name: type,
  type,
  status: 'passed',
  score: 1,
  reason: '',
  advisor: 'skeptic',
  turn: 0,
  weight: 1,
  required: null,
  hits: [],
  misses: [],
  spots: [],
  ...more,
});

describe('what must hold and the verdicts on it', () => {
  it('belong together kind by kind, in their order', () => {
    const said = [verdict('llm-rubric', { reason: 'a' }), verdict('contains', { reason: 'b' })];
    const judged = judge([{ type: 'not-contains', value: 'x' }, 'Is kind.'], said);

    expect(judged.map((each) => each.verdict?.reason)).toEqual(['b', 'a']);
  });

  it('are known by the names other houses have for them', () => {
    expect(judge([{ type: 'llm_judge', value: 'x' }], [verdict('llm-rubric')])[0]?.verdict).not.toBeNull();
  });

  it('leave nothing out: neither what was never judged nor what a turn asks for', () => {
    const judged = judge(['Is kind.'], [verdict('contamination')]);

    expect(judged.map((each) => [each.assertion, each.verdict?.type])).toEqual([
      ['Is kind.', undefined],
      [null, 'contamination'],
    ]);
  });

  it('rest on stretches of the answer, and on nothing of what was sent', () => {
    const spots = [
      { where: 'answer', start: 2, end: 5, quote: 'abc' },
      { where: 'messages[1]', start: 0, end: 3, quote: 'you' },
    ];

    expect(stretchesOf([verdict('contains', { spots })])).toEqual([{ start: 2, end: 5 }]);
  });
});

it('a test that was changed later asks for other things than were judged', () => {
  const one = { updated_at: '2026-05-19T08:00:01Z' } as EvalCase;

  expect(isChangedSince(one, { ended_at: '2026-05-19T08:00:00Z' } as EvalResult)).toBe(true);
  expect(isChangedSince(one, { ended_at: '2026-05-19T08:00:02Z' } as EvalResult)).toBe(false);
});

it('scores are those of an advisor’s own words, oldest first, and none where nobody judged (D40)', () => {
  const run = (id: string, version: number, score: number | null, description: string | null = null) =>
    ({ id, advisor_version: version, score, description }) as EvalRun;

  const scores = scoresOf([run('d', 2, null), run('c', 2, 1), run('b', 1, 0.9, 'Other words.'), run('a', 1, 0.5)]);

  expect(scores.map((each) => [each.id, each.version, each.score])).toEqual([
    ['a', 1, 0.5],
    ['c', 2, 1],
  ]);
});

it('messages are read whether they are words or parts', () => {
  const parts = [
    { type: 'text', value: 'Look:' },
    { type: 'file', value: 'a.md' },
  ];

  expect(
    messagesOf({
      input_messages: [
        { role: 'user', content: 'Hi' },
        { role: 'user', content: parts },
      ],
    }),
  ).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'user', content: 'Look:\na.md' },
  ]);
  expect(messagesOf({})).toEqual([]);
});
