/** One's own sessions and tokens. */
import { createStore } from 'zustand/vanilla';
import type { LimitingToken, MakingToken, SessionAnswer, TokenAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

export type Session = SessionAnswer;
export type Token = TokenAnswer;
export type Wanted = MakingToken;
export type Ceilings = LimitingToken;

/** What a token may be made for, as `access/policy.py` names it. */
export const SCOPES = [
  'ask',
  'history:read',
  'history:write',
  'line-up:read',
  'line-up:write',
  'export',
  'webhooks',
] as const;
/** For those who look after the installation. */
export const ADMIN_SCOPE = 'admin';

interface Credentials {
  readonly sessions: readonly Session[] | null;
  readonly tokens: readonly Token[] | null;
  /** The token that was made last, as long as the page shows it. */
  readonly made: string | null;
}

export const credentials = createStore<Credentials>(() => ({ sessions: null, tokens: null, made: null }));

export async function loadCredentials(): Promise<void> {
  const [{ items: sessions }, { items: tokens }] = await Promise.all([
    ask('GET /v1/me/sessions'),
    ask('GET /v1/me/tokens'),
  ]);
  credentials.setState({ sessions, tokens });
}

export async function endSession(session: Session): Promise<void> {
  await attempt(async () => {
    await ask('DELETE /v1/me/sessions/{session_id}', { path: { session_id: session.id } });
    await loadCredentials();
  });
}

export async function makeToken(wanted: Wanted): Promise<void> {
  const { token } = await ask('POST /v1/me/tokens', { body: wanted });
  credentials.setState({ made: token });
  await loadCredentials();
}

export async function limitToken(token: Token, ceilings: Ceilings): Promise<void> {
  await ask('PUT /v1/me/tokens/{token_id}/ceilings', { path: { token_id: token.id }, body: ceilings });
  await loadCredentials();
}

export async function revokeToken(token: Token): Promise<void> {
  await attempt(async () => {
    await ask('DELETE /v1/me/tokens/{token_id}', { path: { token_id: token.id } });
    await loadCredentials();
  });
}
