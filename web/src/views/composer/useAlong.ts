import { useEffect, useRef } from 'react';
import type { Item } from '../../model/draft';
import type { PreviewState } from '../../model/preview';
import { isReminderItem, KIND_OF, omission } from '../../model/reminders';
import { useConversation, useDraft, usePreview } from '../parts/store';

const ITEMS: readonly Item[] = ['reference', 'state', 'memory', 'instructions', 'todo', 'documents'];
export const CHIPS = 'what-goes-along';

export interface AlongItem {
  readonly item: Item;
  /** 0 when it is not known. */
  readonly tokens: number;
  /** Switched off for this send. */
  readonly isOff: boolean;
  /** Everything in it is left out, one by one. */
  readonly isEmpty: boolean;
}

/** What would be sent with the message, and what was left out of this send. */
export function useAlong(): readonly AlongItem[] {
  const id = useConversation((state) => state.id);
  const { off, omit } = useDraft();
  const tokens = usePreview((state) => ITEMS.map((item) => (state.conversationId === id ? weigh(state, item) : 0)));
  const known = useKnown(id, tokens);
  const things = usePreview(({ conversationId, latest }) =>
    conversationId === id ? (latest?.reminders ?? []).map((each) => `${each.kind} ${omission(each)}`) : [],
  );
  const singles = (item: Item) =>
    isReminderItem(item) ? things.filter((each) => each.startsWith(`${KIND_OF[item]} `)) : [];
  const isEmpty = (item: Item) => {
    const all = singles(item);
    return all.length > 0 && all.every((each) => omit.includes(each.slice(each.indexOf(' ') + 1)));
  };
  return ITEMS.filter((item, at) => tokens[at] || off.includes(item) || singles(item).length > 0).map((item) => ({
    item,
    tokens: known[ITEMS.indexOf(item)] ?? 0,
    isOff: off.includes(item),
    isEmpty: isEmpty(item),
  }));
}

/** What each item took when it was last sent along: one that is switched off still says what that saves. */
function useKnown(id: string | null, tokens: readonly number[]): readonly number[] {
  const last = useRef<{ id: string | null; tokens: readonly number[] }>({ id, tokens });
  const before = last.current.id === id ? last.current.tokens : [];
  const known = tokens.map((count, at) => count || (before[at] ?? 0));
  useEffect(() => {
    last.current = { id, tokens: known };
  });
  return known;
}

/** The most any voice gets of it; 0 when nobody does. */
function weigh({ latest }: PreviewState, item: Item): number {
  const found = latest?.advisors.flatMap((advisor) => advisor.items.filter((each) => each.kind === item)) ?? [];
  return Math.max(0, ...found.map((each) => each.tokens));
}
