/** Whether a full stop ends its sentence. The server's `conversation/endings.py` decides the same. */

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** After these comes a name or a figure, never a new sentence. */
const NEVER = list(
  'dr mr mrs ms mx prof st sen rep gov gen col capt lt sgt rev hon mt ft vs eg ie cf viz resp dept est ' +
    'bzw ca vgl evtl ggf sog inkl exkl zzgl abb nr tel hr fr dipl ing geb bspw mme mlle eds',
);
/** These end a sentence only when the next word is capitalised. */
const SOMETIMES = list(
  'etc inc ltd corp co bros jr sr al approx usw dgl ff jan feb mar apr jun jul aug sep sept oct nov dec',
);
/** These stand before a number. */
const BEFORE_NUMBERS = list('no nos fig figs pp vol ch sec eq art para kap bl');
/** Before an ordinal in German: "am 3. Oktober". */
const BEFORE_ORDINALS = list('am vom zum bis der dem den des die das im seit ab und beim');
const DOTTED = /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u;
const NUMBER = /^[0-9]+(?:\.[0-9]+)*$/;
const OPENERS = /^[*_~`([{"'“‘«„<「『（]+/;

/**
 * Whether the full stop after `before` ends a sentence when `following` is the next thing said.
 *
 * `before` holds at least the last two words; `opensLine` tells that the last of them is the first of its line, where
 * a number is a list's.
 */
export function fullStopEnds(before: string, following: string, opensLine: boolean): boolean {
  const words = before.trim().split(/\s+/);
  const word = /\s$/.test(before) ? '' : (words.at(-1) ?? '').replace(OPENERS, '');
  const small = word.toLowerCase();
  if (word === '' || /^\p{L}$/u.test(word) || DOTTED.test(word) || NEVER.has(small)) return false;
  if (SOMETIMES.has(small)) return isCapital(following);
  if (BEFORE_NUMBERS.has(small)) return !/^[0-9]/.test(following);
  if (NUMBER.test(word)) return !(opensLine || isOrdinal(word, words));
  return true;
}

/** Whether this letter can only begin a name or a sentence. */
export function isCapital(letter: string): boolean {
  return /\p{Lu}/u.test(letter);
}

function isOrdinal(number: string, words: readonly string[]): boolean {
  return number.length <= 2 && words.length > 1 && BEFORE_ORDINALS.has((words.at(-2) ?? '').toLowerCase());
}
