/** For tests: what on the page is not on the list. */
import { ALLOWED } from './allowed';

/** One line for every element, attribute or address below `root` that a reply must never become. */
export function listForeign(root: Element): string[] {
  return Array.from(root.querySelectorAll('*')).flatMap((element) => [
    ...(ALLOWED.elements.has(element.localName) ? [] : [`element ${element.localName}`]),
    ...Array.from(element.attributes).flatMap(({ name, value }) => judgeAttribute(name, value)),
  ]);
}

function judgeAttribute(name: string, value: string): string[] {
  if (!ALLOWED.attributes.has(name) || name.startsWith('on')) return [`attribute ${name}=${value}`];
  if (name === 'href' && !(URL.canParse(value) && ALLOWED.schemes.has(new URL(value).protocol)))
    return [`address ${value}`];
  // Pictures are those we drew ourselves.
  if (name === 'src') return value.startsWith('blob:') ? [] : [`address ${value}`];
  if (name === 'rel' && value !== 'noopener noreferrer nofollow') return [`attribute ${name}=${value}`];
  return /url\s*\(|expression\s*\(/i.test(value) && name !== 'data-tex' && name !== 'href' ? [`value ${value}`] : [];
}
