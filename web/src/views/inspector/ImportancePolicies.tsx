import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseDropping, comparePolicies } from '../../commands/importance';
import { type Policies, type PolicyRow, rowsOf } from '../../model/importance';
import { formatMoney, formatNumber } from '../parts/format';
import { usePreview } from '../parts/store';

// So many rows can be looked through; a rule by importance may change its mind at every turn.
const MOST_ROWS = 200;

/** The rules for what goes first, side by side for one voice; asked for when somebody wants to know. */
export function ImportancePolicies({ advisorId, name }: { advisorId: string; name: string }) {
  const { t } = useTranslation('importance');
  const [open, setOpen] = useState(false);
  const found = usePolicies(open);
  return (
    <section className="pane policies">
      <div className="h">
        <h3>{t('compare.title')}</h3>
        <button type="button" className="btn sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'compare.close' : 'compare.open')}
        </button>
      </div>
      <p className="note">{t('compare.hint', { name })}</p>
      {open && found === undefined && <p className="note">{t('compare.loading')}</p>}
      {open && found === null && <p className="note">{t('compare.refused')}</p>}
      {open && found && <Columns found={found} advisorId={advisorId} />}
    </section>
  );
}

/** The newest comparison while it is wanted; it is made again whenever the preview was. */
function usePolicies(open: boolean): Policies | null | undefined {
  const madeFor = usePreview((state) => state.madeFor);
  const [found, setFound] = useState<Policies | null | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the preview was made for is what this depends on too.
  useEffect(() => {
    if (!open) return;
    const asked = new AbortController();
    void comparePolicies(asked.signal).then((answer) => {
      if (!asked.signal.aborted) setFound(answer);
    });
    return () => asked.abort();
  }, [open, madeFor]);
  return found;
}

function Columns({ found, advisorId }: { found: Policies; advisorId: string }) {
  const { t } = useTranslation('importance');
  const rows = rowsOf(found, advisorId);
  const isSame = rows.every((row) => !row.differs);
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('compare.turns')}</th>
            {found.policies.map(({ dropping }) => (
              <th key={dropping} scope="col">
                <button
                  type="button"
                  className="btn sm quiet"
                  aria-pressed={dropping === found.chosen}
                  title={t(dropping === found.chosen ? 'compare.used' : 'compare.use')}
                  onClick={() => chooseDropping(dropping)}
                >
                  {t(`compare.${dropping}`)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <Figures found={found} advisorId={advisorId} />
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <Row key={row.first} row={row} />
          ))}
        </tbody>
      </table>
      {isSame && <p className="note">{t('compare.same')}</p>}
      {rows.length > MOST_ROWS && <p className="note">{t('compare.more', { count: rows.length - MOST_ROWS })}</p>}
    </>
  );
}

function Figures({ found, advisorId }: { found: Policies; advisorId: string }) {
  const { t } = useTranslation('importance');
  const kept = found.policies.map(({ dropping, advisors }) => ({
    dropping,
    of: advisors.find((each) => each.advisor_id === advisorId),
  }));
  const lines = [
    [t('compare.included'), kept.map(({ of }) => formatNumber(of?.included ?? 0))],
    [t('compare.tokens'), kept.map(({ of }) => formatNumber(of?.tokens ?? 0))],
    [
      t('compare.cost'),
      kept.map(({ of }) => (of?.cost.cold == null ? t('compare.unknown') : formatMoney(of.cost.cold))),
    ],
  ] as const;
  return (
    <tbody className="sums num">
      {lines.map(([title, values]) => (
        <tr key={title}>
          <th scope="row">{title}</th>
          {values.map((value, index) => (
            <td key={kept[index]?.dropping}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Row({ row }: { row: PolicyRow }) {
  const { t } = useTranslation('importance');
  const { first, last, kept, differs } = row;
  return (
    <tr className={differs ? 'differs' : ''}>
      <th scope="row" className="num">
        {first === last ? first : `${first}–${last}`}
        {differs && <span className="vh"> {t('compare.differs')}</span>}
      </th>
      {kept.map((isIn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rules stand in one order.
        <td key={index} className={isIn ? 'in' : 'out'}>
          {t(isIn ? 'compare.in' : 'compare.out')}
        </td>
      ))}
    </tr>
  );
}
