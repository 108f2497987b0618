import { useTranslation } from 'react-i18next';
import type { PricesAnswer } from '../../protocol/generated/answers';
import { formatNumber } from '../parts/format';

/** Dollars per million tokens, in and out. */
export function ModelPrice({ prices }: { prices: PricesAnswer | null }) {
  const { t } = useTranslation('composer');
  if (prices === null) return <span className="hint">{t('provider.voices.noPrice')}</span>;
  if (prices.input === 0 && prices.output === 0) return <span className="hint">{t('provider.voices.freeOne')}</span>;
  return (
    <span className="hint num" title={t('provider.voices.perMillion')}>
      <span className="vh">{t('provider.voices.perMillion')}: </span>
      <span dir="ltr">
        {formatNumber(prices.input, 2)} / {formatNumber(prices.output, 2)}
      </span>
    </span>
  );
}
