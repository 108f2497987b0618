import { cleanup, screen as page, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../locales/settings';
import { type PluginPackage, plugins } from '../../commands/plugins';
import { i18n } from '../../locales/i18n';
import { Plugins } from './Plugins';

const ours: PluginPackage = {
  name: 'antiphon',
  version: '0.1.0',
  summary: 'Ours.',
  ours: true,
  named: false,
  sha256: null,
  plugins: [],
  why_not: null,
};
const theirs: PluginPackage = {
  ...ours,
  name: 'antiphon-example',
  version: '1.0.0',
  summary: 'One of each.',
  ours: false,
  named: true,
  sha256: 'ab'.repeat(32),
  plugins: [
    { kind: 'pack', name: 'two-minds', label: 'Two minds', version: 1, why_not: null },
    { kind: 'tool', name: 'coins', label: '', version: null, why_not: 'it could not be loaded: RuntimeError' },
  ],
};
const pack = {
  name: 'two-minds',
  label: 'Two minds',
  version: 1,
  licence: 'CC0-1.0',
  description: 'One begins, one waits.',
  advisor_count: 1,
  panel_count: 1,
  advisors: [{ name: 'Today', description: 'You begin.' }],
  panels: [{ name: 'Two minds', advisors: ['Today'] }],
};
const plan = {
  rows: [{ name: 'Today', outcome: 'new', unarchived: false, id: null, colour: 'rose' }],
  panels: [{ name: 'Two minds', outcome: 'new', id: null }],
};

let listed: PluginPackage[] = [];
let imported: unknown[] = [];

beforeEach(() => {
  listed = [];
  imported = [];
  plugins.setState({ items: null });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = new URL(url, 'http://x').pathname;
    if (path === '/v1/panels/import') imported.push(JSON.parse(String(init?.body)));
    const bodies: Record<string, unknown> = {
      '/v1/plugins': { items: listed, next: null },
      '/v1/packs/two-minds': pack,
      '/v1/panels/import': plan,
    };
    const body = bodies[path] ?? { items: [], next: null };
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
      <Plugins />
    </I18nextProvider>,
  );

it('says so where nothing but ours is installed', async () => {
  listed = [ours];
  draw();

  expect(await page.findByText('No plug-ins are installed.')).toBeTruthy();
});

it('shows what a package adds, the hash of its files, and why something is left out', async () => {
  listed = [ours, theirs];
  draw();

  const found = within(await page.findByRole('listitem', { name: 'antiphon-example' }));
  expect(found.getByText('in use')).toBeTruthy();
  expect(found.getByText('ab'.repeat(32))).toBeTruthy();
  expect(found.getByText('it could not be loaded: RuntimeError')).toBeTruthy();
});

it('shows every word of a pack before it is taken in', async () => {
  listed = [theirs];
  draw();

  await userEvent.click(await page.findByRole('button', { name: 'Look at Two minds' }));
  expect(await page.findByText('You begin.')).toBeTruthy();
  expect(imported).toEqual([{ advisors: pack.advisors, panels: pack.panels, dry_run: true }]);
  await userEvent.click(page.getByRole('button', { name: 'Take it in' }));

  await waitFor(() => expect(imported.at(-1)).toMatchObject({ dry_run: false }));
});
