/** W75: the five short classes a person sees in place of the server's codes. */
export type ErrorClass = 'auth' | 'quota' | 'net' | 'model' | 'unknown';

const CLASSES: ReadonlyMap<string, ErrorClass> = new Map([
  ['auth', 'auth'],
  ['quota', 'quota'],
  ['rate_limited', 'quota'],
  ['too_large', 'quota'],
  ['overflow', 'quota'],
  ['context_overflow_after_trimming', 'quota'],
  ['user_prompt_too_large', 'quota'],
  ['net', 'net'],
  ['provider', 'net'],
  ['model', 'model'],
]);

export function errorClass(code: string | null | undefined): ErrorClass {
  return CLASSES.get(code ?? '') ?? 'unknown';
}
