import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bringBack, readPutAway } from '../../commands/library';
import { attempt } from '../../commands/refused';
import type { ConversationEntry } from '../../model/house';

interface Page {
  readonly entries: readonly ConversationEntry[];
  readonly next: string | null;
}

/** The conversations that were put away, when somebody asks for them. */
export function PutAway() {
  const { t } = useTranslation('library');
  const [page, setPage] = useState<Page | null>(null);
  const load = (known: Page | null) =>
    attempt(async () => {
      const { conversations, next } = await readPutAway(known?.next ?? null);
      setPage({ entries: [...(known?.entries ?? []), ...conversations], next });
    });
  const back = async (id: string) => {
    if (await bringBack(id)) await load(null);
  };
  return (
    <>
      <button
        type="button"
        className="rest"
        aria-expanded={page !== null}
        onClick={() => (page === null ? void load(null) : setPage(null))}
      >
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
                  onClick={() => void back(each.id)}
                >
                  {t('putAway.bring')}
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
