import { type RefObject, useEffect } from 'react';
import { type Conversation, conversation } from '../../model/conversation';
import { draftOf } from '../../model/draft';
import { preferences } from '../../model/preferences';
import { screen, setMode } from '../../model/screen';
import { emit } from '../../model/signals';
import { voicesOf } from '../../model/voices';
import type { Turn } from '../../protocol/events';

/** W22, D39: when the newest answers are taller than the window and nobody is writing, go to VIEW at the first one. */
export function useLongReplies(scroller: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      conversation.subscribe((now, before) => {
        const turn = findSettled(before, now);
        // Measured after the last words are drawn.
        if (turn !== null) requestAnimationFrame(() => requestAnimationFrame(() => switchToView(turn, scroller)));
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

function switchToView(turn: Turn, scroller: RefObject<HTMLElement | null>): void {
  const element = scroller.current;
  const grid = element?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(turn.id)}"] .replies`);
  const [first] = voicesOf(turn);
  if (!element || !grid || first === undefined || !mayLead(turn.conversation_id)) return;
  if (grid.offsetHeight <= element.clientHeight) return;
  (document.activeElement as HTMLElement | null)?.blur();
  setMode('view');
  emit('showTurn', { turnId: turn.id, advisorId: first, align: 'start' });
}

function mayLead(conversationId: string): boolean {
  const { mode, overlay, reading } = screen.getState();
  const isFree = mode === 'input' && overlay === null && reading === null;
  return isFree && preferences.getState().longReplies === 'switch' && draftOf(conversationId).text.trim() === '';
}
