/** Where long words are cut: at the end of a line, and only where that hides enough to be worth a press. */

export interface Cut {
  /** Pixels from the top. */
  readonly height: number;
  /** About how many lines are below. */
  readonly lines: number;
}

const FEWEST = 6;
const SLACK = 2;

/** The cut nearest above `limit`; null when fewer than six lines would be hidden. `known` is taken as it is. */
export function findCut(element: HTMLElement, limit: number, known: number | null): Cut | null {
  const whole = element.offsetHeight;
  const line = Number.parseFloat(getComputedStyle(element.querySelector('.say') ?? element).lineHeight) || 21;
  if (whole - limit < FEWEST * line) return null;
  const height = known ?? endOfLine(element, limit);
  return { height, lines: Math.round((whole - height) / line) };
}

/** The lowest end of a line above the limit that no other line crosses. */
function endOfLine(element: HTMLElement, limit: number): number {
  const { top } = element.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  const lines = [...range.getClientRects()]
    .map((box) => ({ from: box.top - top, to: box.bottom - top }))
    .filter(({ from, to }) => from < limit && to - from < limit / 2);
  const ends = lines.map(({ to }) => to).filter((to) => to <= limit);
  const clean = ends.filter((end) => !lines.some(({ from, to }) => from < end - SLACK && to > end + SLACK));
  return Math.ceil(Math.max(0, ...clean)) || limit;
}
