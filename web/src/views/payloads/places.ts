/** Where the turns of a payload stand in the conversation, and the way to them. */
import { useMemo } from 'react';
import type { OutlineRow } from '../../model/outline';
import { inspect } from '../../model/screen';
import { emit } from '../../model/signals';
import { useConversation } from '../parts/store';

export interface Places {
  readonly positionOf: (turnId: string) => number | null;
  readonly rowOf: (turnId: string) => OutlineRow | null;
}

export function usePlaces(): Places {
  const rows = useConversation((state) => state.rows) as readonly OutlineRow[];
  return useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return {
      positionOf: (turnId: string) => byId.get(turnId)?.position ?? null,
      rowOf: (turnId: string) => byId.get(turnId) ?? null,
    };
  }, [rows]);
}

/** Bring a turn into sight. Where the inspector is the whole screen, it makes way. */
export function jumpTo(turnId: string, advisorId: string | null): void {
  if (matchMedia('(max-width: 900px)').matches) {
    inspect(null);
    requestAnimationFrame(() => emit('showTurn', { turnId, advisorId, align: 'start' }));
  } else emit('showTurn', { turnId, advisorId, align: 'start' });
}
