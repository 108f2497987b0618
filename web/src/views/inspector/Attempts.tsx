import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import { region } from '../../locales/region';
import { sayNth } from '../parts/counts';
import { formatNumber, formatSeconds } from '../parts/format';
import type { SentPayload } from '../payloads/shown';
import { type Attempt, describeAttempts } from './attempts';

/** Every request that was made for the answer; each can be looked at. */
export function Attempts({ shown, onAttempt }: { shown: SentPayload; onAttempt: (at: number) => void }) {
  const { t } = useTranslation('inspector');
  const { t: tell } = useTranslation('conversation');
  const attempts = describeAttempts(shown.receipts);
  return (
    <table className="rc">
      <thead>
        <tr>
          <th scope="col">{t('receipt.attempt')}</th>
          <th scope="col" className="n">
            {t('receipt.tokens')}
          </th>
          <th scope="col">{t('receipt.happened')}</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt, at) => (
          <tr key={attempt.number} className={at === shown.at ? 'is' : ''}>
            <td className="at num">
              {attempts.length === 1 ? (
                <b>{attempt.number}</b>
              ) : (
                <button
                  type="button"
                  className="link"
                  aria-pressed={at === shown.at}
                  aria-label={t('receipt.show', { try: sayNth(tell, 'try', attempt.number) })}
                  onClick={() => onAttempt(at)}
                >
                  {attempt.number}
                </button>
              )}{' '}
              {formatClock(attempt.receipt.sent_at)}
            </td>
            <td className="n">{attempt.tokens === null ? '' : formatNumber(attempt.tokens)}</td>
            <td>
              <Happened attempt={attempt} shown={shown} isLast={at === attempts.length - 1} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Happened({ attempt, shown, isLast }: { attempt: Attempt; shown: SentPayload; isLast: boolean }) {
  const { t } = useTranslation(['inspector', 'tools']);
  const { receipt, happening } = attempt;
  const first = isLast ? shown.reply.metrics?.first_token_seconds : undefined;
  const error = receipt.telemetry?.last_error;
  return (
    <>
      {receipt.outcome && <code>{receipt.outcome}</code>} {attempt.restarted && t('receipt.restarted')}{' '}
      {receipt.round > 0 && <span>{t('tools:told.round', { round: receipt.round + 1 })}. </span>}
      {receipt.outcome === 'called_tools' ? t('tools:told.called') : t(`receipt.${happening}`)}{' '}
      {error && t('receipt.says', { words: error })}{' '}
      {attempt.dropped.map((dropped) => (
        <span key={dropped.turnId}>{sayDropped(dropped, shown, t)} </span>
      ))}
      {attempt.droppedReference && t('receipt.droppedReference')}{' '}
      {attempt.loweredTo !== null && t('receipt.loweredTo', { tokens: formatNumber(attempt.loweredTo) })}{' '}
      {first !== undefined && first >= 0.05 && t('receipt.firstWords', { seconds: formatSeconds(first) })}
    </>
  );
}

type Say = ReturnType<typeof useTranslation<['inspector', 'tools']>>['t'];

function sayDropped({ turnId, tokens }: Attempt['dropped'][number], shown: SentPayload, t: Say): string {
  const position = shown.places.positionOf(turnId);
  const weight = formatNumber(tokens ?? 0);
  if (position === null) return t('receipt.droppedGone', { tokens: weight });
  return tokens === null ? t('receipt.droppedPlain', { position }) : t('receipt.dropped', { position, tokens: weight });
}

function formatClock(at: string): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(region(), options).format(new Date(at));
}
