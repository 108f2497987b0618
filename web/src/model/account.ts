/** Who one is here, where people have accounts; and what stands between the person and the pages. */
import { createStore } from 'zustand/vanilla';
import type { Closed } from '../protocol/door';
import type { MeAnswer } from '../protocol/generated/answers';

export type Me = MeAnswer;

export interface Account {
  /** Null where there are no accounts, and until the server has said. */
  readonly me: Me | null;
  /** Why nothing is shown but the way in. */
  readonly closed: Closed | null;
  /** Somebody is asked for the password once more; told how that went. */
  readonly verifying: ((proved: boolean) => void) | null;
}

export const account = createStore<Account>(() => ({ me: null, closed: null, verifying: null }));

/** Whether somebody may look after people: invite, suspend, give roles. */
export function mayOperate(me: Me | null): boolean {
  return me !== null && (me.instance_role === 'owner' || me.instance_role === 'admin');
}

/** Whether somebody looks after the server: an administrator, or the one person where there are no accounts. */
export function runsServer(me: Me | null, status: { readonly accounts: boolean } | null): boolean {
  return mayOperate(me) || status?.accounts === false;
}

/** Whether somebody may settle what holds for everybody in the workspace. */
export function mayAdminister(me: Me | null): boolean {
  return me !== null && (me.workspace_role === 'owner' || me.workspace_role === 'admin');
}

/** Whether somebody may read what was done. */
export function mayAudit(me: Me | null): boolean {
  if (me === null) return false;
  return me.instance_role !== 'member' || mayAdminister(me);
}
