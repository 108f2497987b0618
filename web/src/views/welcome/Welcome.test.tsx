import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { account, type Me } from '../../model/account';
import { changeDraft, draftOf } from '../../model/draft';
import { screen } from '../../model/screen';
import { on } from '../../model/signals';
import { workspace } from '../../model/workspace';
import { Welcome } from './Welcome';

const t = i18n.getFixedT('en', 'composer');
const ME: Me = {
  id: 'p',
  name: 'Bob',
  email: null,
  instance_role: 'member',
  workspace_id: 'local',
  workspace_role: 'member',
  verified_at: null,
  signs_in_here: true,
};
const asked: string[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response(JSON.stringify({ items: [], offered: [], file: '' })));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked.length = 0;
  workspace.setState({ status: null });
  account.setState({ me: null });
});

function draw(accounts: boolean, me: Me | null): void {
  const status = { version: '1', rehearsal: true, default_model: 'scripted:rehearsal', database: 'sqlite', accounts };
  workspace.setState({ status });
  account.setState({ me });
  render(
    <I18nextProvider i18n={i18n}>
      <Welcome />
    </I18nextProvider>,
  );
}

it.each([
  ['where there are no accounts, everybody', false, null],
  ['whoever looks after the installation', true, { ...ME, instance_role: 'admin' as const }],
])('%s is offered to connect a model', async (_, accounts, me) => {
  draw(accounts, me);

  expect(await page.findByRole('button', { name: t('provider.test') })).toBeTruthy();
  expect(page.getByText(t('welcome.rehearsalBody'))).toBeTruthy();
  expect(page.getByText(t(accounts ? 'provider.keptSealed' : 'provider.kept'), { exact: false })).toBeTruthy();
});

it.each([
  ['a member', ME],
  ['whoever is not known yet', null],
])('%s is told who can, and nothing is asked that would be refused', async (_, me) => {
  draw(true, me);

  expect(page.getByText(t('welcome.rehearsalOthers'))).toBeTruthy();
  expect(page.queryByRole('button', { name: t('provider.test') })).toBeNull();
  expect(asked).toEqual([]);
});

it('an example that takes the place of what was written gives it back', async () => {
  const stop = on('fillComposer', (text) => changeDraft(null, { text }));
  draw(false, null);
  const example = page.getByRole('button', { name: t('welcome.example2') });

  fireEvent.click(example);
  expect(screen.getState().notice).toBeNull();

  changeDraft(null, { text: 'My own question' });
  fireEvent.click(example);
  expect(draftOf(null).text).toBe(t('welcome.example2'));
  screen.getState().notice?.undo?.();

  expect(draftOf(null).text).toBe('My own question');
  stop();
  changeDraft(null, { text: '' });
});
