import { afterEach, expect, it, vi } from 'vitest';
import { inbox, isScanning } from '../model/memory';
import { followScans, scanMemory } from './memory';

afterEach(() => vi.unstubAllGlobals());

it('a scan that is begun before the earlier ones are known stays on the screen', async () => {
  let knowEarlier: () => void = () => {};
  vi.stubGlobal('fetch', async (_place: string, init: RequestInit) => {
    if (init.method === 'POST') return new Response(JSON.stringify({ id: 'an_2', status: 'running' }), { status: 202 });
    await new Promise<void>((done) => (knowEarlier = done));
    return new Response(JSON.stringify({ items: [{ id: 'an_1', status: 'done' }], next: null }));
  });

  const leave = followScans('c_1');
  await scanMemory('c_1');
  knowEarlier();
  await vi.waitFor(() => expect(inbox.getState().scans).toHaveLength(2));
  leave();

  expect(inbox.getState().scans.map((each) => each.id)).toEqual(['an_2', 'an_1']);
  expect(isScanning(inbox.getState().scans)).toBe(true);
});
