/** Read what was sent, and what it can be asked again with. */
import { keepReceipts, receipts } from '../model/receipts';
import type { AdvisorAnswer } from '../protocol/generated/answers';
import { ask, isAborted, Refusal } from '../protocol/request';

/** Read every attempt of a reply, once for each state it is in; what the server did not say is asked again. */
export async function loadReceipts(replyId: string, madeFor: string, signal?: AbortSignal): Promise<void> {
  const known = receipts.getState().byReply[replyId];
  if (known?.madeFor === madeFor && known.list !== null) return;
  try {
    const path = { reply_id: replyId };
    const { items: list } = await ask('GET /v1/replies/{reply_id}/receipts', { path, signal });
    keepReceipts(replyId, { madeFor, list });
  } catch (error) {
    if (isAborted(error)) return;
    if (!(error instanceof Refusal)) throw error;
    keepReceipts(replyId, { madeFor, list: null });
  }
}

/** The settings by which something is left out; unknown ones stay unknown. */
export async function loadHabits(): Promise<void> {
  const answer = await quietly(ask('GET /v1/settings'));
  const found = new Map(answer?.items.map((each) => [each.name, each.value]));
  const most = found.get('most_trims');
  const dropping = found.get('dropping');
  receipts.setState({
    habits: {
      most_trims: typeof most === 'number' ? most : null,
      dropping: typeof dropping === 'string' ? dropping : null,
    },
  });
}

export interface Offer {
  readonly models: readonly string[];
  readonly versions: readonly AdvisorAnswer[];
}

/** The models and the versions of an advisor that a question can be asked again with. */
export async function loadOffer(advisorId: string): Promise<Offer> {
  const path = { advisor_id: advisorId };
  const [models, versions] = await Promise.all([
    quietly(ask('GET /v1/models')),
    quietly(ask('GET /v1/advisors/{advisor_id}/versions', { path })),
  ]);
  const usable = models?.items.filter((provider) => provider.usable) ?? [];
  return {
    models: usable.flatMap((provider) => provider.models.map((model) => model.id)),
    versions: versions?.items ?? [],
  };
}

async function quietly<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
