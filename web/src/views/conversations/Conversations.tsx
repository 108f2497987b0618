import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { attempt } from '../../commands/refused';
import { loadMoreConversations } from '../../commands/workspace';
import { folderList } from '../../model/folders';
import { moveAmongRows } from '../parts/rowKeys';
import { useRoute, useWorkspace } from '../parts/store';
import { ConversationRow } from './ConversationRow';
import { useDrop } from './dragging';
import { RemovedConversations } from './RemovedConversations';

const Folders = lazy(() => import('./Folders').then((room) => ({ default: room.Folders })));

export function Conversations() {
  const { t } = useTranslation('library');
  const route = useRoute();
  const { conversations, folders, loaded } = useWorkspace(({ conversations, folders, loaded }) => ({
    conversations,
    folders,
    loaded,
  }));
  const naming = useStore(folderList, (state) => state.naming);
  const drop = useDrop(null);
  const currentId = route.page === 'conversation' || route.page === 'map' ? route.id : null;
  const loose = conversations.filter((each) => !folders.some((folder) => folder.id === each.folder_id));
  const known = loose.some((each) => each.id === currentId);
  const hasFolders = naming || folders.length > 0;
  return (
    <section className="talks" data-part="conversations">
      {hasFolders && (
        <Suspense>
          <Folders currentId={currentId} />
        </Suspense>
      )}
      <div className="loose" {...drop}>
        <h2>
          {t('conversations.recent')}
          {!hasFolders && (
            <button type="button" onClick={() => folderList.setState({ naming: true })}>
              {t('conversations.newFolder')}
            </button>
          )}
        </h2>
        {loaded && conversations.length === 0 && <p className="empty">{t('conversations.none')}</p>}
        <ul data-rows onKeyDown={moveAmongRows}>
          {loose.map((each, index) => (
            <ConversationRow
              key={each.id}
              entry={each}
              current={each.id === currentId}
              stop={known ? each.id === currentId : index === 0}
            />
          ))}
        </ul>
      </div>
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
