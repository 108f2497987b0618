import { cleanup, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStore } from 'zustand';
import '../../locales/accounts';
import { i18n } from '../../locales/i18n';
import { account, type Me } from '../../model/account';
import { ChangeProfile } from './ChangeProfile';

const t = i18n.getFixedT('en', 'accounts');
const ME: Me = {
  id: 'p',
  name: 'Bob',
  email: 'bob@example.org',
  instance_role: 'member',
  workspace_id: 'local',
  workspace_role: 'member',
  verified_at: null,
  signs_in_here: true,
};

const asked: unknown[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };

function Oneself() {
  const me = useStore(account, (state) => state.me);
  return (
    <I18nextProvider i18n={i18n}>
      <p>{me?.name}</p>
      {me && <ChangeProfile me={me} />}
    </I18nextProvider>
  );
}

async function fill(label: string, words: string): Promise<void> {
  const field = page.getByLabelText(label);
  await userEvent.clear(field);
  if (words) await userEvent.type(field, words);
}

beforeEach(async () => {
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    asked.push([`${method} ${address}`, JSON.parse(String(body))]);
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
  account.setState({ me: ME });
  render(<Oneself />);
  await userEvent.click(page.getByRole('button', { name: t('profile.change') }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked.length = 0;
  account.setState({ me: null });
});

it('says only what is another', async () => {
  answer = { status: 200, body: { ...ME, name: 'Robert' } };
  await fill(t('name'), 'Robert');
  await userEvent.click(page.getByRole('button', { name: t('profile.save') }));

  expect((await page.findByRole('status')).textContent).toBe(t('profile.saved'));
  expect(asked).toEqual([['PATCH /v1/me', { name: 'Robert' }]]);
  expect(page.getByText('Robert')).toBeTruthy();
});

it('tells at the address that somebody has it', async () => {
  answer = { status: 409, body: { code: 'address_taken', detail: 'in words of the server', facts: {} } };
  await fill(t('email'), 'ada@example.org');
  await userEvent.click(page.getByRole('button', { name: t('profile.save') }));

  await waitFor(() => expect(page.getByText(t('wrong.taken'))).toBeTruthy());
  expect(asked).toEqual([['PATCH /v1/me', { email: 'ada@example.org' }]]);
  expect(page.getByLabelText(t('email')).getAttribute('aria-invalid')).toBe('true');
});

it('tells in the language of the person what is no address', async () => {
  answer = { status: 422, body: { code: 'malformed', detail: 'this is no e-mail address', facts: {} } };
  await fill(t('email'), 'ada@example.org');
  await userEvent.click(page.getByRole('button', { name: t('profile.save') }));

  await waitFor(() => expect(page.getByText(t('wrong.address'))).toBeTruthy());
});

it('changes nothing when somebody would rather not', async () => {
  await fill(t('name'), 'Robert');
  await userEvent.click(page.getByRole('button', { name: t('cancel') }));

  expect(asked).toEqual([]);
  expect(page.getByText('Bob')).toBeTruthy();
});
