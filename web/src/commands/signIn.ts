/** Coming in: with a password, with a link, and proving once more to be there. */
import { say } from '../locales/i18n';
import { asSentence } from '../locales/sentence';
import { arrival, arrived } from '../model/arrival';
import { formatRoute, go, isWay, route } from '../model/route';
import type { Arriving, DeviceAnswer, WaysAnswer } from '../protocol/generated/answers';
import { ask, Refusal } from '../protocol/request';
import { comeIn } from './account';
import { loadMe } from './me';
import { keyOf } from './problems';
import { explain } from './refused';

export type Ways = WaysAnswer;

const TRY_AGAIN = 2_000;

/** How one can sign in here, once the server answers; null where people have no accounts. */
export async function readWays(): Promise<Ways | 'not_set_up' | null> {
  try {
    return await ask('GET /v1/auth/ways');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'not_set_up') return error.code;
    if (error.status === 404) return null;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN));
    return readWays();
  }
}

/** False when a code is wanted too. */
export async function signIn(email: string, password: string, code: string | null = null): Promise<boolean> {
  try {
    await ask('POST /v1/auth/sign-in', { body: { email, password, code } });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'second_factor_needed') return false;
    throw error;
  }
  arrived.setState({ reset: false, trouble: null });
  await comeIn();
  return true;
}

/** Have somebody else say who one is; they send the browser back here. */
export function signInWith(provider: string): void {
  const { now } = route.getState();
  const back = new URLSearchParams({ return_to: isWay(now.page) && now.page !== 'device' ? '/' : formatRoute(now) });
  location.assign(`/v1/auth/oidc/${encodeURIComponent(provider)}/start?${back}`);
}

/** Whether somebody is signed in here, whom a provider has sent back without what they went for. */
export async function isSignedIn(): Promise<boolean> {
  try {
    await loadMe();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

/** Become somebody with a link, and sign in as them; whoever cannot at once is told why where they can later. */
export async function arrive(kind: 'setup' | 'join', said: Arriving): Promise<void> {
  await ask(`POST /v1/auth/${kind}`, { body: said });
  const trouble = await troubleOf(() => signIn(said.email, said.password));
  if (trouble === null) return;
  arrived.setState({ trouble: trouble.text });
  go({ page: 'sign-in' }, { replace: true });
  arrival.setState({ token: null });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await ask('POST /v1/auth/reset', { body: { token, new_password: password } });
  arrival.setState({ token: null });
  arrived.setState({ reset: true });
  go({ page: 'sign-in' }, { replace: true });
}

export type Program = DeviceAnswer;

/** The program that waits for a code, before anything is decided. */
export async function findProgram(code: string): Promise<Program> {
  return ask('POST /v1/auth/device/look', { body: { user_code: code } });
}

export async function decideProgram(code: string, allow: boolean): Promise<void> {
  await ask('POST /v1/auth/device/decide', { body: { user_code: code, allow } });
}

export async function sayAgain(password: string): Promise<void> {
  await ask('POST /v1/auth/verify', { body: { password } });
}

export async function changePassword(password: string, next: string): Promise<void> {
  await ask('PUT /v1/auth/password', { body: { password, new_password: next } });
}

/** What a form was refused for, and the field it stands beside. */
export interface Trouble {
  readonly field: 'email' | 'password' | 'old' | 'code' | 'link' | 'form';
  readonly text: string;
}

/** Null when it went well. */
export async function troubleOf(deed: () => Promise<unknown>): Promise<Trouble | null> {
  try {
    await deed();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return place(error);
  }
}

function place(refusal: Refusal): Trouble {
  switch (refusal.code) {
    case 'sign_in_refused':
      return { field: 'old', text: say('accounts:wrong.together') };
    case 'code_refused':
      return { field: 'code', text: say('accounts:wrong.code') };
    case 'too_many_attempts':
      return {
        field: 'form',
        text: say('accounts:wrong.attempts', { seconds: Number(refusal.facts.wait_seconds ?? 60) }),
      };
    case 'password_refused':
      return { field: 'password', text: sayPassword(String(refusal.facts.reason ?? '')) };
    case 'address_taken':
      return { field: 'email', text: say('accounts:wrong.taken') };
    case 'code_unknown':
      return { field: 'code', text: say('accounts:device.unknown') };
    case 'sign_on_refused':
      return { field: 'form', text: say(`accounts:${keyOf(refusal.facts.problem)}`) };
    case 'last_way_in':
      return { field: 'form', text: say('accounts:identities.last') };
    case 'verify_again':
      return { field: 'form', text: say('accounts:verify.needed') };
    case 'link_gone':
      return { field: 'link', text: asSentence(refusal.message) };
    case 'malformed':
      return { field: 'email', text: sayMalformed(refusal.message) };
    default:
      return { field: 'form', text: explain(refusal) };
  }
}

function sayMalformed(message: string): string {
  return message.includes('e-mail') ? say('accounts:wrong.address') : asSentence(message);
}

/** The reasons are few and told in the person's language. */
function sayPassword(reason: string): string {
  if (reason.includes('fewer')) return say('accounts:wrong.short');
  if (reason.includes('more than')) return say('accounts:wrong.long');
  return reason.includes('tried first') ? say('accounts:wrong.common') : say('accounts:wrong.empty');
}
