import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foreseeLook, type Look, type LookForecast } from '../../commands/foresee';
import { formatMoney, formatNumber } from '../parts/format';

/** Before a model is asked: which one, and what it may take at most. Nothing while nobody can say. */
export function LookCost({ turnId, look }: { turnId: string; look: Look }) {
  const { t } = useTranslation('map');
  const [found, setFound] = useState<LookForecast | null>(null);
  useEffect(() => {
    let isWanted = true;
    void foreseeLook(turnId, look).then((forecast) => isWanted && setFound(forecast));
    return () => {
      isWanted = false;
    };
  }, [turnId, look]);
  if (found === null) return null;
  const { model, calls, input_tokens, output_tokens, cost } = found;
  const tokens = formatNumber(input_tokens + output_tokens);
  return (
    <p className="help cost">
      {t('forecast', { count: calls, model, tokens })}{' '}
      {cost === null ? t('forecastUnpriced') : t('forecastPriced', { cost: formatMoney(cost) })}
    </p>
  );
}
