import { cleanup, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../locales/settings';
import { type Import, imports } from '../../commands/imports';
import { i18n } from '../../locales/i18n';
import { revisiting } from '../../model/revisiting';
import { screen } from '../../model/screen';
import { Imports } from './Imports';

const seen: Import = {
  id: 'imp_1',
  name: 'export.zip',
  bytes: 2048,
  status: 'ready',
  importer: 'chatgpt',
  label: 'ChatGPT',
  report: {
    conversations: 3,
    branches: 1,
    turns: 9,
    replies: 11,
    files_missing: 2,
    notes: 0,
    first: null,
    last: null,
    authors: { 'ChatGPT · gpt-4o': 11 },
    left: { no_messages: 1 },
    unknown_fields: { 'conversation.beam': 4 },
    other_files: { count: 0, names: [] },
  },
  counts: { new: 4, grown: 0, known: 0, imported: 0, left: 0, kept: 0 },
  error: null,
  created_at: '2026-11-17T10:00:00.000Z',
  updated_at: '2026-11-17T10:00:00.000Z',
};

const came = [
  { number: 1, title: 'Moving', conversation_id: 'c_1' },
  { number: 2, title: 'Left out', conversation_id: null },
];
let asked: string[] = [];
let listed: Import[] = [];

beforeEach(() => {
  asked = [];
  listed = [];
  imports.setState({ items: null, importers: [], sending: null });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(url, 'http://x').pathname}`);
    const importers = [{ name: 'chatgpt', label: 'ChatGPT', version: 1 }];
    const items = url.includes('importers') ? importers : url.includes('/conversations') ? came : listed;
    const body = init?.method === 'POST' ? { ...seen, status: 'writing' } : { items, next: null };
    return Promise.resolve(new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const draw = () =>
  render(
    <I18nextProvider i18n={i18n}>
      <Imports />
    </I18nextProvider>,
  );

it('says a first step where nothing was imported', async () => {
  draw();

  expect(await page.findByText(/Nothing was imported yet/)).toBeTruthy();
  expect(await page.findByText('It may come from: ChatGPT.')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Choose an export…' })).toBeTruthy();
});

it('shows what will come and what cannot before anything is written', async () => {
  listed = [seen];
  draw();

  expect(await page.findByText('Conversations: 4. Turns: 9. Answers: 11.')).toBeTruthy();
  expect(page.getByText('New: 4. Longer than here: 0. Here already: 0.')).toBeTruthy();
  expect(page.getByText('Cannot come as it was: no_messages 1.')).toBeTruthy();
  await userEvent.click(page.getByRole('button', { name: 'Import export.zip' }));

  await waitFor(() => expect(asked).toContain('POST /v1/imports/imp_1/start'));
});

it('asks before it takes everything back', async () => {
  listed = [{ ...seen, status: 'done', counts: { ...seen.counts, new: 0, imported: 4 } }];
  draw();

  await userEvent.click(await page.findByRole('button', { name: 'Take it back' }));
  expect(page.getByText('Delete every conversation that came from export.zip?')).toBeTruthy();
  expect(asked.some((each) => each.startsWith('DELETE'))).toBe(false);
  await userEvent.click(page.getByRole('button', { name: 'Take it back' }));

  await waitFor(() => expect(asked).toContain('DELETE /v1/imports/imp_1'));
});

it('offers to ask a panel what was asked in a conversation that came', async () => {
  listed = [{ ...seen, status: 'done', counts: { ...seen.counts, new: 0, imported: 1 } }];
  draw();
  await userEvent.click(await page.findByText('What came'));
  await userEvent.click(await page.findByRole('button', { name: 'Ask a panel what I asked then in Moving' }));

  expect(page.queryByText('Left out')).toBeNull();
  expect(revisiting.getState()).toEqual({ id: 'c_1', title: 'Moving' });
  expect(screen.getState().overlay).toBe('revisit');
  screen.setState({ overlay: null });
});
