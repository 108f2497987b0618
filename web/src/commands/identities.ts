/** Who else says who one is: linked, unlinked, and asked once more before something sensitive. */
import { createStore } from 'zustand/vanilla';
import { say } from '../locales/i18n';
import { formatRoute, route } from '../model/route';
import type { IdentityAnswer, ProviderWayAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';

/** What the proxy before the server is called, where it says in headers who somebody is. */
const HEADER = 'header';

export type Identity = IdentityAnswer;
export type Way = ProviderWayAnswer;

interface Identities {
  readonly items: readonly Identity[] | null;
  /** Everybody who could be linked here. */
  readonly ways: readonly Way[];
}

export const identities = createStore<Identities>(() => ({ items: null, ways: [] }));

export async function loadIdentities(): Promise<void> {
  const [{ items }, { providers, header }] = await Promise.all([
    ask('GET /v1/me/identities'),
    ask('GET /v1/auth/ways'),
  ]);
  const proxy = { name: HEADER, title: say('accounts:identities.proxy') };
  identities.setState({ items, ways: header ? [...providers, proxy] : providers });
}

/** Go there to be known from there too; it is linked when the browser comes back. */
export async function linkIdentity(provider: string): Promise<void> {
  const { address } = await ask('POST /v1/me/identities', { body: { provider, return_to: here() } });
  location.assign(address);
}

export async function unlinkIdentity(identity: Identity): Promise<void> {
  await ask('DELETE /v1/me/identities/{identity_id}', { path: { identity_id: identity.id } });
  await loadIdentities();
}

/** Go there to be seen once more; the browser comes back to the same page. */
export async function verifyWith(provider: string): Promise<void> {
  const { address } = await ask('POST /v1/auth/oidc/{provider}/verify', {
    path: { provider },
    body: { return_to: here() },
  });
  location.assign(address);
}

/** Those who are linked and can be asked today; the proxy does not say when it last saw somebody. */
export function findVouching({ items, ways }: Identities): readonly Way[] {
  return ways.filter(({ name }) => name !== HEADER && items?.some((each) => each.provider === name));
}

/** Those who are not linked yet. */
export function findLinkable({ items, ways }: Identities): readonly Way[] {
  return ways.filter(({ name }) => !items?.some((each) => each.provider === name));
}

/** What somebody is called here; by their address when they are no longer set up. */
export function nameIdentity({ provider, issuer }: Identity, ways: readonly Way[]): string {
  return ways.find(({ name }) => name === provider)?.title ?? issuer;
}

function here(): string {
  return formatRoute(route.getState().now);
}
