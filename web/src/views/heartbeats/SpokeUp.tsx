import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadBeats, markRead } from '../../commands/heartbeats';
import { quietly } from '../../commands/quietly';
import { findTurn } from '../../model/conversation';
import { type Beat, beatOf } from '../../model/heartbeats';
import { RouteLink } from '../library/RouteLink';
import { useConversation } from '../parts/store';
import { useUnasked } from './useUnasked';

// Long enough to have read a line of it.
const READING = 1_500;

/** In place of the person's words: who spoke unasked, and why. Seen for a moment, it counts as read. */
export function SpokeUp({ turnId }: { turnId: string }) {
  const { t } = useTranslation('heartbeats');
  const { id, name, origin } = useConversation((state) => {
    const turn = findTurn(state, turnId);
    return { id: state.id, name: turn?.replies[0]?.name ?? '', origin: turn?.origin ?? 'heartbeat' };
  });
  const beat = useUnasked((state) => beatOf(state, turnId));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id !== null && beat === null) void quietly(() => loadBeats(id));
  }, [id, beat]);
  useReading(place, beat);
  return (
    <div className="spoke-up" ref={place}>
      <p>
        <b dir="auto">{t(origin === 'review' ? 'asksBack' : 'spokeUp', { name })}</b>
        {beat?.unread && <span className="fresh">{t('fresh')}</span>}
        {beat && beat.why !== '' && (
          <q className="why" dir="auto">
            {beat.why}
          </q>
        )}
      </p>
      {id !== null && (
        <RouteLink className="link" to={{ page: 'unasked', id }}>
          {t('settings')}
        </RouteLink>
      )}
    </div>
  );
}

function useReading(place: { readonly current: Element | null }, beat: Beat | null): void {
  const unreadId = beat?.unread ? beat.id : null;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (unreadId === null || beat === null || place.current === null || told.current === unreadId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting || document.hidden) return;
      timer = setTimeout(() => {
        told.current = unreadId;
        void quietly(() => markRead(beat));
      }, READING);
    });
    watcher.observe(place.current);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [unreadId, beat, place]);
}
