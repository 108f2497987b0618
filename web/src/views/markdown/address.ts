/** What an address in a reply really points to. Nothing that is not plain web or mail becomes a link. */

export interface Address {
  href: string;
  /** The host in its unmistakable spelling, or the mailbox. */
  place: string;
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** Written out in full: neither a relative address nor one without a scheme, and nothing in it that cannot be seen. */
const WRITTEN = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}\p{Cf}\\]+$/iu;

/** `null` for whatever is not an http, https or mailto address. */
export function readAddress(written: string): Address | null {
  if (!WRITTEN.test(written) || !URL.canParse(written)) return null;
  const url = new URL(written);
  if (!SCHEMES.has(url.protocol)) return null;
  if (url.protocol === 'mailto:') return url.pathname === '' ? null : readMailbox(url.pathname);
  url.username = '';
  url.password = '';
  return url.hostname === '' ? null : { href: url.href, place: url.host };
}

/** Does the text of a link already say, from its first letter on, where it leads? */
export function saysPlace(text: string, place: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text)) return false;
  const shown = text.toLowerCase().replace(/^(?:https?:\/\/|mailto:)/, '');
  return shown.startsWith(place.toLowerCase()) && /^(?:[/?#]|$)/.test(shown.slice(place.length));
}

/** The mailbox alone: subjects and further recipients are not for a reply to choose. */
function readMailbox(path: string): Address {
  return { href: `mailto:${path}`, place: path };
}
