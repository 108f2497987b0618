import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../commands/refused';
import { loadTopics } from '../../commands/topics';
import { depthOf } from '../../model/library';
import { formatNumber } from '../parts/format';
import { Page } from '../parts/Page';
import { RouteLink } from '../parts/RouteLink';
import { moveAmongRows } from '../parts/rowKeys';
import { useLibrary } from '../parts/useLibrary';
import { NewTopic } from './NewTopic';
import { TopicEditor } from './TopicEditor';

/** The tree at the left, one topic at the right. */
export function Topics({ id }: { id: string | null }) {
  const { t } = useTranslation('library');
  const { topics, edits } = useLibrary(({ topics, edits }) => ({ topics, edits }));
  const topic = topics.find((each) => each.id === id) ?? null;
  useEffect(() => void attempt(loadTopics), []);
  return (
    <Page
      title={t('topics.title')}
      lead={t('topics.lead')}
      chosen={id !== null}
      home={{ page: 'topics', id: null }}
      deeds={
        <RouteLink className="btn" to={{ page: 'topics', id: 'new' }}>
          {t('topics.new')}
        </RouteLink>
      }
      list={
        topics.length === 0 ? (
          <p className="help">{t('topics.none')}</p>
        ) : (
          <ul data-rows onKeyDown={moveAmongRows}>
            {topics.map((each, index) => (
              <li key={each.id}>
                <RouteLink
                  data-row
                  tabIndex={(topic ? each === topic : index === 0) ? 0 : -1}
                  to={{ page: 'topics', id: each.id }}
                  aria-current={each === topic ? 'page' : undefined}
                  style={{ '--depth': depthOf(each) } as React.CSSProperties}
                >
                  <span className="t" dir="auto">
                    {each.name}
                  </span>
                  <span className="n num">
                    {edits[`topic:${each.id}`] === undefined
                      ? formatNumber(each.turns + each.turns_below)
                      : t('notSaved')}
                  </span>
                </RouteLink>
              </li>
            ))}
          </ul>
        )
      }
    >
      {id === 'new' && <NewTopic />}
      {topic && <TopicEditor key={topic.id} topic={topic} />}
      {id === null && <p className="help">{t('topics.choose')}</p>}
      {id !== null && id !== 'new' && topic === null && topics.length > 0 && (
        <p className="help">{t('topics.missing')}</p>
      )}
    </Page>
  );
}
