import { cleanup, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { comeIn, watchDoor } from '../../commands/account';
import { factors } from '../../commands/factors';
import { loadWorkspace } from '../../commands/workspace';
import '../../locales/accounts';
import { i18n } from '../../locales/i18n';
import { account, type Me } from '../../model/account';
import { arrival, arrived } from '../../model/arrival';
import { keep } from '../../model/keep';
import { go, route } from '../../model/route';
import { useRoute } from '../parts/store';
import { Door } from './Door';

const t = i18n.getFixedT('en', 'accounts');
const draw = (view: ReactNode) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);

const BOB: Me = {
  id: 'p',
  name: 'Bob',
  email: 'bob@example.org',
  instance_role: 'member',
  workspace_id: 'local',
  workspace_role: 'member',
  verified_at: null,
  signs_in_here: true,
};

const answers: Record<string, { status: number; body: unknown }> = {};
const assign = vi.fn();

const answer = (asked: string, body: unknown, status = 200) => {
  answers[asked] = { status, body };
};
const refuse = (asked: string, code: string, facts: object, status: number) =>
  answer(asked, { code, detail: 'in words of the server', facts }, status);

function Way() {
  return <Door page={useRoute().page} closed={null} />;
}

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit) => {
    const { status, body } = answers[`${method} ${address}`] ?? { status: 404, body: {} };
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  });
  vi.spyOn(location, 'assign').mockImplementation(assign);
  answer('GET /v1/auth/ways', { password: true, providers: [] });
  answer('GET /v1/me', BOB);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  assign.mockClear();
  for (const asked of Object.keys(answers)) delete answers[asked];
  localStorage.clear();
  account.setState({ me: null, closed: null, verifying: null });
  arrival.setState({ token: null });
  arrived.setState({ reset: false, trouble: null });
  factors.setState({ state: null, begun: null, codes: null });
  go({ page: 'conversation', id: null, turnId: null });
});

async function takeUpInvitation() {
  arrival.setState({ token: 'a link' });
  go({ page: 'join' });
  draw(<Way />);
  await userEvent.type(await page.findByLabelText(t('name')), 'Bob');
  await userEvent.type(page.getByLabelText(t('email')), 'bob@example.org');
  await userEvent.type(page.getByLabelText(t('password.label')), 'correct horse battery');
  await userEvent.click(page.getByRole('button', { name: t('join.go') }));
}

it('lets whoever was invited in at once', async () => {
  answer('POST /v1/auth/join', null, 204);
  answer('POST /v1/auth/sign-in', null, 204);

  await takeUpInvitation();

  await waitFor(() => expect(account.getState().me).toEqual(BOB));
  expect(route.getState().now.page).toBe('conversation');
  expect(arrival.getState().token).toBeNull();
});

it('tells whoever came and could not be signed in why, and not that the link is gone', async () => {
  answer('POST /v1/auth/join', null, 204);
  refuse('POST /v1/auth/sign-in', 'too_many_attempts', { wait_seconds: 30 }, 429);

  await takeUpInvitation();

  expect(await page.findByRole('heading', { name: t('signIn.title') })).toBeTruthy();
  expect(page.getByRole('alert').textContent).toBe(t('wrong.attempts', { seconds: 30 }));
  expect(route.getState().now.page).toBe('sign-in');
});

it('keeps the form for whoever typed what cannot be', async () => {
  answer('POST /v1/auth/join', { code: 'malformed', detail: 'this invitation is for another address', facts: {} }, 422);

  await takeUpInvitation();

  expect(await page.findByText('This invitation is for another address.')).toBeTruthy();
  expect(arrival.getState().token).toBe('a link');
});

it('shows nothing of whoever was here to somebody else who signs in', async () => {
  keep('person', 'somebody else');
  account.setState({ closed: 'not_signed_in' });

  await comeIn();

  expect(assign).toHaveBeenCalledWith('/');
  expect(account.getState()).toMatchObject({ me: null, closed: 'not_signed_in' });
});

it('leads whoever must add a second factor to where they can, and on once the codes were read', async () => {
  watchDoor();
  for (const each of ['advisors', 'panels', 'conversations?limit=50', 'folders', 'status'])
    refuse(`GET /v1/${each}`, 'second_factor_required', {}, 403);
  answer('GET /v1/me/factors', { active: false, codes_left: 0, required: true });
  await expect(loadWorkspace()).rejects.toThrow();
  expect(account.getState().closed).toBe('second_factor_required');
  draw(<Door page="conversation" closed="second_factor_required" />);
  expect(await page.findByText(t('factor.required'))).toBeTruthy();

  answer('POST /v1/me/factors', { typed: 'ABCD', link: 'otpauth://totp/Antiphon' });
  answer('POST /v1/me/factors/confirm', { codes: ['one', 'two'] });
  answer('GET /v1/me/factors', { active: true, codes_left: 2, required: true });
  await userEvent.click(page.getByRole('button', { name: t('factor.add') }));
  await userEvent.type(await page.findByLabelText(t('factor.code')), '123456');
  await userEvent.click(page.getByRole('button', { name: t('factor.confirm') }));
  expect(await page.findByDisplayValue('one two')).toBeTruthy();
  expect(account.getState().closed).toBe('second_factor_required');
  await userEvent.click(page.getByRole('button', { name: t('once.close') }));

  await waitFor(() => expect(account.getState()).toMatchObject({ me: BOB, closed: null }));
});
