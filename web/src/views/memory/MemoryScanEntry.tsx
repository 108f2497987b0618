import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readScan } from '../../commands/memory';
import { attempt } from '../../commands/refused';
import { asSentence } from '../../locales/sentence';
import type { Scan } from '../../model/memory';
import type { AnalysisAnswer } from '../../protocol/generated/answers';
import { SentCall } from '../analyses/SentCall';
import { formatMoney, formatWhen, joinWords } from '../parts/format';

/** One scan: when, which turns, what came of it, and the bytes it sent. */
export function MemoryScanEntry({ scan, onAgain }: { scan: Scan; onAgain: () => void }) {
  const { t } = useTranslation('memory');
  const [sent, setSent] = useState<AnalysisAnswer | null>(null);
  const show = () => (sent ? setSent(null) : void attempt(async () => setSent(await readScan(scan.id))));
  return (
    <li className="scan">
      <p>
        <time dateTime={scan.created_at}>{formatWhen(scan.created_at)}</time> <ScanWords scan={scan} />
      </p>
      {scan.status === 'failed' && scan.error && (
        <p className="wrong" dir="auto">
          {asSentence(scan.error.message)}
        </p>
      )}
      <div className="acts">
        {scan.status === 'failed' && (
          <button type="button" className="btn sm" onClick={onAgain}>
            {t('scan.again')}
          </button>
        )}
        {scan.status !== 'running' && (
          <button type="button" className="btn sm quiet" aria-expanded={sent !== null} onClick={show}>
            {t('scan.sent')}
          </button>
        )}
      </div>
      {sent && (
        <ol className="calls">
          {sent.calls.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place.
            <SentCall key={at} call={call} />
          ))}
        </ol>
      )}
    </li>
  );
}

function ScanWords({ scan }: { scan: Scan }) {
  const { t } = useTranslation('memory');
  const { first_position: first, last_position: last, counts } = scan;
  const turns = first === last ? t('scan.oneTurn', { first }) : t('scan.turns', { first, last });
  const words = [turns, scan.model];
  if (scan.status === 'done') words.push(t('scan.proposed', { count: counts.proposed ?? 0 }));
  if (counts.known) words.push(t('scan.known', { count: counts.known }));
  if (counts.dropped_quote) words.push(t('scan.droppedQuote', { count: counts.dropped_quote }));
  if (counts.dropped_quote_length) words.push(t('scan.droppedQuoteLength', { count: counts.dropped_quote_length }));
  if (counts.dropped_not_own_words) words.push(t('scan.droppedNotOwnWords', { count: counts.dropped_not_own_words }));
  if (counts.dropped_length) words.push(t('scan.droppedLength', { count: counts.dropped_length }));
  if (counts.unmatched) words.push(t('scan.unmatched', { count: counts.unmatched }));
  if (counts.left_out) words.push(t('scan.leftOut', { count: counts.left_out }));
  if (scan.cost) words.push(formatMoney(scan.cost));
  if (scan.status !== 'done') words.push(t(scan.status === 'running' ? 'scan.reading' : 'scan.failed'));
  return <span>{joinWords(words)}</span>;
}
