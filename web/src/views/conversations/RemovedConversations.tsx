import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readRemoved, restoreConversation } from '../../commands/conversations';
import { askToDelete } from '../../commands/deleting';
import { attempt } from '../../commands/refused';
import { on } from '../../model/signals';
import type { ConversationEntry } from '../../model/workspace';

interface Page {
  readonly entries: readonly ConversationEntry[];
  readonly next: string | null;
}

/** The conversations that were archived, when somebody asks for them. */
export function RemovedConversations() {
  const { t } = useTranslation(['library', 'keeping']);
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState<Page | null>(null);
  const asked = useRef(0);
  /** Read on from here, or anew; an answer that was overtaken by a later question is not shown. */
  const load = useCallback((known: Page | null) => {
    const mine = ++asked.current;
    return attempt(async () => {
      const { items: conversations, next } = await readRemoved(known?.next ?? null);
      if (asked.current === mine) setPage({ entries: [...(known?.entries ?? []), ...conversations], next });
    });
  }, []);
  useEffect(() => {
    if (!open) return;
    void load(null);
    const stops = [
      on('archiveChanged', () => void load(null)),
      on('deleted', (id) =>
        setPage((known) => known && { ...known, entries: known.entries.filter((each) => each.id !== id) }),
      ),
    ];
    return () => {
      asked.current++;
      setPage(null);
      for (const stop of stops) stop();
    };
  }, [open, load]);
  return (
    <>
      <button type="button" className="rest" aria-expanded={open} onClick={() => setOpen((before) => !before)}>
        {t('putAway.title')}
      </button>
      {page?.entries.length === 0 && <p className="empty">{t('putAway.none')}</p>}
      {page && page.entries.length > 0 && (
        <ul>
          {page.entries.map((each) => {
            const title = each.title || each.opening || t('conversations.untitled');
            return (
              <li key={each.id} className="away">
                <span className="t" dir="auto">
                  {title}
                </span>
                <button
                  type="button"
                  aria-label={t('putAway.bringLabel', { title })}
                  onClick={() => void restoreConversation(each.id)}
                >
                  {t('putAway.bring')}
                </button>
                <button
                  type="button"
                  aria-label={t('keeping:delete.label', { title })}
                  onClick={() => askToDelete(each.id, title)}
                >
                  {t('keeping:delete.word')}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {page?.next && (
        <button type="button" className="rest" onClick={() => void load(page)}>
          {t('conversations.older')}
        </button>
      )}
    </>
  );
}
