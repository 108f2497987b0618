/** What only the receipts of an answer know: its price, and what had to be left out for it. Read once per answer. */
import { createStore } from 'zustand/vanilla';
import { isScripted } from '../model/voices';
import type { Reply } from '../protocol/events';
import { ask, Refusal } from '../protocol/request';

export interface Footnote {
  /** Dollars; null when the price or the usage is not known. */
  readonly cost: number | null;
  readonly trimmed: number;
}

interface Receipt {
  readonly cost?: number | null;
  readonly telemetry?: { readonly trimmed_count?: number } | null;
}

export const footnotes = createStore<Readonly<Record<string, Footnote>>>(() => ({}));
const asked = new Set<string>();

/** Whether the receipts would say more than the answer itself: a rehearsal that went at once costs nothing. */
export function hasFootnote(reply: Reply): boolean {
  return reply.completed && reply.metrics !== null && (!isScripted(reply) || (reply.metrics.attempts ?? 1) > 1);
}

/** A retry in place is another start of the same reply, with receipts of its own. */
const nameOf = (reply: Reply) => `${reply.id}:${reply.epoch}`;

export async function readFootnote(reply: Reply): Promise<void> {
  if (!hasFootnote(reply) || asked.has(nameOf(reply))) return;
  asked.add(nameOf(reply));
  try {
    const { items: receipts } = await ask('GET /v1/replies/{reply_id}/receipts', {
      path: { reply_id: reply.id },
    });
    footnotes.setState({ [reply.id]: sumUp(receipts) });
  } catch (error) {
    // A card without its price is still a card: nobody is told, and it is asked again when it is next shown.
    if (!(error instanceof Refusal)) throw error;
    asked.delete(nameOf(reply));
  }
}

export function sumUp(receipts: readonly Receipt[]): Footnote {
  const costs = receipts.flatMap((receipt) => receipt.cost ?? []);
  return {
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    trimmed: receipts.at(-1)?.telemetry?.trimmed_count ?? 0,
  };
}
