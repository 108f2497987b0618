import { type RefObject, useEffect } from 'react';
import { type Conversation, conversation } from '../../model/conversation';
import { draftOf } from '../../model/draft';
import { preferences } from '../../model/preferences';
import { screen } from '../../model/screen';
import { emit } from '../../model/signals';
import { voicesOf } from '../../model/voices';
import type { Turn } from '../../protocol/events';

/**
 * When the newest answers are taller than the window, scroll to the first one if the person
 * wishes. The mode and the caret stay: whoever types on, writes.
 */
export function useLongReplies(scroller: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      conversation.subscribe((now, before) => {
        const turn = findSettled(before, now);
        // Measured after the last words are drawn.
        if (turn !== null) requestAnimationFrame(() => requestAnimationFrame(() => showFirst(turn, scroller)));
      }),
    [scroller],
  );
}

/** The newest turn when its last voice has just ended. */
export function findSettled(before: Conversation, now: Conversation): Turn | null {
  const turn = now.view?.turns.at(-1);
  const was = before.view?.turns.at(-1);
  const ended = turn && was && turn.id === was.id && !was.all_completed && turn.all_completed;
  return ended ? turn : null;
}

function showFirst(turn: Turn, scroller: RefObject<HTMLElement | null>): void {
  const element = scroller.current;
  const grid = element?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(turn.id)}"] .replies`);
  const [first] = voicesOf(turn);
  if (!element || !grid || first === undefined || !mayLead(turn.conversation_id)) return;
  if (screen.getState().opened[turn.id] !== undefined) return;
  if (grid.offsetHeight <= element.clientHeight) return;
  emit('showTurn', { turnId: turn.id, advisorId: first, align: 'start' });
}

function mayLead(conversationId: string): boolean {
  const { mode, overlay } = screen.getState();
  const isFree = mode === 'input' && overlay === null;
  return isFree && preferences.getState().longReplies === 'scroll' && draftOf(conversationId).text.trim() === '';
}
