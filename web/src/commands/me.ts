/** Who one is here, and what this browser keeps of them. */
import { account, type Me } from '../model/account';
import { keep, recall } from '../model/keep';
import { ask } from '../protocol/request';

/**
 * Who one is. What this browser kept of somebody else is not shown to whoever came after them: then this page is left
 * for a new one, and the answer is false.
 */
export async function loadMe(): Promise<boolean> {
  const me = await ask('GET /v1/me');
  const before = recall<string | null>('person', null);
  if (before !== null && before !== me.id) {
    forgetPerson();
    location.assign('/');
    return false;
  }
  keep('person', me.id);
  account.setState({ me });
  return true;
}

/** Be called something else, or sign in with another address; only what is another is said. */
export async function changeMe(me: Me, name: string, email: string): Promise<void> {
  const body = { ...(name === me.name ? {} : { name }), ...(email === (me.email ?? '') ? {} : { email }) };
  account.setState({ me: await ask('PATCH /v1/me', { body }) });
}

/** What belongs to a person leaves this browser; how the screen looks may stay. */
export function forgetPerson(): void {
  const kept = recall('preferences', {});
  try {
    localStorage.clear();
  } catch {
    return;
  }
  keep('preferences', kept);
}
