import { afterEach, expect, it, vi } from 'vitest';
import { ask, Refusal } from './request';

const answered: string[] = [];

function answer(status: number, body: unknown): void {
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    answered.push(`${method} ${address}`);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  answered.length = 0;
});

it('fills the address and the query of a route', async () => {
  answer(200, { items: [], next: null });

  await ask('GET /v1/conversations/{conversation_id}/turns', { path: { conversation_id: 'a/b' }, query: { at: 3 } });

  expect(answered).toEqual(['GET /v1/conversations/a%2Fb/turns?at=3']);
});

it('is typed by the route and not by whoever asks', async () => {
  answer(200, { items: [], next: null });

  const { items: topics } = await ask('GET /v1/topics');
  // @ts-expect-error: the answer has items and no panels.
  const { panels } = await ask('GET /v1/topics');
  // @ts-expect-error: the address has a name to fill.
  await ask('GET /v1/turns/{turn_id}');
  // @ts-expect-error: there is no such name in the query.
  await ask('GET /v1/topics', { query: { sorted: true } });
  // @ts-expect-error: a topic is made of a path.
  await ask('POST /v1/topics', { body: { name: 'Sales' } });

  expect(topics).toEqual([]);
  expect(panels).toBeUndefined();
});

it('names what was refused, readable or not', async () => {
  answer(409, 'nothing of the kind');

  await expect(ask('GET /v1/topics')).rejects.toMatchObject({ code: 'unreadable', status: 409 });
  await expect(ask('GET /v1/topics')).rejects.toBeInstanceOf(Refusal);
});
