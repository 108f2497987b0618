import { type RefObject, useEffect } from 'react';
import { chosenReplies, conversation, findTurn } from '../../model/conversation';
import { focusOn, inspect, screen, setMode } from '../../model/screen';

const CONTROLS = 'button, a, input, textarea, select, summary, label, form, [role^="menu"], [tabindex="0"]';

const NUMBER = '.marg';

/**
 * A click on a turn or a card, not on something in it, focuses it; one on its number goes to VIEW. Reading
 * with the mouse does not: letters typed after it are written. Selecting text is not a click.
 */
export function useClicks(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const click = (event: MouseEvent) => {
      const target = event.target as Element;
      if (event.defaultPrevented || target.closest(CONTROLS) || document.getSelection()?.isCollapsed === false) return;
      const turnId = target.closest<HTMLElement>('[data-turn]')?.dataset.turn;
      if (turnId === undefined) return;
      const advisorId = target.closest<HTMLElement>('[data-advisor]')?.dataset.advisor ?? null;
      if (target.closest(NUMBER)) setMode('view');
      focusOn(turnId, advisorId);
      if (advisorId !== null) followInspector(turnId, advisorId);
    };
    element?.addEventListener('click', click);
    return () => element?.removeEventListener('click', click);
  }, [scroller]);
}

/** An inspector that shows what was sent goes along to the card that is looked at. */
function followInspector(turnId: string, advisorId: string): void {
  if (screen.getState().inspector?.kind !== 'reply') return;
  const turn = findTurn(conversation.getState(), turnId);
  const reply = turn && chosenReplies(turn).find((each) => each.advisor_id === advisorId);
  if (reply) inspect({ kind: 'reply', turnId, replyId: reply.id });
}
