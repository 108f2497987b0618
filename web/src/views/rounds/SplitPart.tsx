import { useTranslation } from 'react-i18next';
import type { SplitForecast } from '../../model/rounds';
import { formatMoney, formatNumber } from '../parts/format';
import { useWorkspace } from '../parts/store';

/** Where they are split, what that saves beside a whole round, and what each will be shown, word for word. */
export function SplitPart({ split }: { split: SplitForecast }) {
  const { t } = useTranslation(['rounds', 'composer']);
  const names = useWorkspace((state) => new Map(state.advisors.map((each) => [each.id, each.name])));
  const money = (value: number | null) => (value === null ? t('composer:forecast.unknown') : formatMoney(value));
  return (
    <section className="round-split" aria-label={t('split.title')}>
      <h3>{t('split.title')}</h3>
      <ol>
        {split.points.map((point) => (
          <li key={point.number} dir="auto">
            {point.text}
          </li>
        ))}
      </ol>
      <p>
        {t('split.saved', {
          calls: formatNumber(split.saved_calls),
          all: formatNumber(split.calls + split.saved_calls),
          tokens: formatNumber(split.saved_tokens),
          cost: money(split.saved_cost),
        })}
      </p>
      {split.reading_cost !== null && <p className="help">{t('split.reading', { cost: money(split.reading_cost) })}</p>}
      <details>
        <summary>{t('split.sent')}</summary>
        {Object.entries(split.sent).map(([id, text]) => (
          <div key={id}>
            <b>{names.get(id) ?? id}</b>
            <pre dir="auto">{text}</pre>
          </div>
        ))}
      </details>
    </section>
  );
}
