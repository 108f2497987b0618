/** Lasting work: read it, keep it true while somebody looks, stop a piece of it. */
import { say } from '../locales/i18n';
import { announce, notify } from '../model/screen';
import { on } from '../model/signals';
import { endingOf, untitled, type Work, work } from '../model/work';
import { workspace } from '../model/workspace';
import { ask, Refusal } from '../protocol/request';
import { quietly } from './quietly';
import { attempt, explain } from './refused';

/** All of it; what cannot be read is said on the page. */
export async function loadWork(): Promise<void> {
  try {
    const { items, ended } = await ask('GET /v1/work');
    const before = work.getState().items;
    work.setState({ items, ended, problem: null });
    for (const each of ended) if (before?.some(({ id }) => id === each.id)) tellEnd(each.kind as Work['kind'], each);
    await quietly(loadTitles);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    work.setState({ problem: explain(error) });
  }
}

function tellEnd(kind: Work['kind'], ended: Parameters<typeof endingOf>[0]): void {
  announce(say('work:told', { kind: say(`work:kind.${kind}`), how: say(`work:ending.${endingOf(ended)}`) }));
}

async function loadTitles(): Promise<void> {
  const wanted = untitled(work.getState(), workspace.getState().conversations);
  const found = await Promise.all(wanted.map(readTitle));
  if (found.length > 0) work.setState(({ titles }) => ({ titles: { ...titles, ...Object.fromEntries(found) } }));
}

/** Archived and older conversations have one too; what is gone has none. */
async function readTitle(id: string): Promise<readonly [string, string]> {
  let title = '';
  await quietly(async () => {
    const path = { conversation_id: id };
    ({ title } = await ask('GET /v1/conversations/{conversation_id}', { path, query: { limit: 1 } }));
  });
  return [id, title];
}

/** Go on with it no further; what it has come to is kept. */
export async function stopWork({ id, kind }: Work): Promise<boolean> {
  return attempt(async () => {
    try {
      await ask('POST /v1/work/{work_id}/stop', { path: { work_id: id } });
      notify(say('work:stopping', { kind: say(`work:kind.${kind}`) }));
    } catch (error) {
      // It has ended by itself meanwhile.
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    }
    await loadWork();
  });
}

const LOOK_AGAIN = 2_000;

/** Keep it true while somebody looks: the feed says what begins and ends, how far it has come has to be asked. */
export function followWork(): () => void {
  const look = () => !document.hidden && void loadWork();
  look();
  const timer = setInterval(() => work.getState().items?.length !== 0 && look(), LOOK_AGAIN);
  document.addEventListener('visibilitychange', look);
  const stop = on('workChanged', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    stop();
  };
}
