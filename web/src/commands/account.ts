/** The way in: what happens when the server asks who one is, and after it was told. */
import { account } from '../model/account';
import { arrival } from '../model/arrival';
import { go, route } from '../model/route';
import { screen } from '../model/screen';
import { door } from '../protocol/door';
import { ask } from '../protocol/request';
import { forgetPerson, loadMe } from './me';
import { stopFollowing } from './open';

/** Listen to what the server says of whoever asks. */
export function watchDoor(): void {
  door.closed = (closed) => {
    if (account.getState().closed === closed) return;
    stopFollowing();
    account.setState({ closed });
  };
  door.verify = verify;
}

let proving: Promise<boolean> | null = null;

/** Ask for the password once, however many requests wait for it. */
function verify(): Promise<boolean> {
  proving ??= new Promise<boolean>((resolve) => account.setState({ verifying: resolve })).finally(() => {
    proving = null;
    account.setState({ verifying: null });
  });
  return proving;
}

/** Signed in: the page goes on where it was, unless it is left because somebody else was here. */
export async function comeIn(): Promise<void> {
  if (!(await loadMe())) return;
  screen.setState({ notice: null });
  const { page } = route.getState().now;
  if (page === 'sign-in' || page === 'setup' || page === 'join' || page === 'reset')
    go({ page: 'conversation', id: null, turnId: null }, { replace: true });
  arrival.setState({ token: null });
  account.setState({ closed: null });
}

/** Whoever a provider vouched for is led there, to sign out there too. */
export async function signOut(): Promise<void> {
  const { address } = await ask('POST /v1/auth/oidc/sign-out');
  leave(address);
}

export async function signOutEverywhere(): Promise<void> {
  await ask('POST /v1/auth/sign-out-everywhere');
  leave('/sign-in');
}

/** A new page: nothing of what this one has read is left in it. */
function leave(address: string): void {
  forgetPerson();
  location.assign(address);
}
