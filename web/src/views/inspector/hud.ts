/** The HUD's figures: parameters, trimming, error; of an attempt, or of what would be sent. */
import type { AdvisorPreview } from '../../model/preview';
import type { Receipt, ReceiptsState } from '../../model/receipts';
import type { TelemetryAnswer } from '../../protocol/generated/answers';
import { sizeOf } from '../payloads/wire';

export type Figure =
  | { readonly name: string; readonly number: number | null; readonly digits?: number; readonly about?: boolean }
  | { readonly name: string; readonly share: number | null }
  /** A code of the server's, shown as it is. */
  | { readonly name: string; readonly code: string | null }
  /** A word of ours. */
  | { readonly name: string; readonly word: string | null }
  /** Which try it was. */
  | { readonly name: string; readonly nth: number | null };

export interface Hud {
  readonly parameters: readonly Figure[];
  readonly trimming: readonly Figure[];
  readonly error: readonly Figure[];
}

interface Around {
  readonly habits: ReceiptsState['habits'];
  /** How the estimate fared so far for this model; null when it was never held against a count. */
  readonly estimateError: number | null;
  readonly policy: string | null;
}

export function hudOfReceipts(receipts: readonly Receipt[], at: number, around: Around): Hud | null {
  const now = receipts[at]?.telemetry;
  if (!now) return null;
  const failed = receipts.slice(0, at + 1).findLast((each) => each.telemetry?.last_error);
  const settled = receipts.findLastIndex((each) => each.telemetry?.stage === 'delivered');
  const retries = receipts.filter((each, place) => each.telemetry?.stage === 'failed' && place < receipts.length - 1);
  return {
    parameters: [
      { name: limitName(now.binding), number: now.max_context },
      { name: 'window', number: now.max_usable },
      describeRate(now),
      ...describeError(around.estimateError),
      { name: 'ura', number: now.request_allowance },
      ...describeHabits(around),
    ],
    trimming: [
      { name: 'predictedHistory', number: now.predicted_history_tokens },
      { name: 'predictedTotal', number: now.predicted_total_tokens },
      { name: 'aut', number: now.request_tokens },
      { name: 'attemptTotal', number: now.attempt_total_tokens },
      { name: 'trimmed', number: now.trimmed_count },
      { name: 'reserve', number: now.remaining_reserve },
      { name: 'turns', number: now.sent_count },
      { name: 'messages', number: now.messages.length },
    ],
    error: [
      { name: 'last', code: failed?.outcome ?? null },
      { name: 'stage', word: failed?.telemetry ? `stages.${failed.telemetry.stage}` : null },
      { name: 'settled', nth: settled < 0 ? null : settled + 1 },
      { name: 'retries', number: retries.length },
    ],
  };
}

export function hudOfPreview(preview: AdvisorPreview, around: Around): Hud {
  const chars = preview.messages?.reduce((sum, message) => sum + sizeOf(message.content), 0) ?? null;
  const total = preview.tokens - preview.request_tokens + preview.request_allowance;
  return {
    parameters: [
      { name: limitName(preview.binding), number: preview.limit },
      {
        name: preview.calibrated ? 'cptLearned' : 'cpt',
        number: chars && preview.tokens ? chars / preview.tokens : null,
        digits: 2,
        about: true,
      },
      ...describeError(preview.estimate_error),
      { name: 'ura', number: preview.request_allowance },
      ...describeHabits(around),
    ],
    trimming: [
      { name: 'predictedHistory', number: preview.history_tokens },
      { name: 'predictedTotal', number: total },
      { name: 'aut', number: preview.request_tokens },
      { name: 'wouldTotal', number: preview.tokens },
      { name: 'trimmed', number: preview.trimmed.length },
      { name: 'reserve', number: preview.limit === null ? null : preview.limit - preview.tokens },
      { name: 'turns', number: preview.included },
      { name: 'messages', number: preview.messages?.length ?? null },
    ],
    error: [{ name: 'last', code: preview.problem?.code ?? null }],
  };
}

/** A learned estimate has several rates and no single one; then it is what they came to for this payload. */
function describeRate({
  calibrated,
  chars_per_token,
  messages,
  attempt_total_tokens: tokens,
}: TelemetryAnswer): Figure {
  if (!calibrated || tokens === 0)
    return { name: calibrated ? 'cptLearned' : 'cpt', number: chars_per_token, digits: 2 };
  const chars = messages.reduce((sum, message) => sum + message.chars, 0);
  return { name: 'cptLearned', number: chars / tokens, digits: 2, about: true };
}

function limitName(binding: AdvisorPreview['binding']): string {
  return binding === null ? 'ml' : `ml_${binding}`;
}

/** How far off the estimate usually is, once it was held against a count. */
function describeError(error: number | null): Figure[] {
  return error === null ? [] : [{ name: 'estimateError', share: error }];
}

function describeHabits({ habits, policy }: Around): Figure[] {
  return [
    { name: 'nta', number: habits?.most_trims ?? null },
    { name: 'policy', word: policy === null ? null : `policies.${policy}` },
  ];
}
