import { act, cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Weighed } from '../../commands/importance';
import { i18n } from '../../locales/i18n';
import { showTurns } from '../../model/fixtures';
import { emit } from '../../model/signals';
import { ImportanceMark } from './ImportanceMark';
// Loaded on demand in the page; here beforehand, so that no story waits for it.
import './ImportanceWhy';

const asked: { method: string; path: string; body: unknown }[] = [];
const why = {
  reckoned: 0.9,
  importance: 0.9,
  worth: null,
  counts: 0.9,
  pinned_by: 'rule',
  reasons: [
    { rule: 'human', effect: 'is', amount: 0.7, start: null, end: null, words: null },
    { rule: 'constraint', effect: 'at_least', amount: 0.9, start: 3, end: 7, words: 'must' },
  ],
};
const TURN: Weighed = { kind: 'turn', id: 't_1', position: 2 };

beforeEach(() => {
  asked.length = 0;
  showTurns([]);
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    asked.push({ method, path, body: body ? JSON.parse(body) : null });
    return Promise.resolve(new Response(JSON.stringify(why), { headers: { 'Content-Type': 'application/json' } }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(what: Weighed, importance: number | null, worth: number | null = null, pinned = false) {
  render(
    <I18nextProvider i18n={i18n}>
      <ImportanceMark what={what} importance={importance} worth={worth} pinned={pinned} />
    </I18nextProvider>,
  );
  return userEvent.setup();
}

it('says nothing until the person has weighed it, however it was reckoned', () => {
  show(TURN, null);
  show(TURN, 0.9);

  expect(page.queryByRole('button')).toBeNull();
});

it('tells why, rule by rule with the words, and who keeps it (M32, M39)', async () => {
  const person = show(TURN, 0.9, null, true);

  act(() => emit('weigh', 't_1'));

  expect(await page.findByText('Names a limit or a requirement')).toBeDefined();
  expect(page.getByText('must').tagName).toBe('Q');
  expect(page.getByText('at least 0.9')).toBeDefined();
  expect(page.getByText('Kept by rule: one of the first three.')).toBeDefined();
  await person.click(page.getByRole('button', { name: 'Keep no longer' }));
  expect(asked.at(-1)?.body).toEqual({ turn_ids: ['t_1'], pinned: false });
});

it('takes the word of the person for an answer, and takes it back (D34)', async () => {
  const person = show({ kind: 'reply', id: 'r_keel', name: 'Keel' }, 0.5, 0.25);

  await person.click(page.getByRole('button', { name: 'The answer of Keel weighs less: 0.25, set by you' }));
  fireEvent.input(await page.findByRole('slider', { name: 'What it is worth to you' }), { target: { value: '0.95' } });
  await person.click(page.getByRole('button', { name: 'Set' }));
  await person.click(page.getByRole('button', { name: 'Take back' }));

  const words = asked.filter((each) => each.method === 'PUT');
  expect(words.map((each) => [each.path, each.body])).toEqual([
    ['/v1/replies/r_keel/importance', { worth: 0.95 }],
    ['/v1/replies/r_keel/importance', { worth: null }],
  ]);
});
