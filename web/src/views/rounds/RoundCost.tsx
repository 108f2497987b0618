import { useTranslation } from 'react-i18next';
import type { RoundForecast } from '../../model/rounds';
import { formatMoney, formatNumber } from '../parts/format';
import { useWorkspace } from '../parts/store';

interface Props {
  forecast: RoundForecast;
  without: readonly string[];
  /** Of those who take part; null when a price is not known. */
  cost: number | null;
  ceiling: number | null;
  onChange: (without: readonly string[]) => void;
}

/** What one round may cost, by voice and together, and what would be left. A voice can be left out. */
export function RoundCost({ forecast, without, cost, ceiling, onChange }: Props) {
  const { t } = useTranslation('rounds');
  const names = useWorkspace((state) => new Map(state.advisors.map((each) => [each.id, each.name])));
  const voices = Object.entries(forecast.per_advisor);
  const flip = (id: string) =>
    onChange(without.includes(id) ? without.filter((each) => each !== id) : [...without, id]);
  const money = (value: number | null) => (value === null ? t('cost.unknown') : formatMoney(value));
  return (
    <table className="round-cost">
      <caption>{t('cost.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('cost.voice')}</th>
          <th scope="col">{t('cost.tokens')}</th>
          <th scope="col">{t('cost.most')}</th>
        </tr>
      </thead>
      <tbody>
        {voices.map(([id, { tokens, cost: own }]) => (
          <tr key={id} className={without.includes(id) ? 'off' : ''}>
            <th scope="row">
              <label>
                <input type="checkbox" checked={!without.includes(id)} onChange={() => flip(id)} />
                <span>{names.get(id) ?? id}</span>
              </label>
            </th>
            <td className="num">{formatNumber(tokens)}</td>
            <td className="num">{money(own)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('cost.sum')}</th>
          <td />
          <td className="num">{money(cost)}</td>
        </tr>
        {ceiling !== null && cost !== null && cost <= ceiling && (
          <tr>
            <th scope="row">{t('cost.left')}</th>
            <td />
            <td className="num">{formatMoney(ceiling - cost)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
