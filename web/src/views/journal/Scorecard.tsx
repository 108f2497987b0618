import { useTranslation } from 'react-i18next';
import { hasStood, type Score } from '../../model/journal';
import { formatNumber, formatPercent } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useJournal } from './useJournal';

/** How the advisors' stances have turned out; counts first, and a share only where there is enough to share. */
export function Scorecard() {
  const { t } = useTranslation('journal');
  const { scores, enough } = useJournal(({ scores, enough }) => ({ scores, enough }));
  const stood = scores.filter(hasStood);
  return (
    <section className="part scorecard" aria-label={t('score.title')}>
      <h2>{t('score.title')}</h2>
      {stood.length === 0 ? (
        <p>{t('score.none')}</p>
      ) : (
        <>
          <p className="help">{t('score.lead', { enough: formatNumber(enough) })}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is wider than the page, and keys scroll it. */}
          <div className="wide" tabIndex={0}>
            <table className="num">
              <thead>
                <tr>
                  {(['advisor', 'adopted', 'for', 'against', 'alone'] as const).map((name) => (
                    <th key={name} scope="col">
                      {t(`score.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {stood.map((each) => (
                  <Row key={each.advisor_id} score={each} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

function Row({ score }: { score: Score }) {
  const { t } = useTranslation('journal');
  const { stood_for: pro, stood_against: con, adopted_share: share } = score;
  const adopted = { count: formatNumber(pro.count), whole: formatNumber(pro.count + con.count) };
  return (
    <tr>
      <th scope="row">
        <Monogram name={score.name} colour={score.colour} small /> {score.name}
      </th>
      <td>
        {share === null ? t('score.of', adopted) : t('score.ofShare', { ...adopted, share: formatPercent(share) })}
      </td>
      <td>
        <Stood right={pro.right} wrong={pro.wrong} count={pro.count} />
      </td>
      <td>
        {/* Who stood against what went wrong was right. */}
        <Stood right={con.wrong} wrong={con.right} count={con.count} />
      </td>
      <td>
        {score.alone === 0
          ? t('score.nothing')
          : t('score.of', { count: formatNumber(score.alone_and_right), whole: formatNumber(score.alone) })}
      </td>
    </tr>
  );
}

function Stood({ right, wrong, count }: { right: number; wrong: number; count: number }) {
  const { t } = useTranslation('journal');
  if (count === 0) return t('score.nothing');
  const rest = count - right - wrong;
  return (
    <>
      {t('score.cell', { right: formatNumber(right), wrong: formatNumber(wrong) })}
      {rest > 0 && <small>{t('score.rest', { number: formatNumber(rest) })}</small>}
    </>
  );
}
