import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { followWork, stopWork } from '../../commands/work';
import '../../locales/work';
import { type Work, work } from '../../model/work';
import { SinglePage } from '../parts/Page';
import { RouteLink } from '../parts/RouteLink';
import { EndedRow } from './EndedRow';
import { WorkRow } from './WorkRow';

/** What is under way by itself, and what has ended lately. */
export function WorkPage() {
  const { t } = useTranslation('work');
  const { items, ended, problem } = useStore(work);
  useEffect(followWork, []);
  return (
    <SinglePage title={t('title')} lead={t('lead')}>
      <div className="all-work">
        {items === null && <p role="status">{problem ?? t('loading')}</p>}
        {items !== null && <UnderWay items={items} />}
        {ended.length > 0 && (
          <section aria-labelledby="work-ended">
            <h2 id="work-ended">{t('ended')}</h2>
            <ul>
              {ended.map((each) => (
                <EndedRow key={each.id} ended={each} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </SinglePage>
  );
}

function UnderWay({ items }: { items: readonly Work[] }) {
  const { t } = useTranslation('work');
  const heading = useRef<HTMLHeadingElement>(null);
  const stop = async (each: Work) => {
    // The button goes with its row; whoever pressed it stays in the list.
    if (await stopWork(each)) heading.current?.focus();
  };
  return (
    <section aria-labelledby="work-under-way">
      <h2 id="work-under-way" ref={heading} tabIndex={-1}>
        {t('underWay')}
      </h2>
      {items.length === 0 ? (
        <Nothing />
      ) : (
        <ul>
          {items.map((each) => (
            <WorkRow key={each.id} work={each} onStop={() => void stop(each)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Nothing() {
  const { t } = useTranslation('work');
  return (
    <div className="idle">
      <p>{t('nothing')}</p>
      <p className="ways">
        {t('begin')}
        <RouteLink className="link" to={{ page: 'conversation', id: null, turnId: null }}>
          {t('beginMap')}
        </RouteLink>
        <RouteLink className="link" to={{ page: 'evals', id: null, caseId: null }}>
          {t('beginTests')}
        </RouteLink>
        <RouteLink className="link" to={{ page: 'documents', id: null }}>
          {t('beginDocuments')}
        </RouteLink>
      </p>
    </div>
  );
}
