import { useTranslation } from 'react-i18next';
import { chooseTopic } from '../../commands/conversations';
import { runLine } from '../../commands/filter';
import { conversation } from '../../model/conversation';
import { draftOf } from '../../model/draft';
import { depthOf, type Topic, topicLine } from '../../model/library';
import { go } from '../../model/route';
import { notify, screen } from '../../model/screen';
import { Menu, MenuItem } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { moveAmongRows } from '../parts/rowKeys';
import { useConversation, useDraft, useWorkspace } from '../parts/store';
import { useLibrary } from '../parts/useLibrary';

/** The tree of topics: a click shows a topic's turns of this conversation, a second one shows all again. */
export function TopicTree() {
  const { t } = useTranslation('library');
  const topics = useLibrary((state) => state.topics);
  const id = useConversation((state) => state.id);
  const { filter } = useDraft();
  const path = useWorkspace((state) => state.conversations.find((each) => each.id === id)?.topic ?? null);
  return (
    <section className="topics" data-part="topics">
      <h2>
        <RouteLink to={{ page: 'topics', id: null }}>{t('topics.title')}</RouteLink>
        <RouteLink className="deed" to={{ page: 'topics', id: 'new' }}>
          {t('topics.add')}
        </RouteLink>
      </h2>
      {topics.length === 0 && <p className="empty">{t('topics.none')}</p>}
      <ul data-rows onKeyDown={moveAmongRows}>
        {topics.map((topic, index) => (
          <TopicRow
            key={topic.id}
            topic={topic}
            stop={index === 0}
            here={topic.path === path}
            shown={filter === topicLine(topic.path)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  topic: Topic;
  stop: boolean;
  /** The next message belongs here. */
  here: boolean;
  /** The filter shows this topic. */
  shown: boolean;
}

function TopicRow({ topic, stop, here, shown }: RowProps) {
  const { t } = useTranslation('library');
  const id = useConversation((state) => state.id);
  const count = topic.turns + topic.turns_below;
  return (
    <li className="topic" style={{ '--depth': depthOf(topic) } as React.CSSProperties}>
      <button
        type="button"
        className="row"
        data-row
        tabIndex={stop ? 0 : -1}
        aria-current={here ? 'true' : undefined}
        aria-pressed={shown}
        title={topic.path}
        onClick={() => void showTopic(topic)}
      >
        <span className="t" dir="auto">
          {topic.name}
        </span>
        {here && <span className="vh">{t('topics.here')}</span>}
        <span className="n num" title={t('topics.turns', { count })}>
          {formatNumber(count)}
        </span>
      </button>
      <Menu
        align="end"
        trigger={
          <button type="button" className="more" tabIndex={-1} aria-label={t('more.label', { title: topic.name })}>
            {t('more.word')}
          </button>
        }
      >
        {id !== null && (
          <MenuItem onClick={() => void chooseTopic(id, here ? null : topic.path)}>
            {here ? t('topics.leave') : t('topics.use')}
          </MenuItem>
        )}
        <MenuItem onClick={() => go({ page: 'topics', id: topic.id })}>{t('topics.edit')}</MenuItem>
      </Menu>
    </li>
  );
}

async function showTopic(topic: Topic): Promise<void> {
  const { id } = conversation.getState();
  screen.setState({ drawer: false });
  if (id === null) return go({ page: 'topics', id: topic.id });
  const line = topicLine(topic.path);
  const outcome = await runLine(draftOf(id).filter === line ? '*' : line);
  if (outcome.kind === 'refused') notify(outcome.message, { tone: 'caution' });
  if (outcome.kind === 'wrong') notify(outcome.wrong.reason, { tone: 'caution' });
}
