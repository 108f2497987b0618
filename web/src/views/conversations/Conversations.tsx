import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../commands/refused';
import { loadMoreConversations } from '../../commands/workspace';
import { moveAmongRows } from '../parts/rowKeys';
import { useRoute, useWorkspace } from '../parts/store';
import { ConversationRow } from './ConversationRow';
import { RemovedConversations } from './RemovedConversations';

export function Conversations() {
  const { t } = useTranslation('library');
  const route = useRoute();
  const { conversations, loaded } = useWorkspace(({ conversations, loaded }) => ({ conversations, loaded }));
  const currentId = route.page === 'conversation' || route.page === 'map' ? route.id : null;
  const known = conversations.some((each) => each.id === currentId);
  return (
    <section className="talks" data-part="conversations">
      <h2>{t('conversations.recent')}</h2>
      {loaded && conversations.length === 0 && <p className="empty">{t('conversations.none')}</p>}
      <ul data-rows onKeyDown={moveAmongRows}>
        {conversations.map((each, index) => (
          <ConversationRow
            key={each.id}
            entry={each}
            current={each.id === currentId}
            stop={known ? each.id === currentId : index === 0}
          />
        ))}
      </ul>
      <More />
      <RemovedConversations />
    </section>
  );
}

/** The end of the list: coming near it brings the next page. */
function More() {
  const { t } = useTranslation('library');
  const next = useWorkspace((state) => state.nextConversations);
  const [busy, setBusy] = useState(false);
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (next === null || end.current === null) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      void load();
    });
    const load = async () => {
      setBusy(true);
      await attempt(loadMoreConversations);
      setBusy(false);
    };
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [next]);
  if (next === null) return null;
  return (
    <button
      ref={end}
      type="button"
      className="rest"
      disabled={busy}
      onClick={() => void attempt(loadMoreConversations)}
    >
      {busy ? t('conversations.loading') : t('conversations.older')}
    </button>
  );
}
