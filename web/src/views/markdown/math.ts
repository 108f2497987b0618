/** Where a formula starts and ends in a reply. Prices are not formulas. */
import type { Tokens } from 'marked';

export interface MathToken extends Tokens.Generic {
  type: 'math';
  tex: string;
  display: boolean;
}

const LONGEST = 2_000;
const FENCES = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
] as const;

/** Something between dollars that hugs them, is not followed by a digit and holds no tick: `$x$`, never `$5 and $10`. */
const DOLLARS = /^\$(?![\s$])((?:\\[\s\S]|[^$\\`\n]|\n(?!\n)){1,400}?)(?<!\s)\$(?!\d)/;

/** For masking: stars and underscores inside of these mean nothing outside. */
export const MATH_HERE =
  /\$\$[^$]{1,2000}?\$\$|\\\[[^\]]{1,2000}?\\\]|\\\([^)]{1,2000}?\\\)|\$(?![\s$])[^$`\n]{1,400}?(?<!\s)\$(?!\d)/g;

export function findMath(source: string): number | undefined {
  const dollar = source.indexOf('$');
  const slash = source.search(/\\[([]/);
  if (dollar < 0) return slash < 0 ? undefined : slash;
  return slash < 0 ? dollar : Math.min(dollar, slash);
}

/** As a block, the formula must stand alone on its lines. */
export function matchMath(source: string, level?: unknown): MathToken | undefined {
  const block = level === 'block';
  const indent = block ? (/^ {0,3}(?=\$\$|\\\[)/.exec(source)?.[0].length ?? -1) : 0;
  if (indent < 0) return undefined;
  const fenced = matchFenced(source.slice(indent, indent + LONGEST + 4));
  if (!block) return fenced ?? matchDollars(source);
  const after = fenced && /^[ \t]*(?:\n|$)/.exec(source.slice(indent + fenced.raw.length));
  if (!fenced || !after || !fenced.display) return undefined;
  return { ...fenced, raw: source.slice(0, indent + fenced.raw.length + after[0].length) };
}

function matchFenced(source: string): MathToken | undefined {
  const fence = FENCES.find(({ open }) => source.startsWith(open));
  if (!fence) return undefined;
  const end = source.indexOf(fence.close, fence.open.length);
  const tex = source.slice(fence.open.length, end).trim();
  if (end < 0 || tex === '' || /\n[ \t]*\n/.test(tex)) return undefined;
  return { type: 'math', raw: source.slice(0, end + fence.close.length), tex, display: fence.display };
}

function matchDollars(source: string): MathToken | undefined {
  const found = DOLLARS.exec(source);
  if (!found) return undefined;
  return { type: 'math', raw: found[0], tex: found[1] ?? '', display: false };
}
