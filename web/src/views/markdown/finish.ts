/** The end of a reply that is still arriving, completed to what it most likely will be, so that nothing flickers. */
import { finishRun, showSource } from './finishRun';

const FENCES = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:```|~~~)/gm;
/** A line that so far holds only the sign of something: it is not shown before it is known what it is. */
const BARE_MARKER = /^(?:[-=*_+#`~]+|\d{1,9}[.)]?|\|)?$/;
const BLOCK_START = /^[ \t]*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>|\||$)/;
const ROW = /^ {0,3}\|/;

export function finish(source: string): string {
  if ((source.match(FENCES)?.length ?? 0) % 2 === 1) return source;
  const formula = findOpenFormula(source);
  if (formula >= 0) return source.slice(0, formula) + showSource(source.slice(formula));
  const [known, rule] = splitTableRule(dropBareMarker(source));
  const start = findRun(known);
  return known.slice(0, start) + finishRun(known.slice(start)) + rule;
}

/** A formula on lines of its own whose end has not come: its pluses and dashes are no lists. */
function findOpenFormula(source: string): number {
  const dollars = source.split('$$').length % 2 === 0 ? source.lastIndexOf('$$') : -1;
  const bracket = source.lastIndexOf('\\[') > source.lastIndexOf('\\]') ? source.lastIndexOf('\\[') : -1;
  const at = Math.max(dollars, bracket);
  return at >= 0 && source.slice(source.lastIndexOf('\n', at) + 1, at).trim() === '' ? at : -1;
}

function dropBareMarker(source: string): string {
  const line = source.lastIndexOf('\n') + 1;
  const mark = source
    .slice(line)
    .replace(/^[>\s]+/, '')
    .trimEnd();
  return BARE_MARKER.test(mark) ? source.slice(0, line) : source;
}

/** The first row of a table is one from its first cell on: the rule under it is drawn before it arrives. */
function splitTableRule(body: string): [string, string] {
  const lines = body.trimEnd().split('\n');
  const half = lines.length > 1 && /^ {0,3}\|[-:| \t]*$/.test(lines.at(-1) ?? '') ? lines.pop() : undefined;
  const row = lines.at(-1) ?? '';
  if (!ROW.test(row) || ROW.test(lines.at(-2) ?? '')) return [body, ''];
  const cells = row
    .trim()
    .replace(/\\\|/g, '')
    .replace(/^\||\|$/g, '')
    .split('|').length;
  return [half === undefined ? body.trimEnd() : lines.join('\n'), `\n|${' --- |'.repeat(cells)}`];
}

/** Where the words that share their emphasis with the end begin. */
function findRun(body: string): number {
  let start = body.length;
  let starts = false;
  while (start > 0 && !starts) {
    const end = start;
    start = start < 2 ? 0 : body.lastIndexOf('\n', start - 2) + 1;
    starts = BLOCK_START.test(body.slice(start, end).trimEnd());
  }
  return ROW.test(body.slice(start, start + 4)) ? Math.max(start, body.lastIndexOf('|') + 1) : start;
}
