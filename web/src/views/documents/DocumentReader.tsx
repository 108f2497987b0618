import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeDocument, dataAddress, readPage, removeDocument } from '../../commands/documents';
import { attempt } from '../../commands/refused';
import type { Document } from '../../model/documents';
import { go } from '../../model/route';
import type { FoundAnswer, PageAnswer } from '../../protocol/generated/answers';
import { formatBytes, formatNumber } from '../parts/format';
import { Snippet } from '../parts/Snippet';
import { KindField } from './KindField';

interface Props {
  document: Document;
  /** The passage to show first. */
  hit: FoundAnswer | null;
}

/** One document: what it is for, and its pages as advisors read them. */
export function DocumentReader({ document, hit }: Props) {
  const { t } = useTranslation('documents');
  const { id, name, width, height } = document;
  const remove = async () => {
    if (await removeDocument(document)) go({ page: 'documents', id: null });
  };
  return (
    <article className="document" aria-label={name}>
      <h2 dir="auto">{document.title || name}</h2>
      <About document={document} />
      <div className="acts">
        {width === null && (
          <>
            <KindField name={name} kind={document.kind} onChange={(kind) => void changeDocument(id, { kind })} />
            <label className="tick">
              <input
                type="checkbox"
                checked={document.enabled}
                onChange={(event) => void changeDocument(id, { enabled: event.target.checked })}
              />
              {t('page.on')}
            </label>
          </>
        )}
        <a className="btn quiet" href={dataAddress(id)} download={name}>
          {t('page.download')}
        </a>
        <button type="button" className="btn quiet" onClick={() => void remove()}>
          {t('page.remove')}
        </button>
      </div>
      {width === null ? (
        <Pages document={document} hit={hit} />
      ) : (
        <img src={dataAddress(id)} alt={t('picture', { name, width, height })} width={width} height={height ?? width} />
      )}
    </article>
  );
}

function About({ document }: { document: Document }) {
  const { t } = useTranslation('documents');
  const { bytes, pages, width, indexed, conversation_id } = document;
  const { done, total } = indexed;
  const figures = { done: formatNumber(done), total: formatNumber(total) };
  const index = done === 0 ? t('page.words') : done < total ? t('page.indexing', figures) : t('page.indexed');
  const facts = [
    formatBytes(bytes),
    ...(width === null ? [t('page.pages', { count: pages }), index] : []),
    t(conversation_id === null ? 'page.everywhere' : 'page.here'),
  ];
  return <p className="help">{facts.join(' · ')}</p>;
}

function Pages({ document: { id, pages }, hit }: Props) {
  const { t } = useTranslation('documents');
  const [number, setNumber] = useState(1);
  const [page, setPage] = useState<PageAnswer | null>(null);
  useEffect(() => {
    if (hit) setNumber(hit.page);
  }, [hit]);
  useEffect(() => {
    let left = false;
    void attempt(async () => {
      const read = await readPage(id, number);
      if (!left) setPage(read);
    });
    return () => {
      left = true;
    };
  }, [id, number]);
  if (page === null) return <p className="help">{t('page.reading')}</p>;
  const total = formatNumber(pages);
  return (
    <>
      <div className="acts">
        <button type="button" className="btn sm" disabled={number <= 1} onClick={() => setNumber(number - 1)}>
          {t('page.previous')}
        </button>
        <span role="status">{t('page.pageOf', { label: page.label, number: formatNumber(page.number), total })}</span>
        <button type="button" className="btn sm" disabled={number >= pages} onClick={() => setNumber(number + 1)}>
          {t('page.next')}
        </button>
      </div>
      <Text page={page} hit={hit?.page === page.number ? hit : null} />
    </>
  );
}

/** The page with the passage marked and in sight. */
function Text({ page, hit }: { page: PageAnswer; hit: FoundAnswer | null }) {
  const { t } = useTranslation('documents');
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or passage is scrolled to anew.
  useEffect(() => {
    box.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [page, hit]);
  return (
    <section className="page-text" ref={box} aria-label={t('page.text')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre dir="auto" tabIndex={0}>
        <Snippet text={page.text} matches={hit ? [[hit.start, hit.end]] : []} />
      </pre>
    </section>
  );
}
