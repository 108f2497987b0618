/** What the server says of whoever asks, and who does something about it: nobody, until somebody is told to. */
import type { Refusal } from './refusal';

/** Whom the proxy before the server names is not let in, and this is why. */
const NOT_ADMITTED = ['no_role', 'suspended', 'unknown_person'] as const;
type NotAdmitted = (typeof NOT_ADMITTED)[number];

/** Nobody is signed in, nobody owns the installation yet, or somebody is known and may not come in, or not so far. */
export type Closed = 'not_signed_in' | 'not_set_up' | 'second_factor_required' | NotAdmitted;

export function isNotAdmitted(closed: Closed | null): closed is NotAdmitted {
  return NOT_ADMITTED.some((each) => each === closed);
}

interface Door {
  closed: (why: Closed) => void;
  /** Have the person prove to be there. False when they would rather not. */
  verify: () => Promise<boolean>;
}

export const door: Door = { closed: () => {}, verify: () => Promise.resolve(false) };

/** The same refusal; whoever watches the door hears of it when it is closed. */
export function hearRefusal(refusal: Refusal): Refusal {
  if (refusal.code === 'not_signed_in' || refusal.code === 'not_set_up') door.closed(refusal.code);
  const reason = refusal.code === 'sign_on_refused' && NOT_ADMITTED.find((each) => each === refusal.facts.problem);
  if (reason) door.closed(reason);
  return refusal;
}
