import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../commands/library';
import { makeTopic } from '../../commands/topics';
import { go } from '../../model/route';
import { Field } from './Field';
import { FormEnd } from './Page';

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
      <Field label={t('topics.path')} help={t('topics.pathHelp')}>
        {(ids) => (
          <input
            {...ids}
            className="input"
            dir="auto"
            maxLength={1_000}
            placeholder={t('topics.pathExample')}
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
        )}
      </Field>
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
