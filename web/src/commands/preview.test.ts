import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeConversation } from '../model/conversation';
import { preview } from '../model/preview';
import { watchDraft } from './preview';

const ANSWER = { advisors: [], problems: [] };
let reachable = true;
let asked = 0;
let unwatch: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [reachable, asked] = [true, 0];
  vi.stubGlobal('fetch', () => {
    asked += 1;
    if (!reachable) return Promise.reject(new TypeError('no way there'));
    return Promise.resolve(new Response(JSON.stringify(ANSWER), { headers: { 'content-type': 'application/json' } }));
  });
  closeConversation();
  preview.setState({ latest: null, madeFor: null, pending: false, problem: null });
});

afterEach(() => {
  unwatch();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a preview that did not reach the server is asked for again, and the line that says so goes', async () => {
  reachable = false;
  unwatch = watchDraft();
  await vi.advanceTimersByTimeAsync(200);
  expect(preview.getState().problem?.code).toBe('offline');

  reachable = true;
  await vi.advanceTimersByTimeAsync(3_200);

  expect(preview.getState().problem).toBeNull();
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toBe(2);
});

it('the network that comes back is believed at once', async () => {
  reachable = false;
  unwatch = watchDraft();
  await vi.advanceTimersByTimeAsync(200);

  reachable = true;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(200);

  expect(preview.getState().problem).toBeNull();
});
