import { expect, it } from 'vitest';
import { editThinking, isWrongThinking, readThinking } from './thinking';

it('a level, a number of tokens and no choice go into a form and come out again', () => {
  for (const each of ['off', 'high', 2_000, null] as const) expect(readThinking(editThinking(each))).toBe(each);
});

it('only whole numbers of tokens that the server takes can be saved', () => {
  expect(['', 'low', '1024', '128000'].filter(isWrongThinking)).toEqual([]);
  expect(['a lot', '1023', '128001', '2000.5'].filter(isWrongThinking)).toHaveLength(4);
});
