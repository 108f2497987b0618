import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchDocuments } from '../../commands/documents';
import { attempt } from '../../commands/refused';
import type { FoundAnswer } from '../../protocol/generated/answers';
import { RouteLink } from '../parts/RouteLink';
import { moveAmongRows } from '../parts/rowKeys';

const PAUSE = 200;

interface Props {
  words: string;
  chosen: FoundAnswer | null;
  onChoose: (hit: FoundAnswer) => void;
}

/** Passages that fit the words, best first; each opens its page at the place. */
export function DocumentHits({ words, chosen, onChoose }: Props) {
  const { t } = useTranslation('documents');
  const [found, setFound] = useState<readonly FoundAnswer[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => void attempt(async () => setFound((await searchDocuments(words, stop.signal)).items)),
      PAUSE,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words]);
  if (found === null) return <p className="help">{t('page.reading')}</p>;
  return (
    <>
      <p className="help" role="status">
        {found.length === 0 ? t('page.noHits') : t('page.hits', { count: found.length })}
      </p>
      <ul data-rows onKeyDown={moveAmongRows}>
        {found.map((hit, index) => (
          <li key={`${hit.document_id}.${hit.page}.${hit.start}`}>
            <RouteLink
              data-row
              tabIndex={(chosen ? hit === chosen : index === 0) ? 0 : -1}
              className="passage"
              to={{ page: 'documents', id: hit.document_id }}
              aria-current={hit === chosen ? 'true' : undefined}
              onClick={() => onChoose(hit)}
            >
              <span className="by">
                <bdi>{hit.name}</bdi> <span className="n">{hit.label}</span>
              </span>
              <span className="words" dir="auto">
                {hit.text}
              </span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </>
  );
}
