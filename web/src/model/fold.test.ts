import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversationView, Delta, FeedEvent, Frame } from '../protocol/events';
import { applyEvent } from './fold';
import { MissingText } from './missing';

const FEEDS = `${resolve('../tests/contracts/feeds')}/`;
const expected = JSON.parse(readFileSync(`${FEEDS}expected.json`, 'utf8')) as Record<string, ConversationView>;

function readFeed(name: string): Frame[] {
  const lines = readFileSync(`${FEEDS}${name}.jsonl`, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Frame);
}

function receive(view: ConversationView | null, frame: Frame): ConversationView | null {
  if (frame.event === 'snapshot') return frame.data as ConversationView;
  if (frame.event === 'gap') return null;
  if (frame.event === 'reconnect' || view === null) return view;
  return applyEvent(view, frame.data as FeedEvent);
}

const receiveAll = (frames: Frame[], view: ConversationView | null = null) => frames.reduce(receive, view);

describe('the recorded feeds', () => {
  const names = readdirSync(FEEDS)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''));

  it.each(names)('%s adds up to the view the server has (I-10, I-12, I-13, I-14, M6)', (name) => {
    expect(receiveAll(readFeed(name))).toEqual(expected[name]);
  });

  it.each(names)('%s heard again since its last snapshot changes nothing (I-11)', (name) => {
    const frames = readFeed(name);
    const last = frames.findLastIndex((frame) => frame.event === 'snapshot');
    const once = receiveAll(frames);

    expect(receiveAll(frames.slice(last + 1), once)).toBe(once);
  });
});

describe('a hole in the text', () => {
  const frames = readFeed('plain-turn');

  it('is refused, never shown', () => {
    const at = frames.findIndex((frame) => frame.event === 'delta');
    const view = receiveAll(frames.slice(0, at)) as ConversationView;
    const delta = frames[at]?.data as Delta;

    expect(() => applyEvent(view, { ...delta, offset: delta.offset + 5 })).toThrow(MissingText);
  });

  it('between two facts is refused too', () => {
    const view = receiveAll(frames) as ConversationView;

    expect(() =>
      applyEvent(view, { kind: 'conversation_renamed', conversation_id: 'c_1', seq: view.seq + 2, title: 'x' }),
    ).toThrow(MissingText);
  });
});
