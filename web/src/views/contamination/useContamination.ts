import { useEffect } from 'react';
import { useStore } from 'zustand';
import { loadContamination } from '../../commands/contamination';
import { contamination } from '../../model/contamination';
import type { ContaminationAnswer } from '../../protocol/generated/answers';
import { useConversation } from '../parts/store';

/** What is known of this conversation, looked at again whenever an answer has ended or been changed. */
export function useContamination(id: string | null): ContaminationAnswer | null {
  const settled = useConversation(({ view }) => {
    const replies = view?.turns.flatMap((turn) => turn.replies) ?? [];
    return replies.map((each) => `${each.id}${each.completed}${each.chosen}${each.edited?.length ?? ''}`).join();
  });
  const speaking = useConversation(({ view }) => view?.turns.some((turn) => !turn.all_completed) ?? false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was settled is the reason to look again.
  useEffect(() => {
    if (id !== null && !speaking) void loadContamination(id);
  }, [id, settled, speaking]);
  return useStore(contamination, (state) => (state.conversationId === id ? state.found : null));
}
