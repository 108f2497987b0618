import { useTranslation } from 'react-i18next';
import { type AdvisorEdit, differingFields } from '../../model/advisorEdit';
import { WordDiff } from '../parts/WordDiff';

/** Everything two forms of an advisor differ in: small fields as old and new, the description word by word. */
export function Difference({ before, after }: { before: AdvisorEdit; after: AdvisorEdit }) {
  const { t } = useTranslation('library');
  const fields = differingFields(before, after);
  const small = fields.filter((field) => field !== 'description');
  if (fields.length === 0) return <p className="help">{t('diff.same')}</p>;
  return (
    <div className="difference">
      {small.length > 0 && (
        <dl>
          {small.map((field) => (
            <div key={field}>
              <dt>{t(`diff.field.${field as 'name'}`)}</dt>
              <dd dir="auto">
                <del>{before[field] || t('diff.none')}</del> <ins>{after[field] || t('diff.none')}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {fields.includes('description') && <WordDiff before={before.description} after={after.description} />}
    </div>
  );
}
