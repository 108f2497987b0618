import { useTranslation } from 'react-i18next';
import type { ImportAnswer } from '../../protocol/generated/answers';
import { joinNames } from '../parts/counts';
import { Monogram } from '../parts/Monogram';

/** What an import would do, row by row, and to whom else. */
export function ImportPreview({ plan }: { plan: ImportAnswer }) {
  const { t } = useTranslation('library');
  return (
    <div className="plan" role="status">
      <table>
        <caption>{t('import.what')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('import.name')}</th>
            <th scope="col">{t('import.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name of their own and never move.
            <tr key={index}>
              <td dir="auto">
                <Monogram name={row.name} colour={row.colour} small /> {row.name}
              </td>
              <td>
                {t(`import.${row.outcome}`)}
                {row.unarchived && ` ${t('import.unarchived')}`}
              </td>
            </tr>
          ))}
          {plan.archived.map((each) => (
            <tr key={each.id}>
              <td dir="auto">{each.name}</td>
              <td>{t('import.archived')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.panels.length > 0 && (
        <p className="help">{t('import.panels', { names: joinNames(plan.panels.map((each) => each.name)) })}</p>
      )}
    </div>
  );
}
