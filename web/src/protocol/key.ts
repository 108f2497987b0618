/**
 * A key nobody else has: for requests that are carried out once, and for rows of a form. `randomUUID` is not there on
 * pages that came without TLS.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
