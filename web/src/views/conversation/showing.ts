/** How the list reaches a turn that somebody wishes to see. */
import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { say } from '../../locales/i18n';
import { conversation } from '../../model/conversation';
import { isShown, preview } from '../../model/preview';
import { notify } from '../../model/screen';
import type { Signals } from '../../model/signals';

export type List = Virtualizer<HTMLElement, HTMLElement>;
export type Wish = Signals['showTurn'];

/** Rows above the window may grow when their words arrive; what is being read stays where it is. */
export function isAbove(item: VirtualItem, _delta: number, list: List): boolean {
  const offset = list.scrollOffset ?? 0;
  return list.itemSizeCache.has(item.key) ? item.start + item.size <= offset : item.start < offset;
}

/** A turn that the filter hides is said to be hidden; one that is not there yet may still come. */
export function explainMissing({ turnId }: Wish): boolean {
  const row = conversation.getState().rows.find((each) => each.id === turnId);
  if (row === undefined || isShown(preview.getState(), row.position)) return false;
  notify(say('conversation:hidden'));
  return true;
}

// A turn far away is read first, then measured, then its cards are there.
const PATIENCE = 120;

/** Bring the row into sight, then the card in it. `isWanted` ends the search when the person goes elsewhere. */
export function show(
  list: List,
  index: number,
  { turnId, advisorId, align = 'auto' }: Wish,
  isWanted: () => boolean,
): void {
  list.scrollToIndex(index, { align });
  if (!advisorId) return;
  const find = () =>
    list.scrollElement
      ?.querySelector(`[data-turn="${CSS.escape(turnId)}"]`)
      ?.querySelector(`[data-advisor="${CSS.escape(advisorId)}"]`);
  let settled = 0;
  const look = (frames: number) => {
    if (!isWanted() || frames === 0 || settled > 3) return;
    const card = find();
    if (card) {
      list.cancelScroll();
      card.scrollIntoView({ block: align === 'auto' ? 'nearest' : align });
      settled++;
    }
    requestAnimationFrame(() => look(frames - 1));
  };
  requestAnimationFrame(() => look(PATIENCE));
}
