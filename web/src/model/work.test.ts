import { expect, it } from 'vitest';
import { type EndedWork, endingOf, placeOf, untitled, type Work, work } from './work';

const nothing = { conversation_id: null, advisor_id: null, turn_id: null, created_at: '2026-01-01T00:00:00Z' };

function ended(change: Partial<EndedWork>): EndedWork {
  return { ...nothing, id: 'w', kind: 'map', status: 'done', error: null, ended_at: nothing.created_at, ...change };
}

function begun(change: Partial<Work>): Work {
  return { ...nothing, id: 'w', kind: 'map', status: 'running', starts: 1, progress: { done: 0, of: null }, ...change };
}

it.each([
  [ended({}), 'done'],
  [ended({ status: 'failed', error: { code: 'stopped', message: '' } }), 'stopped'],
  [ended({ status: 'failed', error: { code: 'interrupted', message: '' } }), 'interrupted'],
  [ended({ status: 'failed', error: { code: 'rate_limited', message: '' } }), 'failed'],
  [ended({ kind: 'eval', status: 'stopped' }), 'stopped'],
  [ended({ kind: 'rounds', status: 'quiet' }), 'done'],
  [ended({ kind: 'rounds', status: 'ceiling', error: { code: 'ceiling_reached', message: '' } }), 'done'],
  [ended({ kind: 'rounds', status: 'refused' }), 'failed'],
] as const)('whatever its kind calls it, how it ended is one of four words', (each, ending) => {
  expect(endingOf(each)).toBe(ending);
});

it.each([
  [begun({ conversation_id: 'c', turn_id: 't' }), { page: 'map', id: 'c', turnId: 't' }],
  [begun({ kind: 'title', conversation_id: 'c' }), { page: 'conversation', id: 'c', turnId: null }],
  [begun({ kind: 'memory', conversation_id: 'c' }), { page: 'memory', id: 'c' }],
  [begun({ kind: 'heartbeat', conversation_id: 'c' }), { page: 'unasked', id: 'c' }],
  [begun({ kind: 'improvement', advisor_id: 'a' }), { page: 'evals', id: 'a', caseId: null }],
  [begun({ kind: 'indexing' }), { page: 'documents', id: null }],
  [begun({ kind: 'review' }), null],
])('leads to where what comes of it is seen', (each, place) => {
  expect(placeOf(each)).toEqual(place);
});

it('titles are asked for once, and only where the list has none', () => {
  const items = [begun({ conversation_id: 'listed' }), begun({ conversation_id: 'old' })];
  const known = { ...work.getState(), items, ended: [ended({ conversation_id: 'old' }), ended({ kind: 'eval' })] };

  expect(untitled(known, [{ id: 'listed' }])).toEqual(['old']);
  expect(untitled({ ...known, titles: { old: 'Oak' } }, [{ id: 'listed' }])).toEqual([]);
});
