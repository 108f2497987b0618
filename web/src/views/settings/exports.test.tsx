import { cleanup, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../locales/settings';
import { type ExportedFile, exportedFiles } from '../../commands/exports';
import { i18n } from '../../locales/i18n';
import { Exports } from './Exports';

const done: ExportedFile = {
  id: 'exp_1',
  format: 'archive',
  conversation_ids: [],
  name: 'antiphon-export-1.zip',
  media_type: 'application/zip',
  status: 'done',
  written: 3,
  of: 3,
  bytes: 2048,
  pieces: 1,
  sha256: 'ab',
  signer: 'cd',
  signature: 'ef',
  error: null,
  created_at: '2026-11-18T10:00:00.000Z',
  kept_until: '2026-11-25T10:00:00.000Z',
};

let asked: string[] = [];
let listed: ExportedFile[] = [];

beforeEach(() => {
  asked = [];
  listed = [];
  exportedFiles.setState({ items: null, exporters: [] });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(url, 'http://x').pathname} ${init?.body ?? ''}`);
    const formats = ['archive', 'md'].map((name) => ({ name, label: name, media_type: '', suffix: '', version: 1 }));
    const items = url.includes('exporters') ? formats : listed;
    const body = init?.method === 'POST' ? { ...done, status: 'writing' } : { items, next: null };
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
      <Exports />
    </I18nextProvider>,
  );

it('writes everything in the format that is chosen', async () => {
  draw();
  expect(await page.findByText('No file was written yet.')).toBeTruthy();

  await userEvent.selectOptions(await page.findByLabelText('As'), 'md');
  await userEvent.click(page.getByRole('button', { name: 'Write the file' }));

  expect(asked).toContain('POST /v1/exports {"format":"md"}');
});

it('offers a file with its signature, and says how long it is kept', async () => {
  listed = [done];
  draw();

  const saved = await page.findByRole('link', { name: 'Save antiphon-export-1.zip' });

  expect(saved.getAttribute('href')).toBe('/v1/exports/exp_1/file');
  expect(page.getByRole('link', { name: 'Signature' }).getAttribute('href')).toBe('/v1/exports/exp_1/signature');
  expect(page.getByText(/^Kept until/)).toBeTruthy();
});

it('says how far a file has come and why one was not written', async () => {
  listed = [
    { ...done, id: 'exp_2', status: 'writing', written: 1, of: 3 },
    { ...done, id: 'exp_3', status: 'failed', error: { code: 'stopped', message: 'This was stopped.' } },
  ];
  draw();

  expect(await page.findByText('Being written: 1 of 3 conversations.')).toBeTruthy();
  expect(page.getByText('This was stopped.')).toBeTruthy();
  expect(page.queryByRole('link', { name: /Save/ })).toBeNull();
});
