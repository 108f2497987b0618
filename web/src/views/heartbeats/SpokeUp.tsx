import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadRuns, markRead } from '../../commands/heartbeats';
import { quietly } from '../../commands/quietly';
import { findTurn } from '../../model/conversation';
import { type HeartbeatRun, runOf } from '../../model/heartbeats';
import { RouteLink } from '../parts/RouteLink';
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
  const run = useUnasked((state) => runOf(state, turnId));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id !== null && run === null) void quietly(() => loadRuns(id));
  }, [id, run]);
  useReading(place, run);
  return (
    <div className="spoke-up" ref={place}>
      <p>
        <b dir="auto">{t(origin === 'review' ? 'asksBack' : 'spokeUp', { name })}</b>
        {run?.unread && <span className="fresh">{t('fresh')}</span>}
        {run && run.why !== '' && (
          <q className="unasked-why" dir="auto">
            {run.why}
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

function useReading(place: { readonly current: Element | null }, run: HeartbeatRun | null): void {
  const unreadId = run?.unread ? run.id : null;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (unreadId === null || run === null || place.current === null || told.current === unreadId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting || document.hidden) return;
      timer = setTimeout(() => {
        told.current = unreadId;
        void quietly(() => markRead(run));
      }, READING);
    });
    watcher.observe(place.current);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [unreadId, run, place]);
}
