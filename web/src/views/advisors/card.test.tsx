import { cleanup, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Card } from '../../commands/cards';
import { i18n } from '../../locales/i18n';
import { CardForm } from './CardDialog';

const asked = vi.hoisted(() => [] as { route: string; query: object }[]);

vi.mock('../../protocol/upload', () => ({
  upload: (route: string, { query }: { query: object }) => {
    asked.push({ route, query });
    return route.endsWith('/read')
      ? Promise.resolve(card)
      : Promise.resolve({ id: 'a_1', advisor: { id: 'a_1', name: card.name }, document_ids: ['d_1'] });
  },
}));

const card: Card = {
  version: '3',
  carrier: 'png',
  person: 'Ada',
  name: 'The Keeper',
  description: 'Ada comes with a plan.',
  tagline: 'sea',
  notes: 'Ask about plans.',
  greetings: ['Mind the step.'],
  entries: [{ name: 'lamp', kind: 'library', words: ['lamp'], text: 'Forty litres.', lost: ['keys', 'selective'] }],
  entries_left: 0,
  book_rules: ['scan_depth'],
  replaced: ['{{user}}'],
  left: ['{{random:A,B}}'],
  cut: [],
};

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ items: [], next: null }), { headers: { 'Content-Type': 'application/json' } }),
    ),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what a card becomes and what has no place, and keeps nothing before somebody says so', async () => {
  render(
    <I18nextProvider i18n={i18n}>
      <CardForm onClose={() => undefined} />
    </I18nextProvider>,
  );

  await userEvent.upload(page.getByLabelText('Character card'), new File(['x'], 'keeper.png', { type: 'image/png' }));
  expect(await page.findByText('Ada comes with a plan.')).toBeTruthy();
  expect(page.getByText('Not understood here, left as it is: {{random:A,B}}')).toBeTruthy();
  expect(page.getByText('Does not come along: keys, selective')).toBeTruthy();
  expect(asked.map(({ route }) => route)).toEqual(['POST /v1/cards/read']);
  await userEvent.click(page.getByRole('checkbox'));
  await userEvent.click(page.getByRole('button', { name: 'Make this advisor' }));

  expect(asked.at(-1)).toEqual({ route: 'POST /v1/cards', query: { name: 'keeper.png', person: '', lore: false } });
});
