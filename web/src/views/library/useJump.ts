import { useEffect, useRef } from 'react';
import { say } from '../../locales/i18n';
import { isShown, preview } from '../../model/preview';
import type { Route } from '../../model/route';
import { focusOn, notify } from '../../model/screen';
import { emit } from '../../model/signals';
import { useConversation, useRoute } from '../parts/store';

/** `/c/{id}/t/{turn}`: when the conversation is there, show that turn; in VIEW, keys act on it. */
export function useJump(): void {
  const route = useRoute();
  const done = useRef<Route | null>(null);
  const wanted = route.page === 'conversation' ? route.turnId : null;
  const here = route.page === 'conversation' ? route.id : null;
  const { ready, outlined, position } = useConversation((state) => ({
    ready: state.id === here && state.phase === 'ready',
    // The newest turns come before the outline does; until then nobody knows which turns there are.
    outlined: state.rows.length > (state.view?.has_older ? state.view.turns.length : 0),
    position: wanted === null ? null : (state.rows.find((row) => row.id === wanted)?.position ?? null),
  }));
  useEffect(() => {
    if (wanted === null || !ready || done.current === route || (!outlined && position === null)) return;
    // The list may be drawn in this very moment; it listens after that.
    const timer = setTimeout(() => {
      done.current = route;
      if (position === null) return notify(say('library:jump.gone'));
      if (!isShown(preview.getState(), position)) notify(say('library:jump.hidden', { position }), { tone: 'caution' });
      focusOn(wanted);
      emit('showTurn', { turnId: wanted, align: 'start' });
    });
    return () => clearTimeout(timer);
  }, [route, wanted, ready, outlined, position]);
}
