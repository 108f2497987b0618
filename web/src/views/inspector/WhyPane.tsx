import '../../locales/inspector';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { findWhy, foreseeWhy, forgetWhy, loadWhy, stopWhy } from '../../commands/why';
import { isBeyondChance, type Why, type WhyFinding, type WhyForecast, type WhyPart, whys } from '../../model/why';
import { Confirm } from '../parts/Confirm';
import { formatMoney, formatNumber, formatPercent } from '../parts/format';

const POLL = 700;

/** Which parts of what was sent made the difference: what it may cost first, then how far it is, then what was found. */
export function WhyPane({ replyId, completed }: { replyId: string; completed: boolean }) {
  const { t } = useTranslation('inspector');
  const state = useStore(whys);
  const { why, forecast, problem } = state.replyId === replyId ? state : { why: null, forecast: null, problem: null };
  const running = why?.status === 'running';
  useEffect(() => void loadWhy(replyId), [replyId]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void loadWhy(replyId), POLL);
    return () => clearInterval(timer);
  }, [running, replyId]);
  const pane = useRef<HTMLElement>(null);
  const isWanted = state.wanted === replyId && why !== null;
  useEffect(() => {
    if (!isWanted) return;
    pane.current?.scrollIntoView({ block: 'start' });
    whys.setState({ wanted: null });
  }, [isWanted]);
  if (!completed || why === null) return null;
  return (
    <section ref={pane} className="pane because" aria-label={t('because.title')}>
      <div className="h">
        <h3>{t('because.title')}</h3>
        {!running && forecast === null && (
          <button type="button" className="btn sm" onClick={() => void foreseeWhy(replyId, null)}>
            {t(why.found ? 'because.again' : 'because.open')}
          </button>
        )}
      </div>
      {why.found === null && !running && forecast === null && <p className="note">{t('because.note')}</p>}
      {problem !== null && (
        <p className="note" role="status">
          {problem}
        </p>
      )}
      {forecast !== null && <Forecast forecast={forecast} replyId={replyId} />}
      {running && <Running why={why} />}
      {why.status === 'failed' && why.analysis?.error && (
        <p className="note">{t('because.failed', { message: why.analysis.error.message })}</p>
      )}
      {why.found && <Found why={why} found={why.found} />}
    </section>
  );
}

/** Nothing is sent before this was seen: another number of calls is foreseen first. */
function Forecast({ forecast, replyId }: { forecast: WhyForecast; replyId: string }) {
  const { t } = useTranslation('inspector');
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [foreseeing, setForeseeing] = useState(false);
  const isUnseen = typed !== null && Number(typed) !== forecast.calls;
  const foresee = async () => {
    setForeseeing(true);
    const went = await foreseeWhy(replyId, Number(typed) || null).finally(() => setForeseeing(false));
    if (went) setTyped((now) => (now === typed ? null : now));
  };
  const begin = () => {
    if (!foreseeing) void (isUnseen ? foresee() : findWhy(replyId, forecast.calls));
  };
  return (
    <form
      className="again"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <p className="note">
        {t('because.may', { calls: formatNumber(forecast.calls), surely: formatNumber(forecast.surely) })}{' '}
        {forecast.cost === null ? t('because.unpriced') : t('because.cost', { cost: formatMoney(forecast.cost) })}
      </p>
      <p className="note">
        {t('because.tokens', {
          input: formatNumber(forecast.input_tokens),
          output: formatNumber(forecast.output_tokens),
        })}
      </p>
      <div className="field">
        <label htmlFor={id}>{t('because.calls')}</label>
        <input
          id={id}
          className="input num"
          type="number"
          min={forecast.least_calls}
          max={forecast.most_calls}
          value={typed ?? forecast.calls}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="acts">
        {/* Not disabled: that would take the keyboard away from whoever has just come here. */}
        <button type="submit" className="btn sm" aria-disabled={foreseeing}>
          {t(isUnseen ? 'because.foresee' : 'because.begin')}
        </button>
        <button type="button" className="btn sm quiet" onClick={() => whys.setState({ forecast: null })}>
          {t('replay.cancel')}
        </button>
      </div>
      <ol className="parts" aria-label={t('because.order')}>
        {forecast.parts.map((part, place) => (
          <li key={part.id} className={place < forecast.tried ? '' : 'muted'}>
            <b>
              <PartName part={part} />
            </b>{' '}
            <bdi>{part.opening}</bdi>
            {place >= forecast.tried && <span> · {t('because.verdict.untried')}</span>}
          </li>
        ))}
      </ol>
    </form>
  );
}

