import { beforeEach, expect, it } from 'vitest';
import type { Frame, Turn } from '../protocol/events';
import {
  closeConversation,
  conversation,
  findTurn,
  openConversation,
  receiveFrames,
  receiveOutline,
  receivePage,
} from './conversation';
import { makeDelta, makeReply } from './fixtures';
import { rowOf } from './outline';
import { parseRoute } from './route';

const turn = (position: number, more: Partial<Turn> = {}): Turn => ({
  id: `t_${position}`,
  origin: 'person',
  surface: null,
  conversation_id: 'c_1',
  position,
  text: `question ${position}`,
  parts: [],
  created_at: '2030-01-01T12:00:00.000Z',
  stars: 0,
  colour_flag: null,
  pinned: false,
  importance: null,
  worth: null,
  topic: null,
  tags: [],
  marks: {},
  wordings: [],
  all_completed: true,
  replies: [],
  ...more,
});

const fact = (data: object): Frame => ({ event: (data as { kind: string }).kind, data }) as Frame;

beforeEach(() => {
  closeConversation();
  openConversation('c_1');
  const view = {
    conversation_id: 'c_1',
    seq: 9,
    title: '',
    has_older: true,
    dividers: [],
    kept_until: null,
    turns: [turn(8), turn(9)],
  };
  receiveFrames([{ event: 'snapshot', data: view }]);
  receiveOutline('c_1', [turn(1), turn(8), turn(9)].map(rowOf));
  receivePage('c_1', [turn(1)]);
});

it('an older turn that was deleted and comes back is there again, with its words', () => {
  receivePage('c_1', [turn(1)]);
  receiveFrames([fact({ kind: 'turns_restored', conversation_id: 'c_1', seq: 10, turns: [turn(2)] })]);

  expect(findTurn(conversation.getState(), 't_2')?.text).toBe('question 2');
  expect(conversation.getState().rows.map((row) => row.position)).toEqual([1, 2, 8, 9]);
});

it('tags of a loaded turn outlive an outline that has none', () => {
  const marks = { add_tags: ['money'] };
  receiveFrames([fact({ kind: 'turns_marked', conversation_id: 'c_1', seq: 10, turn_ids: ['t_9'], marks })]);

  receiveOutline('c_1', [turn(1), turn(8), turn(9)].map(rowOf));

  expect(conversation.getState().rows.at(-1)?.tags).toEqual(['money']);
});

it('words that were said of an older turn before its page came are not lost', () => {
  const speaking = makeReply({ state: 'streaming', completed: false, text: 'Sign' });
  const page = [turn(2, { replies: [speaking], all_completed: false })];
  const say = (offset: number, text: string) => receiveFrames([fact(makeDelta('r_ledger', offset, text))]);
  say(0, 'Sign');
  say(4, ' it');
  receivePage('c_1', page);

  expect(say(7, ' today')).toBe(true);

  expect(findTurn(conversation.getState(), 't_2')?.replies[0]?.text).toBe('Sign it today');
});

it('a page that came too late for what was said is shown as it is', () => {
  const speaking = makeReply({ state: 'streaming', completed: false, text: 'Sign' });
  receiveFrames([fact(makeDelta('r_ledger', 30, 'today'))]);

  receivePage('c_1', [turn(2, { replies: [speaking], all_completed: false })]);

  expect(findTurn(conversation.getState(), 't_2')?.replies[0]?.text).toBe('Sign');
});

it('an older voice that is asked again is no failure in the outline any more', () => {
  const failed = makeReply({ state: 'error', text: '' });
  receiveOutline('c_1', [turn(1, { replies: [failed] }), turn(8), turn(9)].map(rowOf));
  receivePage('c_1', [turn(1, { replies: [failed] })]);
  const replies = [{ reply_id: failed.id, epoch: 2 }];

  receiveFrames([fact({ kind: 'replies_sending', conversation_id: 'c_1', seq: 10, replies })]);

  expect(conversation.getState().rows[0]?.states).toEqual({ ledger: 'sending' });
});

it('an address that cannot be decoded opens the page all the same', () => {
  expect(parseRoute('/c/%E0')).toEqual({ page: 'conversation', id: '%E0', turnId: null });
});
