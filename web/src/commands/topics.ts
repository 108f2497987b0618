/** Topics: read them, make, change and remove one. */
import { say } from '../locales/i18n';
import { library, type Topic } from '../model/library';
import { notify } from '../model/screen';
import type { ChangedTopic, TopicAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

export async function loadTopics(): Promise<void> {
  const { items: topics } = await ask('GET /v1/topics');
  library.setState({ topics });
}

/** Make the topic at this path, with its parents; one that is there already is answered as it is. */
export async function makeTopic(path: string): Promise<TopicAnswer> {
  const made = await ask('POST /v1/topics', { body: { path } });
  await loadTopics();
  return made;
}

export async function changeTopic(id: string, change: ChangedTopic): Promise<void> {
  await ask('PATCH /v1/topics/{topic_id}', { path: { topic_id: id }, body: change });
  await loadTopics();
  notify(say('library:saved'));
}

export async function removeTopic(topic: Topic): Promise<void> {
  await ask('DELETE /v1/topics/{topic_id}', { path: { topic_id: topic.id } });
  await loadTopics();
  notify(say('library:topics.removed', { path: topic.path }), { undo: () => void attempt(() => makeAgain(topic)) });
}

async function makeAgain({ path, prelude, model }: Topic): Promise<void> {
  const made = await makeTopic(path);
  if (prelude !== '' || model !== null) await changeTopic(made.id, { prelude, model });
}
