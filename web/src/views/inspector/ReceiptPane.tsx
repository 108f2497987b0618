import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import { asSentence } from '../../locales/sentence';
import type { Receipt } from '../../model/receipts';
import { formatMoney, formatNumber, formatPercent } from '../parts/format';
import { sayThinking } from '../parts/sayThinking';
import type { SentPayload } from '../payloads/shown';
import { Attempts } from './Attempts';
import { hostOf, offBy } from './attempts';

/** What was predicted, what was sent, what came back for it. */
export function ReceiptPane({ shown, onAttempt }: { shown: SentPayload; onAttempt: (at: number) => void }) {
  const { t } = useTranslation('inspector');
  const receipt = shown.receipts[shown.at];
  if (receipt === undefined) return null;
  const { telemetry } = receipt;
  const counts = telemetry && {
    predicted: formatNumber(telemetry.predicted_count),
    sent: formatNumber(telemetry.sent_count),
    trimmed: formatNumber(telemetry.trimmed_count),
  };
  return (
    <section className="pane">
      <div className="h">
        <h3>{t('receipt.title')}</h3>
        {counts && <span>{t('receipt.counts', counts)}</span>}
      </div>
      <Attempts shown={shown} onAttempt={onAttempt} />
      <Usage shown={shown} receipt={receipt} />
      {telemetry?.cut_suspected && <p className="note caution">{t('receipt.cut')}</p>}
      {telemetry?.unreported_tokens != null && (
        <p className="note">{t('receipt.unreported', { tokens: formatNumber(telemetry.unreported_tokens) })}</p>
      )}
    </section>
  );
}

function Usage({ shown, receipt }: { shown: SentPayload; receipt: Receipt }) {
  const { t } = useTranslation('inspector');
  const { usage } = receipt;
  const off = offBy(receipt);
  const isRehearsal = receipt.provider === 'scripted';
  const figures: [string, string | null][] = [
    ['reportedIn', say(usage?.input_tokens)],
    ['off', off === null ? null : `${off > 0 ? '+' : ''}${formatPercent(off, 1)}`],
    ['reportedOut', say(usage?.output_tokens)],
    ['thought', usage?.reasoning_tokens ? say(usage.reasoning_tokens) : null],
    ['cached', say(usage?.cached_tokens)],
    ['cost', isRehearsal ? t('receipt.free') : receipt.cost === null ? null : formatMoney(receipt.cost)],
    ['thoughtCost', receipt.thinking_cost ? formatMoney(receipt.thinking_cost) : null],
    ['asked', receipt.telemetry?.thinking == null ? null : sayThinking(receipt.telemetry.thinking)],
    ['unmet', receipt.telemetry?.thinking_unmet ? asSentence(receipt.telemetry.thinking_unmet) : null],
    ['model', receipt.model],
    ['endpoint', isRehearsal ? t('receipt.rehearsal') : hostOf(receipt.url)],
    ['paidWith', receipt.paid_with && t(`receipt.key.${receipt.paid_with.owner}`)],
    ['finish', shown.at === shown.receipts.length - 1 ? shown.reply.finish_reason : null],
  ];
  return (
    <dl className="use">
      {figures.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{t(`receipt.${name as 'cost'}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function say(count: number | undefined): string | null {
  return count === undefined ? null : formatNumber(count);
}
