/**
 * The short classes a person sees in place of the server's codes. Each is true: a request that is too long has used up no
 * quota, and a provider that fails was reached.
 */
export type ErrorClass = 'auth' | 'quota' | 'size' | 'net' | 'provider' | 'model' | 'unknown';

const CLASSES: ReadonlyMap<string, ErrorClass> = new Map([
  ['auth', 'auth'],
  ['key_missing', 'auth'],
  ['quota', 'quota'],
  ['rate_limited', 'quota'],
  ['too_large', 'size'],
  ['overflow', 'size'],
  ['context_overflow_after_trimming', 'size'],
  ['user_prompt_too_large', 'size'],
  ['net', 'net'],
  ['provider', 'provider'],
  ['model', 'model'],
]);

export function errorClass(code: string | null | undefined): ErrorClass {
  return CLASSES.get(code ?? '') ?? 'unknown';
}
