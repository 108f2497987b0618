import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 640px)');

export const isNarrow = () => query.matches;

/** Whether the screen has room for one column only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}
