/** The ribbon on a canvas. A square note per turn and voice: filled in, hollow out, stem pinned, cut trimmed. */
import { type Fates, HIDDEN, isInsideCode, WHYS } from '../../model/fates';
import type { OutlineRow } from '../../model/outline';
import { type Columns, isMostlyIn, isOn, type Layout, middleOf, type Pane, type Sight } from './geometry';
import type { Palette } from './palette';

export interface Picked {
  /** Places among the visible turns, both ends included. */
  readonly from: number;
  readonly to: number;
  /** The advisor's place; -1 for everybody. */
  readonly column: number;
}

export interface Scene {
  readonly fates: Fates;
  readonly names: readonly string[];
  readonly layout: Layout;
  readonly columns: Columns;
  readonly palette: Palette;
  readonly sight: Sight | null;
  readonly picked: Picked | null;
  readonly isTrimmed: (turnId: string, advisorId: string) => boolean;
  readonly width: number;
}

type Ink = CanvasRenderingContext2D;
const PINNED = WHYS.indexOf('pinned');

export function paint(ink: Ink, scene: Scene): void {
  const { map, lens } = scene.layout;
  paintHeads(ink, scene);
  for (const pane of map ? [map, lens] : [lens]) {
    paintStaff(ink, scene, pane);
    paintPicked(ink, scene, pane);
    if (pane.perLine > 1 || pane.pitch < 7) paintLines(ink, scene, pane);
    else paintCells(ink, scene, pane);
    if (scene.sight) paintBracket(ink, scene, pane, scene.sight);
  }
  paintNumbers(ink, scene);
  for (const pane of map ? [map, lens] : [lens]) paintBoundary(ink, scene, pane);
}

function paintHeads(ink: Ink, { names, columns, palette }: Scene): void {
  ink.font = `600 11px ${palette.sans}`;
  ink.textAlign = 'center';
  columns.middles.forEach((x, at) => {
    ink.fillStyle = palette.advisors[at] ?? '';
    // On two levels: next to each other two letters are as wide as a column.
    if (columns.pitch >= 14) ink.fillText(names[at] ?? '', x, at % 2 === 0 ? 9 : 20);
    else ink.fillRect(x - columns.size / 2, 8, columns.size, 4);
  });
}

function paintStaff(ink: Ink, { columns, palette }: Scene, pane: Pane): void {
  ink.fillStyle = palette.role.rule;
  for (const x of columns.middles) ink.fillRect(x - 0.5, pane.top, 1, pane.height);
}

function paintPicked(ink: Ink, { picked, columns, palette }: Scene, pane: Pane): void {
  if (picked === null || picked.to < pane.first || picked.from >= pane.first + pane.count) return;
  const [left, right] = edges(columns, picked.column);
  const top = middleOf(pane, Math.max(picked.from, pane.first)) - pane.pitch / 2;
  const bottom = middleOf(pane, Math.min(picked.to, pane.first + pane.count - 1)) + pane.pitch / 2;
  ink.fillStyle = palette.role['accent-wash'];
  ink.fillRect(left, top, right - left, bottom - top);
  ink.strokeStyle = palette.role.accent;
  ink.lineWidth = 1.25;
  ink.strokeRect(left, top, right - left, bottom - top);
}

function edges({ middles, pitch }: Columns, column: number): [number, number] {
  const first = middles[Math.max(0, column)] ?? 0;
  const last = column < 0 ? (middles.at(-1) ?? 0) : first;
  return [first - pitch / 2, last + pitch / 2];
}

/** Thin lines, each for one turn or several: coloured where most of them go along. */
function paintLines(ink: Ink, { fates, columns, palette }: Scene, pane: Pane): void {
  const { visible, codes } = fates;
  const tall = pane.pitch > 3 ? pane.pitch - 1 : pane.pitch;
  columns.middles.forEach((x, at) => {
    const column = codes[at];
    if (!column) return;
    ink.fillStyle = palette.advisors[at] ?? '';
    for (let from = pane.first; from < pane.first + pane.count; from += pane.perLine) {
      const to = Math.min(from + pane.perLine, pane.first + pane.count);
      if (!isMostlyIn(column, visible, from, to)) continue;
      ink.fillRect(x - columns.size / 2, middleOf(pane, from) - pane.pitch / 2, columns.size, tall);
    }
  });
}

function paintCells(ink: Ink, scene: Scene, pane: Pane): void {
  const { fates, columns } = scene;
  const size = Math.min(columns.size, pane.pitch - 2);
  for (let index = pane.first; index < pane.first + pane.count; index++) {
    const place = fates.visible[index] as number;
    const row = fates.rows[place];
    if (row === undefined) continue;
    const y = middleOf(pane, index);
    columns.middles.forEach((x, at) => {
      paintCell(ink, scene, { row, at, x, y, size, code: fates.codes[at]?.[place] ?? HIDDEN });
    });
  }
}

interface Cell {
  row: OutlineRow;
  at: number;
  x: number;
  y: number;
  size: number;
  code: number;
}

