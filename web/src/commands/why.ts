/** Why an answer came out as it did: foresee it, find it out, stop, throw away what was found. */
import { inspect } from '../model/screen';
import { whys } from '../model/why';
import { ask, Refusal } from '../protocol/request';
import { attempt, explain } from './refused';

const ROUTE = '/v1/replies/{reply_id}/why';

export async function loadWhy(replyId: string): Promise<void> {
  if (whys.getState().replyId !== replyId) whys.setState({ replyId, why: null, forecast: null, problem: null });
  await attempt(async () => {
    const why = await ask(`GET ${ROUTE}`, { path: { reply_id: replyId } });
    if (whys.getState().replyId !== replyId) return;
    whys.setState(why.status === 'running' ? { why, forecast: null } : { why });
  });
}

/** One click: the inspector with this reply, and what finding out may take. */
export async function openWhy(turnId: string, replyId: string): Promise<void> {
  whys.setState({ replyId, why: null, forecast: null, problem: null, wanted: replyId });
  inspect({ kind: 'reply', turnId, replyId });
  await loadWhy(replyId);
  const { why } = whys.getState();
  if (why !== null && why.found === null && why.status !== 'running') await foreseeWhy(replyId, null);
}

/** What it may take with so many calls; a refusal is said in its place. Once it has begun nothing is foreseen. */
export async function foreseeWhy(replyId: string, calls: number | null): Promise<boolean> {
  try {
    const forecast = await ask(`GET ${ROUTE}/forecast`, { path: { reply_id: replyId }, query: { calls } });
    const now = whys.getState();
    if (now.replyId === replyId && now.why?.status !== 'running') whys.setState({ forecast, problem: null });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    whys.setState({ problem: explain(error) });
    return false;
  }
}

export async function findWhy(replyId: string, calls: number | null): Promise<boolean> {
  return attempt(async () => {
    await ask(`POST ${ROUTE}`, { path: { reply_id: replyId }, body: { calls } });
    whys.setState({ forecast: null });
    await loadWhy(replyId);
  });
}

export async function stopWhy(replyId: string, workId: string): Promise<void> {
  await attempt(() => ask('POST /v1/work/{work_id}/stop', { path: { work_id: workId } }));
  await loadWhy(replyId);
}

export async function forgetWhy(replyId: string): Promise<void> {
  await attempt(() => ask(`DELETE ${ROUTE}`, { path: { reply_id: replyId } }));
  await loadWhy(replyId);
}
