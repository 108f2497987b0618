import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findTurn } from '../../model/conversation';
import { emit } from '../../model/signals';
import { useConversation } from '../parts/store';

/** A turn has to go on for this far below the top before its question is worth holding. */
const REST = 140;

interface Held {
  readonly turnId: string;
  readonly position: string;
}

/**
 * The question of the answers being read, once it has scrolled away. It lies over the page, so nothing moves when it
 * comes and goes; pressed, it leads back to the question.
 */
export function HeldQuestion({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('conversation');
  const held = useHeld(scroller);
  const text = useConversation((state) => (held ? (findTurn(state, held.turnId)?.text ?? '') : ''));
  if (held === null || text === '') return null;
  return (
    <button
      type="button"
      className="held"
      aria-label={t('turn.toQuestion', { position: held.position })}
      onClick={() => emit('showTurn', { turnId: held.turnId, align: 'start' })}
    >
      <span className="no" aria-hidden="true">
        {held.position}
      </span>
      <span className="human" dir="auto" aria-hidden="true">
        {text}
      </span>
    </button>
  );
}

function useHeld(scroller: RefObject<HTMLElement | null>): Held | null {
  const [held, setHeld] = useState<Held | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const found = findHeld(element);
      setHeld((before) => (before?.turnId === found?.turnId ? before : found));
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    const list = element.querySelector('.turns');
    const size = new ResizeObserver(later);
    if (list) size.observe(list);
    element.addEventListener('scroll', later, { passive: true });
    later();
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      element.removeEventListener('scroll', later);
    };
  }, [scroller]);
  return held;
}

/** The turn under the upper edge whose question is out of sight while its answers are not. */
function findHeld(element: HTMLElement): Held | null {
  const { top } = element.getBoundingClientRect();
  for (const turn of element.querySelectorAll<HTMLElement>('[data-turn]')) {
    const box = turn.getBoundingClientRect();
    if (box.top >= top || box.bottom < top + REST) continue;
    const question = turn.querySelector<HTMLElement>('.body > .human');
    const grid = turn.querySelector('.replies');
    if (!question || !grid || question.getBoundingClientRect().bottom > top + 4) return null;
    return { turnId: turn.dataset.turn ?? '', position: turn.querySelector('.no')?.lastChild?.textContent ?? '' };
  }
  return null;
}
