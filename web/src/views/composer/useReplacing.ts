import { useEffect, useRef } from 'react';
import { changeDraft, type Draft, drafts } from '../../model/draft';

type Before = Pick<Draft, 'text' | 'advisorIds'>;

/**
 * Gives up asking a failed question again. What was being written before it was put back comes back too;
 * after a reload nobody remembers that, and the question stays as an ordinary draft.
 */
export function useReplacing(conversationId: string | null): () => void {
  const before = useRef<Before | null>(null);
  useEffect(() => {
    before.current = null;
    if (conversationId === null) return;
    return drafts.subscribe((now, was) => {
      const [draft, last] = [now[conversationId], was[conversationId]];
      if (!draft?.replaces || last?.replaces) return;
      before.current = { text: last?.text ?? '', advisorIds: last?.advisorIds ?? null };
    });
  }, [conversationId]);
  return () => {
    changeDraft(conversationId, { replaces: null, ...before.current });
    before.current = null;
  };
}
