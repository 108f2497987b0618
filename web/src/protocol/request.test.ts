import { afterEach, expect, it, vi } from 'vitest';
import { door } from './door';
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

const problem = (status: number, code: string, facts: object = {}) =>
  new Response(JSON.stringify({ code, detail: code, facts, status }), { status });

it('asks once more after somebody proved to be there, and only once', async () => {
  const answers = [
    problem(403, 'verify_again'),
    new Response('{"items": [], "next": null}'),
    problem(403, 'verify_again'),
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift() ?? problem(403, 'verify_again')));
  const verify = vi.spyOn(door, 'verify').mockResolvedValue(true);

  expect(await ask('GET /v1/topics')).toEqual({ items: [], next: null });
  await expect(ask('GET /v1/topics')).rejects.toMatchObject({ code: 'verify_again' });
  expect(verify).toHaveBeenCalledTimes(2);
  verify.mockResolvedValue(false);
  await expect(ask('GET /v1/topics')).rejects.toMatchObject({ code: 'verify_again' });
});

it('tells whoever watches the door when nobody is signed in', async () => {
  const closed = vi.spyOn(door, 'closed').mockImplementation(() => {});
  for (const code of ['not_signed_in', 'not_set_up', 'not_allowed']) {
    vi.stubGlobal('fetch', () => Promise.resolve(problem(401, code)));
    await expect(ask('GET /v1/topics')).rejects.toMatchObject({ code });
  }

  expect(closed.mock.calls).toEqual([['not_signed_in'], ['not_set_up']]);
});

it('tells whoever watches the door why somebody whom the proxy names is not let in', async () => {
  const closed = vi.spyOn(door, 'closed').mockImplementation(() => {});
  closed.mockClear();
  // A provider that could not be reached when somebody wanted to link it closes nothing.
  for (const reason of ['suspended', 'provider_unavailable', 'no_role']) {
    vi.stubGlobal('fetch', () => Promise.resolve(problem(403, 'sign_on_refused', { problem: reason })));
    await expect(ask('GET /v1/topics')).rejects.toMatchObject({ code: 'sign_on_refused' });
  }

  expect(closed.mock.calls).toEqual([['suspended'], ['no_role']]);
});
