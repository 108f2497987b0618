import { type TouchEvent, useRef } from 'react';

const FAR = 56;
/** How much more sideways than down a swipe has to be. */
const SIDEWAYS = 1.8;

/** A finger drawn sideways: on (1) or back (-1), by the reading direction. What scrolls sideways itself keeps its swipes. */
export function useSwipe(go: (step: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches.item(0);
      const isFree = touches.length === 1 && !scrollsSideways(target);
      from.current = touch && isFree ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0);
      if (!touch || from.current === null) return;
      const [across, down] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
      from.current = null;
      if (Math.abs(across) < FAR || Math.abs(across) < SIDEWAYS * Math.abs(down)) return;
      go(across < 0 === (document.documentElement.dir !== 'rtl') ? 1 : -1);
    },
  };
}

function scrollsSideways(target: EventTarget): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element.classList.contains('opened')) return false;
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX))
      return true;
  }
  return false;
}
