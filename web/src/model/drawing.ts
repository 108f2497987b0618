/** What the page and the frame that draws diagrams say to each other. */

/** Longer source is shown as it is: nobody reads such a picture, and drawing it takes time. */
export const LONGEST_SOURCE = 8_000;
const MOST_LINES = 150;
/** Groups inside groups, and everything joined to everything, cost far more than their letters. */
const MOST_GROUPS = 40;
const GROUP = /^\s*(?:subgraph|loop|alt|opt|par|critical|break|rect|box|namespace|group|block\b|state\b.*\{)/gim;
const MOST_JOINED = 200;
/** Bits and columns are drawn one by one, however many a number says there are. */
const COUNTED = /^\s*(?:packet|block)[\s\S]*\d{5}/i;
export const LARGEST_DRAWING = 2_000_000;
const LONGEST_SIDE = 30_000;

/** Elements in labels are letters here, but for the end of a line; pictures of elsewhere are none. The policy says so too. */
const TAG = /(?<!<)<(?!br\s*\/?>)(?=[a-z!/?])|(?:#|&#?)(?:lt|0*60|x0*3c)\b;?/gi;
const PICTURE_OF = /(@\{[^}]*?)\bimg\b/gi;

export interface Colours {
  paper: string;
  ink: string;
  line: string;
  wash: string;
  accent: string;
  note: string;
}

export interface DrawingRequest {
  id: number;
  source: string;
  colours: Colours;
}

export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

/** Not understood, too long to be drawn, not done in time, or the drawing page could not be had. */
export type DrawingFailure = 'unclear' | 'large' | 'slow' | 'away';

export type DrawingAnswer = { ready: true } | ({ id: number } & (Drawing | { failed: DrawingFailure }));

/**
 * The source without what only configures: front matter and directives. They could change the theme and the limits, and
 * their YAML can be made to grow without end. `null` when it is too much to be drawn.
 */
export function readSource(written: string): string | null {
  if (written.length > LONGEST_SOURCE || written.split('\n', MOST_LINES + 1).length > MOST_LINES) return null;
  if (countOf(written, GROUP) > MOST_GROUPS || countOf(written, /&/g) > MOST_JOINED) return null;
  let source = written.trimStart();
  for (let before = ''; before !== source; ) {
    before = source;
    source = source
      .replace(/^-{3}[^\S\n]*\n(?:[^\n]*\n)*?-{3}[^\S\n]*(?:\n|$)/, '')
      .replace(/%%\{[\s\S]*?\}%%/g, '')
      .trimStart();
  }
  if (COUNTED.test(source)) return null;
  return source.replaceAll('%%{', '%% ').replace(/^-{3}/, '%% ').replace(PICTURE_OF, '$1none').replace(TAG, '‹');
}

function countOf(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}

/** What the frame said, if it is what a frame may say: it has read a stranger's words, so it is not believed. */
export function readAnswer(said: unknown): DrawingAnswer | null {
  if (typeof said !== 'object' || said === null) return null;
  const { ready, id, svg, width, height } = said as Record<string, unknown>;
  if (ready === true) return { ready };
  if (typeof id !== 'number') return null;
  if (
    typeof svg === 'string' &&
    svg.startsWith('<svg') &&
    svg.length <= LARGEST_DRAWING &&
    isSide(width) &&
    isSide(height)
  )
    return { id, svg, width, height };
  return { id, failed: 'unclear' };
}

function isSide(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= LONGEST_SIDE;
}
