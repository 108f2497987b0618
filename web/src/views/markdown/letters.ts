/** Text as it may be shown. */

const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
    reg: '®',
    trade: '™',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bull: '•',
    middot: '·',
    times: '×',
    euro: '€',
    pound: '£',
    deg: '°',
    rarr: '→',
    larr: '←',
    le: '≤',
    ge: '≥',
    ne: '≠',
    colon: ':',
    Tab: '\t',
    NewLine: '\n',
  }),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be shown as they are.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Entities as the letters they name. The result is only ever text. */
export function decode(text: string): string {
  const known = text.includes('&') ? text.replace(/&([A-Za-z]{2,8});/g, (all, name) => NAMED.get(name) ?? all) : text;
  return known.replace(UNSEEN, '\ufffd');
}

/** Code shows every character that would change what the eye reads; what is copied is what is shown. */
export function reveal(code: string): string {
  return code.replace(UNSEEN, '\ufffd').replace(TURNING, '\ufffd');
}
