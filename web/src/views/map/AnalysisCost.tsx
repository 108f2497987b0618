import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnalysisForecast, type AnalysisKind, forecastAnalysis } from '../../commands/forecast';
import { formatMoney, formatNumber } from '../parts/format';

/** Before a model is asked: which one, and what it may take at most. Nothing while nobody can say. */
export function AnalysisCost({ turnId, kind }: { turnId: string; kind: AnalysisKind }) {
  const { t } = useTranslation('map');
  const [found, setFound] = useState<AnalysisForecast | null>(null);
  useEffect(() => {
    let isWanted = true;
    void forecastAnalysis(turnId, kind).then((forecast) => isWanted && setFound(forecast));
    return () => {
      isWanted = false;
    };
  }, [turnId, kind]);
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
