import { useTranslation } from 'react-i18next';
import type { ContaminationAnswer, ObjectionAnswer } from '../../protocol/generated/answers';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { RouteLink } from '../parts/RouteLink';
import { ConvergenceCurve } from './ConvergenceCurve';
import { useContamination } from './useContamination';

/** Have the voices stayed apart? The answer, the words it rests on, and how alike they sound. */
export function ContaminationPage({ id }: { id: string }) {
  const { t } = useTranslation('contamination');
  const found = useContamination(id);
  return (
    <div className="apart-page">
      <header>
        <RouteLink className="link up" to={{ page: 'conversation', id, turnId: null }}>
          {t('back')}
        </RouteLink>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {found && <Findings id={id} found={found} />}
    </div>
  );
}

function Findings({ id, found }: { id: string; found: ContaminationAnswer }) {
  const { t } = useTranslation('contamination');
  if (found.light === 'dark') return <p className="nothing">{t('light.dark')}</p>;
  return (
    <>
      <p className={`verdict ${found.light}`} role="status">
        <b>{t(`light.${found.light}`)}</b> {t(`means.${found.light}`)}
      </p>
      <section aria-label={t('objections.title')}>
        <h2>
          {t('objections.title')} <span className="num">{formatNumber(found.objections.length)}</span>
        </h2>
        {found.objections.length === 0 && <p className="help">{t('objections.none')}</p>}
        <ul>
          {found.objections.map((each) => (
            <Objection key={`${each.reply_id}${each.start}`} id={id} objection={each} />
          ))}
        </ul>
      </section>
      <section aria-label={t('curve.title')}>
        <h2>{t('curve.title')}</h2>
        <p className="help">{t('curve.help')}</p>
        <ConvergenceCurve id={id} found={found} />
      </section>
    </>
  );
}

function Objection({ id, objection }: { id: string; objection: ObjectionAnswer }) {
  const { t } = useTranslation('contamination');
  const isOwn = objection.about === objection.advisor_id;
  return (
    <li>
      <Monogram name={objection.name} colour={objection.colour} small />
      <p>
        <b>{objection.name}</b> {t(`sign.${objection.sign}`, { context: isOwn ? 'own' : undefined })}{' '}
        {objection.about_name !== null && !isOwn && t('about', { name: objection.about_name })}
        <q>{objection.words}</q>
      </p>
      <RouteLink className="link" to={{ page: 'conversation', id, turnId: objection.turn_id }}>
        {t('turn', { position: objection.position })}
      </RouteLink>
    </li>
  );
}
