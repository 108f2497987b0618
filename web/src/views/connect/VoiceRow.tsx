import { useTranslation } from 'react-i18next';
import type { Tested } from '../../commands/connections';
import type { Advisor } from '../../model/workspace';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import type { Hearing } from './useHeard';

interface VoiceRowProps {
  advisor: Advisor;
  tested: Tested;
  model: string;
  hearing: Hearing;
  onChoose: (model: string) => void;
}

/** One voice, its model, the price of that model, and whether it was heard. */
export function VoiceRow({ advisor, tested, model, hearing, onChoose }: VoiceRowProps) {
  const { t } = useTranslation('composer');
  const wrong = typeof hearing === 'object' ? hearing : null;
  return (
    <li>
      <span className="who">
        <Monogram name={advisor.name} colour={advisor.colour} />
        <b dir="auto">{advisor.name}</b>
      </span>
      <select
        className="input"
        dir="ltr"
        aria-label={t('provider.voices.modelOf', { name: advisor.name })}
        value={model}
        onChange={(event) => onChoose(event.target.value)}
      >
        {[...new Set([model, ...tested.spread, ...tested.models])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Price tested={tested} model={model} />
      <span className={wrong ? 'reached bad' : `reached ${hearing === 'heard' ? 'good' : ''}`}>
        {wrong ? t('provider.voices.silent') : t(`provider.voices.${hearing === 'heard' ? 'heard' : 'asking'}`)}
      </span>
      {wrong && (
        <p className="verdict bad">
          {wrong.head} {wrong.quoted && <q dir="auto">{wrong.quoted}</q>}{' '}
          {wrong.status !== null && `(${wrong.status}) `}
          {t('provider.voices.another')}
        </p>
      )}
    </li>
  );
}

function Price({ tested, model }: { tested: Tested; model: string }) {
  const { t } = useTranslation('composer');
  const offer = tested.offers.find((each) => each.name === model);
  if (offer?.input_price == null || offer.output_price == null)
    return <span className="price">{t('provider.voices.noPrice')}</span>;
  if (offer.input_price === 0 && offer.output_price === 0)
    return <span className="price">{t('provider.voices.freeOne')}</span>;
  const [paid, answered] = [formatNumber(offer.input_price, 2), formatNumber(offer.output_price, 2)];
  return (
    <span className="price" title={t('provider.voices.perMillion')}>
      <span className="vh">{t('provider.voices.perMillion')}: </span>
      <span dir="ltr">
        {paid} / {answered}
      </span>
    </span>
  );
}
