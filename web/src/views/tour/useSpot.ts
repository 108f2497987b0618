import { useEffect, useState } from 'react';

export interface Spot {
  /** Around the thing itself. */
  readonly ring: Readonly<Record<'top' | 'left' | 'width' | 'height', number>>;
  /** Where the note has room, if it has. */
  readonly note: Readonly<{ top?: number; left?: number }> | null;
}

const NARROW = 760;
const NOTE = { width: 340, height: 190 };
const GAP = 12;
const ROUND = 4;

/** Where the first of these is on the screen, while it may move; null as long as none of them is there. */
export function useSpot(selectors: readonly string[], isStill: boolean): Spot | null {
  const [spot, setSpot] = useState<Spot | null>(null);
  useEffect(() => {
    findSeen(selectors)?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
    const look = () => {
      const found = measure(findSeen(selectors));
      setSpot((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    look();
    // Columns open, answers grow, people scroll: looking four times a second finds all of it and costs nothing.
    const timer = setInterval(look, 250);
    addEventListener('resize', look);
    addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      removeEventListener('resize', look);
      removeEventListener('scroll', look, { capture: true });
    };
  }, [selectors, isStill]);
  return spot;
}

function findSeen(selectors: readonly string[]): Element | null {
  return selectors.map((each) => document.querySelector(each)).find((each) => each?.getClientRects().length) ?? null;
}

function measure(element: Element | null): Spot | null {
  if (element === null) return null;
  const box = element.getBoundingClientRect();
  const top = Math.max(box.top - ROUND, 0);
  const left = Math.max(box.left - ROUND, 0);
  const bottom = Math.min(box.bottom + ROUND, innerHeight);
  const right = Math.min(box.right + ROUND, innerWidth);
  if (bottom <= top || right <= left) return null;
  return {
    ring: { top, left, width: right - left, height: bottom - top },
    note: findRoom({ top, left, bottom, right }),
  };
}

/** Below, above, at either side; on a phone, or where there is no room, at the foot of the window. */
function findRoom(box: { top: number; left: number; bottom: number; right: number }): Spot['note'] {
  if (innerWidth < NARROW) return null;
  const within = (value: number, most: number) => Math.min(Math.max(value, GAP), most - GAP);
  const left = within(box.left, innerWidth - NOTE.width);
  const top = within(box.top, innerHeight - NOTE.height);
  if (box.bottom + GAP + NOTE.height < innerHeight) return { top: box.bottom + GAP, left };
  if (box.top - GAP - NOTE.height > 0) return { top: box.top - GAP - NOTE.height, left };
  if (box.right + GAP + NOTE.width < innerWidth) return { top, left: box.right + GAP };
  if (box.left - GAP - NOTE.width > 0) return { top, left: box.left - GAP - NOTE.width };
  return null;
}
