import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../commands/refused';
import { makeTopic } from '../../commands/topics';
import { go } from '../../model/route';
import { LineField } from '../parts/LineField';
import { FormEnd } from '../parts/Page';

/** A topic by its path; parents that are missing come along. */
export function NewTopic() {
  const { t } = useTranslation('library');
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const refused = await refusalOf(async () => {
      const made = await makeTopic(path);
      go({ page: 'topics', id: made.id }, { replace: true });
    });
    setProblem(refused);
  };
  return (
    <form className="fields" onSubmit={make}>
      <LineField
        label={t('topics.path')}
        help={t('topics.pathHelp')}
        most={1_000}
        placeholder={t('topics.pathExample')}
        value={path}
        onChange={setPath}
      />
      <FormEnd
        problem={problem}
        changed={false}
        busy={false}
        isNew
        blocked={path.replaceAll('/', '').trim() === ''}
        onDrop={() => setPath('')}
      />
    </form>
  );
}
