import { useTranslation } from 'react-i18next';
import type { Decision, FrozenStance } from '../../model/journal';
import type { ReplyState } from '../../protocol/events';
import { Markdown } from '../markdown/Markdown';
import { Monogram } from '../parts/Monogram';
import { formatDay } from './days';

const GROUPS = [
  ['for', 'one.stoodFor'],
  ['against', 'one.stoodAgainst'],
  ['open', 'one.stoodOpen'],
  [null, 'one.stoodNone'],
] as const;

/** Everybody's words as they were, those against the choice next to those for it. */
export function Stances({ decision }: { decision: Decision }) {
  const { t } = useTranslation('journal');
  return (
    <section className="stances" aria-label={t('one.stances')}>
      <h2>{t('one.stances')}</h2>
      <p className="help">{t('one.frozen', { day: formatDay(decision.created_at) })}</p>
      {GROUPS.map(([attitude, title]) => {
        const those = decision.stances.filter((each) => each.attitude === attitude);
        if (those.length === 0) return null;
        return (
          <section key={title} className={`stand ${attitude ?? 'none'}`} aria-label={t(title)}>
            <h3>{t(title)}</h3>
            {those.map((each) => (
              <Stance key={each.advisor_id} stance={each} />
            ))}
          </section>
        );
      })}
    </section>
  );
}

function Stance({ stance }: { stance: FrozenStance }) {
  const { t } = useTranslation(['journal', 'conversation']);
  const { name, colour, text, version, model, edited, state } = stance;
  return (
    <article className="frozen">
      <h4>
        <Monogram name={name} colour={colour} /> {name}
        {edited && <small> {t('one.edited')}</small>}
      </h4>
      {text ? (
        <Markdown text={text} dir="auto" />
      ) : (
        <p className="help">{t('one.noWords', { state: t(`conversation:state.${state as ReplyState}`) })}</p>
      )}
      <details className="proof">
        <summary>
          {t('one.proof')}
          <span className="vh"> {name}</span>
        </summary>
        <dl>
          <dt>{t('one.words')}</dt>
          <dd>
            <code>sha256 {stance.reply_sha256}</code>
          </dd>
          <dt>{t('one.sent')}</dt>
          <dd>{stance.request_sha256 ? <code>sha256 {stance.request_sha256}</code> : t('one.nothingSent')}</dd>
          <dd>{t('one.version', { version, model })}</dd>
        </dl>
      </details>
    </article>
  );
}