function Running({ why }: { why: Why }) {
  const { t } = useTranslation('inspector');
  const most = why.most ?? why.answered;
  const workId = why.analysis?.id;
  return (
    <div className="running">
      <p className="note" role="status">
        {t('because.running', { done: formatNumber(why.answered), most: formatNumber(most) })}
      </p>
      <progress value={why.answered} max={most} aria-label={t('because.title')} />
      {workId && (
        <button type="button" className="btn sm quiet" onClick={() => void stopWhy(why.reply_id, workId)}>
          {t('because.stop')}
        </button>
      )}
    </div>
  );
}

function Found({ why, found }: { why: Why; found: NonNullable<Why['found']> }) {
  const { t } = useTranslation('inspector');
  const beyond = found.findings.filter(isBeyondChance);
  const rest = found.findings.filter((each) => !isBeyondChance(each));
  return (
    <>
      {beyond.length === 0 && <p className="nothing">{t('because.nothing')}</p>}
      <ul className="beyond">
        {beyond.map((each) => (
          <Beyond key={each.part.id} finding={each} />
        ))}
      </ul>
      <details>
        <summary>{t('because.tried', { count: rest.length, formatted: formatNumber(rest.length) })}</summary>
        <ul className="rest">
          {rest.map((each) => (
            <li key={each.part.id}>
              <PartName part={each.part} />: {t(`because.verdict.${each.verdict}`)}
            </li>
          ))}
        </ul>
      </details>
      <p className="note">
        {t(found.compared_by === 'meaning' ? 'because.byMeaning' : 'because.byWords', {
          answers: formatNumber(found.unchanged),
        })}{' '}
        {found.unread > 0 && t('because.unread', { answers: formatNumber(found.unread) })}{' '}
        {found.strayed && t('because.strayed')} {found.stopped_by !== '' && t('because.short')}
      </p>
      <Confirm
        word={t('because.forget')}
        question={t('because.forgetAsk')}
        onYes={() => void forgetWhy(why.reply_id)}
      />
    </>
  );
}

function Beyond({ finding }: { finding: WhyFinding }) {
  const { t } = useTranslation('inspector');
  return (
    <li className={`finding ${finding.verdict}`}>
      <b>
        <PartName part={finding.part} />
      </b>{' '}
      <span className="verdict">{t(`because.verdict.${finding.verdict}`)}</span>
      {finding.alone && <span> · {t('because.alone')}</span>}
      {finding.part.opening !== '' && (
        <p className="muted">
          <bdi>{finding.part.opening}</bdi>
        </p>
      )}
      <ul className="shifts">
        {finding.shifts.map((shift) => (
          <li key={shift.text} className={shift.before > shift.after ? 'goes' : 'comes'}>
            <bdi>{shift.text}</bdi>{' '}
            <span className="num">
              {t('because.shift', { before: formatPercent(shift.before), after: formatPercent(shift.after) })}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What people know a part by. */
function PartName({ part }: { part: WhyPart }) {
  const { t } = useTranslation('inspector');
  const kind = t(`because.part.${part.kind}`);
  const name = part.kind === 'turn' && part.position !== null ? formatNumber(part.position) : part.name;
  return (
    <>
      {kind} <bdi>{name}</bdi>
    </>
  );
}
