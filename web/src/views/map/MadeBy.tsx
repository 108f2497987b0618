import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readScan } from '../../commands/memory';
import { attempt } from '../../commands/refused';
import type { AnalysisAnswer, AnalysisLine } from '../../protocol/generated/answers';
import { SentCall } from '../analyses/SentCall';
import { formatMoney, formatWhen, joinWords } from '../parts/format';

/** Which model made this, when, for how much; and what it was sent, byte for byte. */
export function MadeBy({ analysis, children }: { analysis: AnalysisLine; children?: ReactNode }) {
  const { t } = useTranslation('map');
  const [sent, setSent] = useState<AnalysisAnswer | null>(null);
  const show = () => (sent ? setSent(null) : void attempt(async () => setSent(await readScan(analysis.id))));
  const words = [t('readBy', { model: analysis.model }), formatWhen(analysis.created_at)];
  if (analysis.cost) words.push(formatMoney(analysis.cost));
  return (
    <div className="made-by">
      <p>
        <span>{joinWords(words)}</span>
        <button type="button" className="link" aria-expanded={sent !== null} onClick={show}>
          {t(sent ? 'hideSent' : 'sent')}
        </button>
        {children}
      </p>
      {sent && (
        <ol className="calls">
          {sent.calls.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place.
            <SentCall key={at} call={call} />
          ))}
        </ol>
      )}
    </div>
  );
}
