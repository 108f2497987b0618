/** What happened, attempt by attempt, in figures. */
import type { Receipt } from '../../model/receipts';

export type Happening = 'open' | 'delivered' | 'overflow' | 'exhausted' | 'lowered' | 'failed';

export interface Attempt {
  readonly receipt: Receipt;
  /** Counting every request, whichever start it belongs to. */
  readonly number: number;
  readonly happening: Happening;
  readonly tokens: number | null;
  /** What the next attempt went without. */
  readonly dropped: readonly { readonly turnId: string; readonly tokens: number | null }[];
  readonly droppedReference: boolean;
  /** The longest answer the next attempt asked for instead. */
  readonly loweredTo: number | null;
  /** It was sent again after the server had stopped in the middle. */
  readonly restarted: boolean;
}

const HAPPENINGS = {
  sent: 'open',
  delivered: 'delivered',
  overflow_initial: 'overflow',
  overflow_retry: 'overflow',
  overflow_exhausted: 'exhausted',
  output_lowered: 'lowered',
  failed: 'failed',
} as const;

export function describeAttempts(receipts: readonly Receipt[]): Attempt[] {
  return receipts.map((receipt, place) => {
    const { telemetry } = receipt;
    const next = receipts[place + 1]?.telemetry;
    const known = new Set(telemetry?.trimmed);
    const gone = next?.trimmed.filter((turnId) => !known.has(turnId)) ?? [];
    const costs = new Map(telemetry?.selection.map((each) => [each.turn_id, each.tokens]));
    return {
      receipt,
      number: place + 1,
      happening: telemetry ? HAPPENINGS[telemetry.stage] : receipt.outcome === 'complete' ? 'delivered' : 'failed',
      tokens: telemetry?.attempt_total_tokens ?? null,
      dropped: gone.map((turnId) => ({ turnId, tokens: costs.get(turnId) ?? null })),
      droppedReference: next?.dropped_reference === true && telemetry?.dropped_reference !== true,
      loweredTo: telemetry?.stage === 'output_lowered' ? (next?.max_tokens ?? null) : null,
      restarted: place > 0 && receipt.epoch > (receipts[place - 1]?.epoch ?? receipt.epoch),
    };
  });
}

/** How far the provider's count is from ours: +0.042 when it counted 4.2 % more. */
export function offBy(receipt: Receipt): number | null {
  const counted = receipt.usage?.input_tokens;
  const reckoned = receipt.telemetry?.attempt_total_tokens;
  return counted && reckoned ? counted / reckoned - 1 : null;
}

/** Where it went: the host of an address, or the address itself when it has none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}
