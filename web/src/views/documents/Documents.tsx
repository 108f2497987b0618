import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addToLibrary, leaveUpload, loadDocuments } from '../../commands/documents';
import { attempt } from '../../commands/refused';
import type { Document } from '../../model/documents';
import type { FoundAnswer } from '../../protocol/generated/answers';
import { ChooseFiles } from '../parts/ChooseFiles';
import { formatBytes } from '../parts/format';
import { Page } from '../parts/Page';
import { RouteLink } from '../parts/RouteLink';
import { moveAmongRows } from '../parts/rowKeys';
import { DocumentHits } from './DocumentHits';
import { DocumentReader } from './DocumentReader';
import { useDocuments } from './useDocuments';

/** Every file at the left, or the passages that were searched for; one document at the right. */
export function Documents({ id }: { id: string | null }) {
  const { t } = useTranslation('documents');
  const [words, setWords] = useState('');
  const [hit, setHit] = useState<FoundAnswer | null>(null);
  const { list, loaded } = useDocuments(({ list, loaded }) => ({ list, loaded }));
  const document = list.find((each) => each.id === id) ?? null;
  useEffect(() => void attempt(loadDocuments), []);
  return (
    <Page
      title={t('page.title')}
      lead={t('page.lead')}
      chosen={id !== null}
      home={{ page: 'documents', id: null }}
      deeds={<ChooseFiles label={t('page.add')} onChoose={(files) => void addToLibrary(files)} />}
      list={
        <>
          <Refusals />
          <input
            className="input"
            type="search"
            aria-label={t('page.search')}
            placeholder={t('page.search')}
            value={words}
            dir="auto"
            onChange={(event) => setWords(event.target.value)}
          />
          {words.trim() !== '' ? (
            <DocumentHits words={words} chosen={hit} onChoose={setHit} />
          ) : loaded && list.length === 0 ? (
            <p className="help">{t('page.none')}</p>
          ) : (
            <ul data-rows onKeyDown={moveAmongRows}>
              {list.map((each, index) => (
                <li key={each.id}>
                  <RouteLink
                    data-row
                    tabIndex={(document ? each === document : index === 0) ? 0 : -1}
                    to={{ page: 'documents', id: each.id }}
                    aria-current={each === document ? 'page' : undefined}
                    onClick={() => setHit(null)}
                  >
                    <span className="t" dir="auto">
                      {each.name}
                    </span>
                    <About document={each} />
                  </RouteLink>
                </li>
              ))}
            </ul>
          )}
        </>
      }
    >
      {document && (
        <DocumentReader key={document.id} document={document} hit={hit?.document_id === document.id ? hit : null} />
      )}
      {id === null && <p className="help">{t('page.choose')}</p>}
      {id !== null && document === null && loaded && <p className="help">{t('page.missing')}</p>}
    </Page>
  );
}

/** What it is for and how large it is. */
function About({ document: { kind, bytes, enabled } }: { document: Document }) {
  const { t } = useTranslation('documents');
  const facts = [t(`short.${kind}`), formatBytes(bytes), ...(enabled ? [] : [t('page.off')])];
  return <span className="n">{facts.join(' · ')}</span>;
}

/** Files that are on their way to the library, and why some were refused. */
function Refusals() {
  const { t } = useTranslation('documents');
  const uploads = useDocuments((state) => state.uploads).filter((each) => each.draft === null);
  return uploads.map(({ id, name, problem }) => (
    <p key={id} className={problem === null ? 'help' : 'wrong'} role={problem === null ? 'status' : 'alert'}>
      {problem ?? t('attach.reading', { name })}{' '}
      {problem !== null && (
        <button type="button" className="link" onClick={() => leaveUpload(id)}>
          {t('attach.dismiss', { name })}
        </button>
      )}
    </p>
  ));
}
