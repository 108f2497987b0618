/** Turns and replies for the stories told in tests. */

import type { ConversationView, Delta, FeedEvent, Frame, Reply, Turn } from '../protocol/events';
import { openConversation, receiveFrames } from './conversation';

export function makeReply(change: Partial<Reply> = {}): Reply {
  return {
    id: 'r_ledger',
    advisor_id: 'ledger',
    advisor_version: 1,
    name: 'Ledger',
    colour: 'lapis',
    model: 'openai:gpt',
    state: 'complete',
    completed: true,
    epoch: 1,
    text: 'Sign, if the first quarter is paid on signature.',
    thinking: '',
    finish_reason: 'stop',
    error: null,
    metrics: null,
    variant: 0,
    chosen: true,
    changes: null,
    edited: null,
    importance: null,
    worth: null,
    tools: [],
    pictures: [],
    ...change,
  };
}

export function makeVoice(name: string, change: Partial<Reply> = {}): Reply {
  const id = name.toLowerCase();
  return makeReply({ id: `r_${id}`, advisor_id: id, name, ...change });
}

export function makeTurn(replies: Reply[], change: Partial<Turn> = {}): Turn {
  return {
    id: 't_1',
    origin: 'person',
    surface: null,
    conversation_id: 'c_1',
    position: 1,
    text: 'Do I sign?',
    parts: [],
    created_at: '2026-01-05T22:41:00.000Z',
    stars: 0,
    colour_flag: null,
    pinned: false,
    importance: null,
    worth: null,
    topic: null,
    tags: [],
    marks: {},
    wordings: [],
    replies,
    all_completed: replies.every((reply) => reply.completed),
    ...change,
  };
}

/** Show a conversation as the feed's first snapshot would. */
export function showTurns(turns: Turn[], seq = 1): void {
  openConversation('c_1');
  const view: ConversationView = {
    conversation_id: 'c_1',
    seq,
    title: '',
    turns,
    has_older: false,
    dividers: [],
    kept_until: null,
  };
  receiveFrames([{ event: 'snapshot', data: view }]);
}

export function hear(event: FeedEvent): void {
  receiveFrames([{ event: event.kind, data: event } as Frame]);
}

export function makeDelta(replyId: string, offset: number, text: string): Delta {
  return { kind: 'delta', conversation_id: 'c_1', reply_id: replyId, epoch: 1, channel: 'text', offset, text };
}

export function makeSettled(reply: Reply, seq: number, change: Partial<Reply> = {}): FeedEvent {
  return {
    kind: 'reply_settled',
    conversation_id: 'c_1',
    seq,
    turn_id: 't_1',
    reply_id: reply.id,
    epoch: reply.epoch,
    state: 'complete',
    text_length: [...reply.text].length,
    thinking_length: 0,
    finish_reason: 'stop',
    error: null,
    metrics: null,
    importance: null,
    ...change,
  };
}
