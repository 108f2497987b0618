import '../../locales/settings';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { spending } from '../../commands/settings';
import { findAdvisor } from '../../model/workspace';
import type { SpendingAnswer, SpentByAnswer } from '../../protocol/generated/answers';
import { formatMoney, formatNumber } from '../parts/format';
import { useWorkspace } from '../parts/store';

/** What today has cost, by voice and by model. Only what providers reported is counted. */
export function SpendingTable() {
  const today = useStore(spending, (state) => state.today);
  if (today === null) return null;
  return (
    <>
      <Summary today={today} />
      {today.today.replies > 0 && (
        <>
          <Table kind="byAdvisor" rows={today.by_advisor} />
          <Table kind="byModel" rows={today.by_model} />
        </>
      )}
    </>
  );
}

function Summary({ today: { today } }: { today: SpendingAnswer }) {
  const { t } = useTranslation('settings');
  if (today.replies === 0) return <p className="lead">{t('spending.none')}</p>;
  if (today.rehearsal === today.replies) return <p className="lead">{t('spending.rehearsal')}</p>;
  const turns = t('spending.turns', { count: today.turns });
  return (
    <p className="lead">
      {t('spending.summary', { cost: formatMoney(today.cost), turns })}{' '}
      {today.unknown > 0 && t('spending.unknown', { count: today.unknown })}
    </p>
  );
}

function Table({ kind, rows }: { kind: 'byAdvisor' | 'byModel'; rows: readonly SpentByAnswer[] }) {
  const { t } = useTranslation('settings');
  const names = useWorkspace((state) => rows.map((row) => findAdvisor(state, row.id)?.name ?? row.id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="wide" tabIndex={0} aria-label={t(`spending.${kind}`)}>
      <table className="figures">
        <caption>{t(`spending.${kind}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(kind === 'byAdvisor' ? 'spending.who' : 'spending.model')}</th>
            <th scope="col">{t('spending.replies')}</th>
            <th scope="col">{t('spending.in')}</th>
            <th scope="col">{t('spending.cached')}</th>
            <th scope="col">{t('spending.out')}</th>
            <th scope="col">{t('spending.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <th scope="row" dir="auto">
                {names[at]}
              </th>
              <td className="num">{formatNumber(row.replies)}</td>
              <td className="num">{formatNumber(row.tokens_in)}</td>
              <td className="num">{formatNumber(row.cached)}</td>
              <td className="num">{formatNumber(row.tokens_out)}</td>
              <Cost row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cost({ row }: { row: SpentByAnswer }) {
  const { t } = useTranslation(['settings', 'shell']);
  if (row.unknown === 0 && row.cost === 0) return <td>{t('spending.free')}</td>;
  if (row.cost === 0 && row.unknown >= row.replies - row.rehearsal) return <td>{t('spending.unknownPrice')}</td>;
  const cost = formatMoney(row.cost);
  return <td className="num">{row.unknown > 0 ? t('shell:spent.atLeast', { cost }) : cost}</td>;
}
