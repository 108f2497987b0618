/** What an answer must hold, as a person writes it: one thing to a line, in plain words or as a check by the letter. */

/** As the server takes it: words for a judge, or a kind of check with what belongs to it. */
export type Assertion = string | { readonly type: string; readonly [option: string]: unknown };

const LETTERS = ['contains', 'icontains', 'equals', 'starts-with', 'ends-with', 'regex'] as const;
const JUDGED: ReadonlySet<string> = new Set(['llm-rubric', 'llm_judge', 'rubric', 'rubrics']);

/** `judged` is for a model to say, every other kind is looked up letter by letter. */
export type LineKind = (typeof LETTERS)[number] | 'judged';

export interface Line {
  readonly kind: LineKind;
  readonly value: string;
  readonly negate: boolean;
  /** `empty`: nothing stands behind the colon. `pattern`: it is no pattern. */
  readonly wrong: 'empty' | 'pattern' | null;
}

const CHECK = new RegExp(`^(not[ -])?(${LETTERS.map((kind) => kind.replace('-', '[ -]')).join('|')})\\s*:(.*)$`, 'iu');

/** What one line means. */
export function readLine(line: string): Line {
  const found = CHECK.exec(line.trim());
  if (found === null) return { kind: 'judged', value: line.trim(), negate: false, wrong: null };
  const kind = (found[2] ?? '').toLowerCase().replace(' ', '-') as LineKind;
  const value = (found[3] ?? '').trim();
  return { kind, value, negate: found[1] !== undefined, wrong: problemOf(kind, value) };
}

/** What all lines mean; blank ones mean nothing. */
export function readLines(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readLine);
}

function problemOf(kind: LineKind, value: string): Line['wrong'] {
  if (value === '') return 'empty';
  return kind === 'regex' && !isPattern(value) ? 'pattern' : null;
}

/** The server reads RE2, which may begin with switches that JavaScript does not know. */
function isPattern(value: string): boolean {
  try {
    new RegExp(value.replace(/^\(\?[imsU-]+\)/, ''), 'u');
    return true;
  } catch {
    return false;
  }
}

export function assertionOf({ kind, value, negate }: Line): Assertion {
  if (kind === 'judged') return value;
  return { type: negate ? `not-${kind}` : kind, value };
}

export interface Written {
  /** Those a line can say, each on its own. */
  readonly text: string;
  /** Those it cannot; they stay as they are. */
  readonly rest: readonly Assertion[];
}

/** Assertions as lines to write on. */
export function writeLines(assertions: readonly Assertion[]): Written {
  const lines = assertions.map(lineOf);
  return {
    text: lines.filter((line) => line !== null).join('\n'),
    rest: assertions.filter((_, at) => lines[at] === null),
  };
}

/** The line that means this; null when none does. */
function lineOf(assertion: Assertion): string | null {
  const { type, value, negate = false, ...more } = typeof assertion === 'string' ? judged(assertion) : assertion;
  const hasMore = Object.values(more).some((each) => each !== null && each !== undefined);
  if (typeof value !== 'string' || typeof negate !== 'boolean' || hasMore) return null;
  const isNot = type.startsWith('not-') !== negate;
  const plain = type.replace(/^not-/, '');
  const kind = JUDGED.has(plain) ? 'judged' : plain;
  const line = kind === 'judged' ? value : `${isNot ? 'not ' : ''}${kind.replace('-', ' ')}: ${value}`;
  const read = readLine(line);
  const isSame = read.kind === kind && read.value === value && read.negate === isNot && !line.includes('\n');
  return isSame ? line : null;
}

function judged(value: string): Exclude<Assertion, string> {
  return { type: 'llm-rubric', value };
}
