import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { loadAround } from '../../commands/open';
import { findTurn } from '../../model/conversation';
import { type Maps, maps } from '../../model/map';
import { type Syntheses, syntheses } from '../../model/synthesis';
import { useConversation } from '../parts/store';

export const useMaps = <Picked>(pick: (state: Maps) => Picked) => useStore(maps, useShallow(pick));
export const useSyntheses = <Picked>(pick: (state: Syntheses) => Picked) => useStore(syntheses, useShallow(pick));

/** The words of an answer as they stand; null while the turn is being read. */
export function useWords(turnId: string, replyId: string): string | null {
  return useConversation((state) => {
    const reply = findTurn(state, turnId)?.replies.find((each) => each.id === replyId);
    return reply ? (reply.edited ?? reply.text) : null;
  });
}

/** Have the turn at hand, however far back it is. */
export function useTurn(turnId: string, position: number | null): void {
  const missing = useConversation(
    (state) => state.phase === 'ready' && state.connection === 'live' && findTurn(state, turnId) === null,
  );
  useEffect(() => {
    if (missing && position !== null) void loadAround(position);
  }, [missing, position]);
}
