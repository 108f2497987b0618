import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dismissRun, followRounds, nextRound, stopRounds } from '../../commands/rounds';
import { type Run, rounds } from '../../model/rounds';
import { formatMoney } from '../parts/format';
import { useConversation } from '../parts/store';
import { explainEnd } from './words';

/** One calm line above the composer while advisors answer each other, and why they stopped. */
export function RoundStrip() {
  const id = useConversation((state) => state.id);
  const newest = useConversation((state) => state.view?.turns.at(-1)?.id ?? null);
  const run = useStore(rounds, (state) => (state.conversationId === id ? (state.runs[0] ?? null) : null));
  const dismissed = useStore(rounds, (state) => state.dismissed);
  useEffect(() => (id === null ? undefined : followRounds(id)), [id]);
  if (run === null) return null;
  if (run.status !== 'ended') return <Going run={run} />;
  const isFresh = run.rounds.at(-1)?.turn_id === newest && dismissed !== run.id;
  return isFresh ? <Ended run={run} /> : null;
}

function Going({ run }: { run: Run }) {
  const { t } = useTranslation('rounds');
  const place = { number: run.rounds.length, planned: run.planned };
  const isWaiting = run.status === 'waiting';
  const next = run.next_forecast?.cost;
  return (
    <section className="rounds-strip" aria-label={t('strip.label')}>
      <p role="status">
        <b>{t(isWaiting ? 'strip.waiting' : 'strip.running', place)}</b>
        <Spent run={run} />
        {isWaiting && typeof next === 'number' && (
          <span className="num">{t('strip.next', { cost: formatMoney(next) })}</span>
        )}
      </p>
      <div className="acts">
        {isWaiting && (
          <button type="button" className="btn sm" onClick={() => void nextRound(run)}>
            {t('strip.go', { number: run.rounds.length + 1 })}
          </button>
        )}
        <button type="button" className="btn sm stop" onClick={() => void stopRounds(run)}>
          {t(isWaiting ? 'strip.enough' : 'strip.stop')}
        </button>
      </div>
    </section>
  );
}

function Ended({ run }: { run: Run }) {
  const { t } = useTranslation('rounds');
  return (
    <section className="rounds-strip ended" aria-label={t('strip.label')}>
      <p role="status">
        <b>{t('strip.ended', { count: run.rounds.length })}</b>
        <span>{explainEnd(t, run)}</span>
        <Spent run={run} />
      </p>
      <div className="acts">
        <button type="button" className="link" onClick={() => dismissRun(run)}>
          {t('strip.dismiss')}
        </button>
      </div>
    </section>
  );
}

function Spent({ run }: { run: Run }) {
  const { t } = useTranslation('rounds');
  const spent = formatMoney(run.spent);
  const isUnknown = run.rounds.some((each) => each.ended && each.cost === null && each.forecast === null);
  if (run.ceiling !== null)
    return <span className="num">{t('strip.spentOf', { spent, ceiling: formatMoney(run.ceiling) })}</span>;
  if (isUnknown || run.spent === 0) return null;
  return <span className="num">{t('strip.spent', { spent })}</span>;
}
