/** Whether each turn would be sent to each advisor, and why: one small number per turn and advisor, made once. */
import type { Conversation } from './conversation';
import type { OutlineRow } from './outline';
import { placeOf } from './outline';
import type { Preview, PreviewState } from './preview';

export const WHYS = ['fits', 'pinned', 'too_old', 'less_important', 'cut_for_cache', 'out_by_you'] as const;
export type Why = (typeof WHYS)[number];
export type Fate = Why | 'hidden';

/** The code of a turn the filter hides, or of an advisor nobody asks. Codes below are the places in `WHYS`. */
export const HIDDEN = 255;
const FITS = 0;

export function isInside(fate: Fate): boolean {
  return fate === 'fits' || fate === 'pinned';
}

export function isInsideCode(code: number): boolean {
  return code <= 1;
}

export class Fates {
  readonly rows: readonly OutlineRow[];
  readonly advisorIds: readonly string[];
  /** The places in `rows` of the turns the filter shows, oldest first. */
  readonly visible: Int32Array;
  /** Per advisor, in the order of `advisorIds`: one code per row. */
  readonly codes: readonly Uint8Array[];
  /** Per advisor: the place in `visible` of the oldest turn that goes to it; the number of visible ones when none does. */
  readonly firsts: readonly number[];
  /** The position of the oldest visible turn that goes to every advisor asked. */
  readonly firstForAll: number | null;
  /** Every visible turn goes to every advisor, or was left out by hand: there is no boundary to draw. */
  readonly whole: boolean;

  constructor(rows: readonly OutlineRow[], advisorIds: readonly string[], codes: readonly Uint8Array[]) {
    this.rows = rows;
    this.advisorIds = advisorIds;
    this.codes = codes;
    this.visible = findVisible(rows, codes);
    this.firsts = codes.map((column) => findFirstInside(column, this.visible));
    this.firstForAll = this.findFirst();
    this.whole = !codes.some(hasOver);
  }

  at(position: number, advisorId: string): Fate {
    const code = this.codes[this.advisorIds.indexOf(advisorId)]?.[this.indexOf(position)] ?? HIDDEN;
    return WHYS[code] ?? 'hidden';
  }

  /** The advisors a visible turn is not sent to. */
  outFor(position: number): string[] {
    const index = this.indexOf(position);
    return this.advisorIds.filter((_, place) => {
      const code = this.codes[place]?.[index] ?? HIDDEN;
      return code !== HIDDEN && !isInsideCode(code);
    });
  }

  /** The place of a position in `rows`; -1 when there is no such turn. */
  indexOf(position: number): number {
    const index = placeOf(this.rows, position);
    return this.rows[index]?.position === position ? index : -1;
  }

  private findFirst(): number | null {
    for (const index of this.visible) {
      if (this.codes.every((column) => isInsideCode(column[index] ?? HIDDEN)))
        return this.rows[index]?.position ?? null;
    }
    return null;
  }
}

/** The fates of all rows under a preview. Without one, and for turns newer than it, everything is taken as sent. */
export function buildFates(rows: readonly OutlineRow[], preview: Preview | null): Fates {
  if (preview === null || preview.advisors.length === 0) return assumeSent(rows);
  const shown = readShown(rows, preview);
  const ids = preview.advisors.map((each) => each.advisor_id);
  const codes = preview.advisors.map((each) => {
    const column = new Uint8Array(rows.length).fill(HIDDEN);
    for (const span of each.spans) {
      const code = Math.max(0, (WHYS as readonly string[]).indexOf(span.why));
      for (let index = placeOf(rows, span.first); (rows[index]?.position ?? Infinity) <= span.last; index++) {
        if (shown[index]) column[index] = code;
      }
    }
    for (let index = rows.length - 1; index >= 0 && shown[index] === NEWER; index--) column[index] = FITS;
    return column;
  });
  return new Fates(rows, ids, codes);
}

/** The voices of the newest turn, until a preview says who would be asked now. */
function assumeSent(rows: readonly OutlineRow[]): Fates {
  const voices = Object.keys(rows.at(-1)?.states ?? {});
  const ids = voices.length > 0 ? voices : [''];
  return new Fates(
    rows,
    ids,
    ids.map(() => new Uint8Array(rows.length)),
  );
}

const NEWER = 2;

function readShown(rows: readonly OutlineRow[], { shown, last_position: known }: Preview): Uint8Array {
  const flags = new Uint8Array(rows.length);
  for (const [first = 0, last = 0] of shown) {
    for (let index = placeOf(rows, first); (rows[index]?.position ?? Infinity) <= last; index++) flags[index] = 1;
  }
  for (let index = rows.length - 1; (rows[index]?.position ?? 0) > known; index--) flags[index] = NEWER;
  return flags;
}

function findVisible(rows: readonly OutlineRow[], codes: readonly Uint8Array[]): Int32Array {
  const places = new Int32Array(rows.length);
  let count = 0;
  for (let index = 0; index < rows.length; index++) {
    if (codes.some((column) => column[index] !== HIDDEN)) places[count++] = index;
  }
  return places.slice(0, count);
}

function findFirstInside(column: Uint8Array, visible: Int32Array): number {
  for (let at = 0; at < visible.length; at++) if ((column[visible[at] as number] as number) <= 1) return at;
  return visible.length;
}

const LEFT_OUT_BY_HAND = WHYS.indexOf('out_by_you');

/** Whether anything is left out for want of room. */
function hasOver(column: Uint8Array): boolean {
  for (let index = 0; index < column.length; index++) {
    const code = column[index] as number;
    if (code > 1 && code < LEFT_OUT_BY_HAND) return true;
  }
  return false;
}

let last: { rows: readonly OutlineRow[]; preview: Preview | null; fates: Fates } | null = null;

/** The fates of what is on the screen; the same object until the rows or the preview change. */
export function fatesOf(
  { id, rows }: Pick<Conversation, 'id' | 'rows'>,
  { conversationId, latest }: Pick<PreviewState, 'conversationId' | 'latest'>,
): Fates {
  const preview = conversationId === id ? latest : null;
  if (last === null || last.rows !== rows || last.preview !== preview) {
    last = { rows, preview, fates: buildFates(rows, preview) };
  }
  return last.fates;
}
