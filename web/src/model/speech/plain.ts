/** What remains of a piece of Markdown when it is spoken. The server's `speech/plain.py` does the same. */

const HTML_TAG = /<\/?[A-Za-z][^<>]*>/g;
const PREFIX = /^\s*(?:(?:>|[-*+](?=\s)|#{1,6}(?=\s))\s*)+/;
const TASK_BOX = /^\[[ xX]\]\s/;
const IMAGE_OR_NOTE = /!\[[^\]]*\]|\[\^[^\]]*\]/g;
// A dollar sign before an amount opens no formula: a formula touches both of its signs.
const FORMULA = /\\\(.+?\\\)|\$\$.+?\$\$|\$[^\s$](?:[^$]*[^\s$])?\$(?![0-9])/gs;
const ADDRESS =
  /<?https?:\/\/(?:www\.)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?::[0-9]+)?(?:[/?#](?:[^\s()<>]*[^\s()<>.,;:!?*_'"])?)?>?/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const RULE = /(^|\s)[-=*_]{3,}(?=\s|$)/g;
const STRONG = /\*{2,}|~~|`+|[[\]]/g;
const EMPHASIS =
  /(?<![A-Za-z0-9*])\*(?=\S)|(?<=\S)\*(?![A-Za-z0-9*])|(?<![A-Za-z0-9_])_+(?=\S)|(?<=\S)_+(?![A-Za-z0-9_])/g;
const LEADING_CLOSERS = /^[\s”’»」』）】)。！？、，]+/;
const TABLE_LINE = /^:?-+:?$/;
const SPEAKABLE = /[\p{L}\p{N}]/u;

/** The words of one sentence or row without its Markdown; empty when there is nothing to say. */
export function plain(raw: string, formula: string): string {
  const text = (raw.trimStart().startsWith('|') ? row(raw) : raw.replace(PREFIX, ''))
    .replace(TASK_BOX, '')
    .replace(IMAGE_OR_NOTE, '')
    .replace(FORMULA, () => formula)
    .replace(ADDRESS, '$1')
    .replace(HTML_TAG, '')
    .replace(RULE, '$1')
    .replace(STRONG, '')
    .replace(EMPHASIS, '')
    .replace(ESCAPE, '$1')
    .replace(/\s+/g, ' ')
    .replace(LEADING_CLOSERS, '')
    .trim();
  return SPEAKABLE.test(text) ? text : '';
}

/** The cells of a table's row, as a list is spoken; nothing for the line under the heads. */
function row(raw: string): string {
  const cells = raw.split('|').flatMap((cell) => cell.trim() || []);
  return cells.every((each) => TABLE_LINE.test(each)) ? '' : cells.join(', ');
}
