import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Frame } from '../protocol/events';
import { Feed } from './connection';

const DELTA = {
  kind: 'delta',
  conversation_id: 'c_1',
  reply_id: 'r_1',
  epoch: 1,
  channel: 'text',
  offset: 0,
  text: 'Yes.',
};

let visibility: DocumentVisibilityState;
let send: (text: string) => void;
const heard: Frame[] = [];

beforeEach(() => {
  heard.length = 0;
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  // A frame is asked for and never drawn: so browsers treat a tab that is hidden now.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const body = new ReadableStream({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('takes in what was waiting for a frame when its tab is hidden, and all that comes then', async () => {
  const feed = new Feed('c_1', { frames: (batch) => heard.push(...batch), connection: () => {} });
  void feed.run();
  const delta = `event: delta\ndata: ${JSON.stringify(DELTA)}\n\n`;
  await vi.waitFor(() => expect(send).toBeDefined());
  send(delta);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(heard).toEqual([]);

  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  send(delta);

  await vi.waitFor(() => expect(heard).toHaveLength(2));
  feed.close();
});

it('does not wait out its pause when the network is back', async () => {
  vi.useFakeTimers();
  const states: string[] = [];
  const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', asked);
  const feed = new Feed('c_1', { frames: () => {}, connection: (state) => states.push(state) });
  void feed.run();
  await vi.advanceTimersByTimeAsync(60_000);
  const before = asked.mock.calls.length;

  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);

  expect(asked.mock.calls.length).toBe(before + 1);
  expect(states.at(-1)).toBe('lost');
  feed.close();
  vi.useRealTimers();
});
