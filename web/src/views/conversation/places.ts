/** Where the list stood when a voice was opened. */
import type { RefObject } from 'react';
import { on } from '../../model/signals';

/** Closing may take a few frames to be measured. */
const FRAMES = 6;

export function keepPlaces(scroller: RefObject<HTMLElement | null>, release: () => void): (() => void)[] {
  const places = new Map<string, number>();
  const stand = (top: number, frames: number) => {
    scroller.current?.scrollTo({ top, behavior: 'instant' });
    if (frames > 0) requestAnimationFrame(() => stand(top, frames - 1));
  };
  return [
    on('keepPlace', (turnId) => void places.set(turnId, scroller.current?.scrollTop ?? 0)),
    on('takePlace', (turnId) => {
      release();
      const top = places.get(turnId);
      if (top !== undefined) requestAnimationFrame(() => stand(top, FRAMES));
    }),
  ];
}
