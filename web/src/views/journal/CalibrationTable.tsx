import { useTranslation } from 'react-i18next';
import type { Calibration } from '../../model/journal';
import { formatNumber, formatPercent } from '../parts/format';

/** What the picture shows, in numbers. */
export function CalibrationTable({ bins }: { bins: Calibration['bins'] }) {
  const { t } = useTranslation('journal');
  return (
    <details>
      <summary>{t('calibration.table')}</summary>
      <table className="num">
        <thead>
          <tr>
            <th scope="col">{t('calibration.band')}</th>
            <th scope="col">{t('calibration.number')}</th>
            <th scope="col">{t('calibration.right')}</th>
            <th scope="col">{t('calibration.range')}</th>
          </tr>
        </thead>
        <tbody>
          {bins
            .filter((each) => each.turned_out.count > 0)
            .map(({ first, last, turned_out: { count, share, low, high } }) => (
              <tr key={first}>
                <th scope="row">
                  {t('calibration.bandRow', { first: formatPercent(first / 100), last: formatPercent(last / 100) })}
                </th>
                <td>{formatNumber(count)}</td>
                <td>{share !== null && formatPercent(share)}</td>
                <td>
                  {low !== null &&
                    high !== null &&
                    t('calibration.bandRow', { first: formatPercent(low), last: formatPercent(high) })}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}
