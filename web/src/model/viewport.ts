/** Which turns are on the screen now: the list says it, the ribbon draws it. */
import { createStore } from 'zustand/vanilla';

export interface Viewport {
  /** Positions; null while no turn is in sight. */
  readonly firstPosition: number | null;
  readonly lastPosition: number | null;
}

export const viewport = createStore<Viewport>(() => ({ firstPosition: null, lastPosition: null }));

export function setViewport(firstPosition: number | null, lastPosition: number | null): void {
  const now = viewport.getState();
  if (now.firstPosition !== firstPosition || now.lastPosition !== lastPosition)
    viewport.setState({ firstPosition, lastPosition });
}