function paintCell(ink: Ink, { fates, palette, isTrimmed }: Scene, { row, at, x, y, size, code }: Cell): void {
  const advisorId = fates.advisorIds[at] ?? '';
  const colour = palette.advisors[at] ?? '';
  const half = size / 2;
  const state = row.states[advisorId];
  const inside = isInsideCode(code);
  if (state === 'error') {
    cross(ink, palette.role.danger, x, y, half - 0.5);
    return;
  }
  if (state === 'waiting' || state === 'sending') {
    frame(ink, palette, colour, x, y, half, [2, 1.6]);
    return;
  }
  if (isTrimmed(row.id, advisorId)) {
    frame(ink, palette, palette.role.danger, x, y, half);
    line(ink, palette.role.danger, 1.5, x - half - 1.5, y + half + 1.5, x + half + 1.5, y - half - 1.5);
    return;
  }
  if (inside) {
    ink.fillStyle = colour;
    ink.fillRect(x - half, y - half, size, size);
  } else frame(ink, palette, palette.role['rule-strong'], x, y, half);
  const pinned = row.pinned || code === PINNED || (row.marks[advisorId] ?? row.marks['']) === 'pin';
  if (pinned) {
    const stem = x + half - 0.8;
    line(ink, inside ? colour : palette.role.control, inside ? 1.8 : 1.25, stem, y + half, stem, y - half - 6);
  }
}

function frame(
  ink: Ink,
  { role }: Palette,
  colour: string,
  x: number,
  y: number,
  half: number,
  dash: number[] = [],
): void {
  ink.fillStyle = role.paper;
  ink.fillRect(x - half, y - half, half * 2, half * 2);
  ink.strokeStyle = colour;
  ink.lineWidth = 1.25;
  ink.setLineDash(dash);
  ink.strokeRect(x - half, y - half, half * 2, half * 2);
  ink.setLineDash([]);
}

function line(ink: Ink, colour: string, width: number, x1: number, y1: number, x2: number, y2: number): void {
  ink.strokeStyle = colour;
  ink.lineWidth = width;
  ink.beginPath();
  ink.moveTo(x1, y1);
  ink.lineTo(x2, y2);
  ink.stroke();
}

function cross(ink: Ink, colour: string, x: number, y: number, arm: number): void {
  line(ink, colour, 1.8, x - arm, y - arm, x + arm, y + arm);
  line(ink, colour, 1.8, x + arm, y - arm, x - arm, y + arm);
}

/** The step between what is out and what is in, column by column; nothing where everything is in. */
function paintBoundary(ink: Ink, { fates, columns, palette }: Scene, pane: Pane): void {
  if (fates.whole) return;
  const last = pane.first + pane.count;
  ink.strokeStyle = palette.role.accent;
  ink.lineWidth = 2;
  ink.beginPath();
  let drawn = false;
  columns.middles.forEach((x, at) => {
    const first = fates.firsts[at] ?? 0;
    if (first <= pane.first || first > last) {
      drawn = false;
      return;
    }
    const y = first === last ? pane.top + pane.height : middleOf(pane, first) - pane.pitch / 2;
    if (drawn) ink.lineTo(x - columns.pitch / 2, y);
    else ink.moveTo(x - columns.pitch / 2, y);
    ink.lineTo(x + columns.pitch / 2, y);
    drawn = true;
  });
  ink.stroke();
}

function paintBracket(ink: Ink, { palette, width }: Scene, pane: Pane, { first, last }: Sight): void {
  if (last < pane.first || first >= pane.first + pane.count) return;
  const top = middleOf(pane, Math.max(first, pane.first)) - pane.pitch / 2;
  const bottom = middleOf(pane, Math.min(last, pane.first + pane.count - 1)) + pane.pitch / 2;
  const x = width - 9;
  ink.strokeStyle = palette.role.control;
  ink.lineWidth = 1.25;
  ink.beginPath();
  ink.moveTo(x, isOn(pane, first) ? top : top + 1);
  ink.lineTo(x + 4, top);
  ink.lineTo(x + 4, bottom);
  ink.lineTo(x, bottom);
  ink.stroke();
}

function paintNumbers(ink: Ink, { fates, layout, palette, columns }: Scene): void {
  const { map, lens } = layout;
  ink.font = `500 11px ${palette.mono}`;
  // The ribbon runs left to right in every language, and `end` would not.
  ink.textAlign = 'right';
  ink.fillStyle = palette.role['ink-3'];
  for (const pane of map ? [map, lens] : [lens]) {
    let above = -Infinity;
    const write = (index: number, room: number) => {
      const y = middleOf(pane, index);
      if (y - above < room) return;
      ink.fillText(String(fates.rows[fates.visible[index] as number]?.position ?? ''), columns.margin - 4, y + 4);
      above = y;
    };
    const end = pane.first + pane.count - 1;
    const step = pane === map ? 24 : 13;
    const stride = pane === map ? Math.max(1, Math.ceil(step / pane.pitch)) * pane.perLine : 1;
    for (let index = pane.first; index <= end; index += stride) {
      const position = fates.rows[fates.visible[index] as number]?.position ?? 0;
      const near = middleOf(pane, end) - middleOf(pane, index) < step;
      if (index === pane.first || (!near && (pane === map || position % 5 === 0))) write(index, step);
    }
    if (end >= pane.first) write(end, step);
  }
}
