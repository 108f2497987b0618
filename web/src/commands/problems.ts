/** Why somebody came back from a provider without what they went for, as `conversation/errors/accounts.py` names it. */
export const PROBLEMS = [
  'already_linked',
  'another_person',
  'cancelled',
  'expired',
  'no_role',
  'not_proved',
  'not_set_up',
  'provider_refused',
  'provider_unavailable',
  'suspended',
  'too_many_attempts',
  'unknown_person',
] as const;

/** Where the words for one stand in `accounts`. One that we have no words for did not work either. */
export type ProblemKey = `problem.${(typeof PROBLEMS)[number]}` | 'signIn.failed';

export function keyOf(said: unknown): ProblemKey {
  const known = PROBLEMS.find((each) => each === said);
  return known === undefined ? 'signIn.failed' : `problem.${known}`;
}

/** The problem that an address brings along; null when it brings none. */
export function findProblem(search: string): ProblemKey | null {
  const said = new URLSearchParams(search).get('problem');
  return said === null ? null : keyOf(said);
}
