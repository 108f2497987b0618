/** What was sent for the replies somebody has looked at, and the habits it was sent by. */
import { createStore } from 'zustand/vanilla';
import type { ReceiptAnswer } from '../protocol/generated/answers';

export type Receipt = ReceiptAnswer;

export interface KnownReceipts {
  /** How far the reply was when they were read; another word means that there may be more by now. */
  readonly madeFor: string;
  /** Every attempt, oldest first; null when the server did not say. */
  readonly list: readonly Receipt[] | null;
}

export interface ReceiptsState {
  readonly byReply: Readonly<Record<string, KnownReceipts>>;
  /** Settings that a receipt does not repeat. */
  readonly habits: { readonly most_trims: number | null; readonly dropping: string | null } | null;
}

// A payload may be some hundred kilobytes; what was looked at long ago is read again.
const MOST = 24;

export const receipts = createStore<ReceiptsState>(() => ({ byReply: {}, habits: null }));

export function keepReceipts(replyId: string, known: KnownReceipts): void {
  const others = Object.entries(receipts.getState().byReply).filter(([id]) => id !== replyId);
  receipts.setState({ byReply: Object.fromEntries([...others.slice(1 - MOST), [replyId, known]]) });
}
