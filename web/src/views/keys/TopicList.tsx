import { Command as Menu } from 'cmdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { chooseTopic } from '../../commands/conversations';
import { closeOverlay } from '../../commands/keys/palette';
import { attempt } from '../../commands/refused';
import { loadTopics } from '../../commands/topics';
import { library } from '../../model/library';
import { useConversation, useWorkspace } from '../parts/store';

/** The topic the next messages belong to: one that is there, a new one, or none. */
export function TopicList({ words }: { words: string }) {
  const { t } = useTranslation('keys');
  const id = useConversation((state) => state.id);
  const topics = useStore(library, (state) => state.topics);
  const current = useWorkspace((state) => state.conversations.find((each) => each.id === id)?.topic ?? null);
  useEffect(() => void attempt(loadTopics), []);
  if (id === null)
    return (
      <Menu.Item value="topic:later" forceMount disabled>
        {t('palette.topicLater')}
      </Menu.Item>
    );
  const choose = (topic: string | null) => {
    closeOverlay();
    void chooseTopic(id, topic);
  };
  const wanted = words.trim();
  const isNew = wanted !== '' && !topics.some(({ path }) => path === wanted || path === `/${wanted}`);
  return (
    <>
      <Menu.Group heading={t('palette.topics')}>
        {topics.map(({ id: topicId, path }) => (
          <Menu.Item key={topicId} value={`topic:${topicId}`} keywords={[path]} onSelect={() => choose(path)}>
            <span className="what">
              <bdi>{path}</bdi>
            </span>
            {path === current && <span className="hint">{t('palette.current')}</span>}
          </Menu.Item>
        ))}
        {current !== null && (
          <Menu.Item value="topic:" keywords={[t('palette.noTopic')]} onSelect={() => choose(null)}>
            <span className="what">{t('palette.noTopic')}</span>
          </Menu.Item>
        )}
      </Menu.Group>
      {isNew && (
        <Menu.Item value="topic:new" forceMount onSelect={() => choose(wanted)}>
          <span className="what">{t('palette.makeTopic', { path: wanted })}</span>
        </Menu.Item>
      )}
    </>
  );
}
