import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanup, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDoor } from '../../commands/account';
import { identities } from '../../commands/identities';
import { findProblem, keyOf, PROBLEMS } from '../../commands/problems';
import '../../locales/accounts';
import { i18n } from '../../locales/i18n';
import { account, type Me } from '../../model/account';
import { ChangePassword } from './ChangePassword';
import { Door } from './Door';
import { Identities } from './Identities';
import { VerifyDialog } from './VerifyDialog';

const t = i18n.getFixedT('en', 'accounts');
const draw = (view: ReactNode) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);

const ME: Me = {
  id: 'p',
  name: 'Bob',
  email: null,
  instance_role: 'member',
  workspace_id: 'local',
  workspace_role: 'member',
  verified_at: null,
  signs_in_here: false,
};
const COMPANY = { name: 'company', title: 'The company' };
const LINKED = {
  id: 'i1',
  provider: 'company',
  issuer: 'https://id.example.org',
  subject: 'bob',
  created_at: '2026-11-01T10:00:00Z',
  last_seen_at: '2026-11-02T10:00:00Z',
};

type Answer = { status: number; body: unknown };
const answers: Record<string, Answer> = {};
const asked: { route: string; body: unknown }[] = [];
const assign = vi.fn();

const answer = (route: string, body: unknown, status = 200) => {
  answers[route] = { status, body };
};
const refuse = (route: string, code: string, facts: object = {}, status = 409) =>
  answer(route, { code, detail: 'in words of the server', facts }, status);

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit) => {
    asked.push({ route: `${method} ${address}`, body: body === undefined ? null : JSON.parse(String(body)) });
    const { status, body: said } = answers[`${method} ${address}`] ?? { status: 404, body: {} };
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(said), { status }));
  });
  vi.spyOn(location, 'assign').mockImplementation(assign);
  answer('GET /v1/auth/ways', { password: true, providers: [COMPANY] });
  answer('GET /v1/me/identities', { items: [] });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  assign.mockClear();
  asked.length = 0;
  for (const route of Object.keys(answers)) delete answers[route];
  identities.setState({ items: null, ways: [] });
  account.setState({ me: null, closed: null, verifying: null });
  history.replaceState(null, '', '/');
});

describe('why a provider sent somebody back', () => {
  it('has words of its own for every reason the server knows, and for no other', () => {
    const source = readFileSync(resolve('../src/antiphon/conversation/errors/accounts.py'), 'utf8');
    const [, listed = ''] = /SignOnProblem = Literal\[([^\]]*)\]/.exec(source) ?? [];

    expect([...listed.matchAll(/"(\w+)"/g)].map(([, name]) => name)).toEqual([...PROBLEMS]);
    expect(new Set(PROBLEMS.map((each) => t(keyOf(each)))).size).toBe(PROBLEMS.length);
  });

  it('says of anything else that it did not work', () => {
    expect(findProblem('')).toBeNull();
    expect(findProblem('?problem=no_role')).toBe('problem.no_role');
    expect(findProblem('?problem=toString')).toBe('signIn.failed');
  });

  it('stands on the page for whoever is nobody here', async () => {
    history.replaceState(null, '', '/sign-in?problem=unknown_person');
    refuse('GET /v1/me', 'not_signed_in', {}, 401);
    draw(<Door page="sign-in" closed={null} />);

    expect((await page.findByRole('alert')).textContent).toBe(t('problem.unknown_person'));
    expect(page.getByRole('button', { name: 'Continue with The company' })).toBeTruthy();
  });

  it('leads whoever is signed in back to their account', async () => {
    history.replaceState(null, '', '/sign-in?problem=already_linked');
    answer('GET /v1/me', ME);
    draw(<Door page="sign-in" closed={null} />);

    expect((await page.findByRole('alert')).textContent).toBe(t('problem.already_linked'));
    expect(page.getByRole('link', { name: 'Back to your account' }).getAttribute('href')).toBe('/settings');
    expect(page.queryByLabelText('Password')).toBeNull();
  });
});

it('tells whoever was signed in until a moment ago that they are no longer', async () => {
  account.setState({ me: ME });
  draw(<Door page="conversation" closed="not_signed_in" />);

  expect((await page.findByRole('alert')).textContent).toBe(t('signIn.ended'));
});

it('tells whoever the proxy names why they are not let in', async () => {
  draw(<Door page="conversation" closed="suspended" />);

  expect((await page.findByRole('alert')).textContent).toBe(t('problem.suspended'));
});

