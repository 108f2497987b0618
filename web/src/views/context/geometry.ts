/** Where things stand on the ribbon. Turns are counted by their place among the visible ones, oldest first. */

/** Above this many the ribbon is a map of everything over a lens on what is in sight. */
export const MOST_CELLS = 45;
const WIDEST_PITCH = 19.5;
const LENS_PITCH = 16;
const LEAST_PITCH = 2;
const MAP_SHARE = 0.36;
const GAP = 14;

/** A stretch of turns drawn from `top`: each drawn line stands for `perLine` of them. */
export interface Pane {
  readonly top: number;
  readonly height: number;
  readonly first: number;
  readonly count: number;
  readonly pitch: number;
  readonly perLine: number;
}

export interface Layout {
  readonly map: Pane | null;
  readonly lens: Pane;
}

export interface Sight {
  readonly first: number;
  readonly last: number;
}

/** The panes for `count` turns between `top` and `bottom`; the lens follows what is in sight, else the newest. */
export function layOut(count: number, top: number, bottom: number, sight: Sight | null): Layout {
  const height = Math.max(0, bottom - top);
  if (count <= MOST_CELLS || height < 120) return { map: null, lens: squeeze(count, top, height, WIDEST_PITCH) };
  const map = squeeze(count, top, Math.floor(height * MAP_SHARE), LEAST_PITCH * 2);
  const room = bottom - (map.top + map.height + GAP);
  const shown = Math.min(count, Math.max(1, Math.floor(room / LENS_PITCH)));
  const middle = sight === null ? count : (sight.first + sight.last + 1) / 2;
  const first = clamp(Math.round(middle - shown / 2), 0, count - shown);
  const lens = {
    top: bottom - shown * LENS_PITCH,
    height: shown * LENS_PITCH,
    first,
    count: shown,
    pitch: LENS_PITCH,
    perLine: 1,
  };
  return { map, lens };
}

/** All turns in one pane: as tall as `widest` allows, several to a line when they would be thinner than two pixels. */
export function squeeze(count: number, top: number, height: number, widest: number): Pane {
  const lines = Math.max(1, Math.floor(height / LEAST_PITCH));
  const perLine = Math.max(1, Math.ceil(count / lines));
  const drawn = Math.ceil(count / perLine);
  const pitch = drawn === 0 ? widest : Math.min(widest, height / drawn);
  return { top, height: pitch * drawn, first: 0, count, pitch, perLine };
}

/** The middle of a turn's line. */
export function middleOf(pane: Pane, index: number): number {
  return pane.top + (Math.floor((index - pane.first) / pane.perLine) + 0.5) * pane.pitch;
}

export function isOn(pane: Pane, index: number): boolean {
  return index >= pane.first && index < pane.first + pane.count;
}

/** The turn at a height: the first one of its line. Null beside both panes. */
export function turnAt({ map, lens }: Layout, y: number): number | null {
  return (map && placeAt(map, y)) ?? placeAt(lens, y);
}

function placeAt(pane: Pane, y: number): number | null {
  if (pane.count === 0 || y < pane.top || y >= pane.top + pane.height) return null;
  const index = pane.first + Math.floor((y - pane.top) / pane.pitch) * pane.perLine;
  return Math.min(index, pane.first + pane.count - 1);
}

export interface Columns {
  /** The middle of each advisor's column. */
  readonly middles: readonly number[];
  readonly pitch: number;
  readonly size: number;
  /** Left of this stand the numbers: there a place means everybody. */
  readonly margin: number;
}

const MARGIN = 27;
const BRACKET = 13;
const COLUMN = 15.5;

export function setColumns(advisors: number, width: number): Columns {
  const room = Math.max(10, width - MARGIN - BRACKET);
  const pitch = Math.min(COLUMN, room / Math.max(1, advisors));
  const size = Math.max(2, Math.min(10, pitch - Math.min(5.5, pitch * 0.3)));
  const start = MARGIN + (pitch === COLUMN ? 9 : pitch / 2);
  return { middles: Array.from({ length: advisors }, (_, at) => start + at * pitch), pitch, size, margin: MARGIN };
}

/** The advisor's place at this x; -1 for everybody, in the margin. */
export function columnAt({ middles, pitch, margin }: Columns, x: number): number {
  if (x < margin) return -1;
  const at = Math.round((x - (middles[0] ?? 0)) / pitch);
  return clamp(at, 0, middles.length - 1);
}

/** Whether most of a line's turns are inside: codes 0 and 1 are, 255 does not count. */
export function isMostlyIn(codes: Uint8Array, places: Int32Array, from: number, to: number): boolean {
  let inside = 0;
  for (let at = from; at < to; at++) inside += (codes[places[at] as number] as number) <= 1 ? 1 : -1;
  return inside >= 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
