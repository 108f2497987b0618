/** What can be done with one answer. */
import type { ReplayBody } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

const at = (replyId: string) => ({ path: { reply_id: replyId } });

/** Ask the same advisor the same thing again, in place; another model if one is named. The id of its answer, if it went. */
export async function retryReply(replyId: string, model?: string): Promise<string | null> {
  let id: string | null = null;
  await attempt(async () => {
    const body = model ? { model } : {};
    const { reply } = await ask('POST /v1/replies/{reply_id}/retry', { ...at(replyId), body });
    id = reply.id;
  });
  return id;
}

/** Ask again with another context, model or version; the answer becomes a variant. */
export const replayReply = (replyId: string, body: ReplayBody) =>
  attempt(() => ask('POST /v1/replies/{reply_id}/replay', { ...at(replyId), body }));

/** Let this variant stand for its advisor from now on. */
export const chooseReply = (replyId: string) => attempt(() => ask('POST /v1/replies/{reply_id}/choose', at(replyId)));

/** Change the words that are sent on; null takes the change back. The original is kept. */
export const editReply = (replyId: string, text: string | null) =>
  attempt(() => ask('PATCH /v1/replies/{reply_id}', { ...at(replyId), body: { text } }));