describe('who else says who one is', () => {
  it('may be the proxy before the server', async () => {
    answer('GET /v1/auth/ways', { password: true, providers: [], header: true });
    answer('POST /v1/me/identities', { address: '/' });
    draw(<Identities />);

    const title = t('identities.proxy');
    await userEvent.click(await page.findByRole('button', { name: t('identities.link', { title }) }));

    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(asked.at(-1)?.body).toEqual({ provider: 'header', return_to: '/' });
  });

  it('is nothing to see where nobody could', async () => {
    answer('GET /v1/auth/ways', { password: true, providers: [], header: false });
    draw(<Identities />);

    await waitFor(() => expect(page.queryByRole('heading')).toBeNull());
  });

  it('is linked by going there', async () => {
    answer('POST /v1/me/identities', { address: 'https://id.example.org/auth?state=1' });
    draw(<Identities />);
    expect(await page.findByText(t('identities.none'))).toBeTruthy();

    await userEvent.click(page.getByRole('button', { name: 'Link The company' }));

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example.org/auth?state=1'));
    expect(asked.at(-1)?.body).toEqual({ provider: 'company', return_to: '/' });
  });

  it('says why one cannot go there', async () => {
    refuse('POST /v1/me/identities', 'sign_on_refused', { problem: 'provider_unavailable' }, 502);
    draw(<Identities />);

    await userEvent.click(await page.findByRole('button', { name: 'Link The company' }));

    expect((await page.findByRole('alert')).textContent).toBe(t('problem.provider_unavailable'));
    expect(assign).not.toHaveBeenCalled();
  });

  it('is unlinked with the keyboard, and the keyboard is not lost with the row', async () => {
    answer('GET /v1/me/identities', { items: [LINKED] });
    answer('DELETE /v1/me/identities/i1', null, 204);
    draw(<Identities />);
    (await page.findByRole('button', { name: 'Unlink The company' })).focus();
    answer('GET /v1/me/identities', { items: [] });

    await userEvent.keyboard('{Enter}');
    expect(page.getByRole('group', { name: t('identities.sure', { title: 'The company' }) })).toBeTruthy();
    await userEvent.keyboard('{Enter}');

    expect(await page.findByText(t('identities.none'))).toBeTruthy();
    expect(document.activeElement).toBe(page.getByRole('heading'));
  });

  it('stays when it is the only way in', async () => {
    answer('GET /v1/me/identities', { items: [LINKED] });
    refuse('DELETE /v1/me/identities/i1', 'last_way_in');
    draw(<Identities />);

    await userEvent.click(await page.findByRole('button', { name: 'Unlink The company' }));
    await userEvent.keyboard('{Enter}');

    expect((await page.findByRole('alert')).textContent).toBe(t('identities.last'));
    expect(page.getByText('bob')).toBeTruthy();
  });

  it('is called by its address when it is no longer set up, and cannot be linked again', async () => {
    answer('GET /v1/auth/ways', { password: true, providers: [], header: false });
    answer('GET /v1/me/identities', { items: [{ ...LINKED, provider: null }] });
    draw(<Identities />);

    expect(await page.findByText('https://id.example.org')).toBeTruthy();
    expect(page.getByText(/no longer set up here/)).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Link/ })).toBeNull();
  });

  it('is read again when it could not be read', async () => {
    refuse('GET /v1/me/identities', 'unavailable', {}, 503);
    draw(<Identities />);
    const again = await page.findByRole('button', { name: 'Try again' });
    answer('GET /v1/me/identities', { items: [LINKED] });

    await userEvent.click(again);

    expect(await page.findByText('The company')).toBeTruthy();
    expect(page.queryByRole('alert')).toBeNull();
  });
});

describe('showing once more that it is oneself', () => {
  it('is done at the provider by whoever has no password', async () => {
    account.setState({ me: ME });
    answer('GET /v1/me/identities', { items: [LINKED] });
    answer('POST /v1/auth/oidc/company/verify', { address: 'https://id.example.org/auth?prompt=login' });
    draw(<VerifyDialog onEnd={() => {}} />);
    const go = await page.findByRole('button', { name: 'Continue with The company' });
    expect(page.queryByLabelText('Password')).toBeNull();
    expect(document.activeElement).toBe(go);

    await userEvent.keyboard('{Enter}');

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example.org/auth?prompt=login'));
    expect(asked.at(-1)?.body).toEqual({ return_to: '/' });
  });

  it('is done either way by whoever has both', async () => {
    account.setState({ me: { ...ME, signs_in_here: true } });
    answer('GET /v1/me/identities', { items: [LINKED] });
    draw(<VerifyDialog onEnd={() => {}} />);

    expect(await page.findByRole('button', { name: 'Continue with The company' })).toBeTruthy();
    expect(document.activeElement).toBe(page.getByLabelText('Password'));
  });

  it('says so where there is no way', async () => {
    account.setState({ me: ME });
    const ended = vi.fn();
    draw(<VerifyDialog onEnd={ended} />);
    expect(await page.findByText(t('verify.noWay'))).toBeTruthy();

    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));

    expect(ended).toHaveBeenCalledWith(false);
  });

  it('is no loss to whoever would rather not', async () => {
    watchDoor();
    refuse('POST /v1/me/identities', 'verify_again', {}, 403);
    draw(<Identities />);
    await userEvent.click(await page.findByRole('button', { name: 'Link The company' }));
    await waitFor(() => expect(account.getState().verifying).not.toBeNull());

    account.getState().verifying?.(false);

    expect((await page.findByRole('alert')).textContent).toBe(t('verify.needed'));
  });
});

it('offers no change of a password to whoever has none', () => {
  draw(<ChangePassword me={ME} />);

  expect(page.queryByRole('button')).toBeNull();
  expect(page.getByText(t('password.none'))).toBeTruthy();
});
