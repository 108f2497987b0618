import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeAdvisor } from '../../commands/advisors';
import { refusalOf } from '../../commands/refused';
import { countWords } from '../../model/advisorEdit';
import { notify } from '../../model/screen';
import { Field } from '../parts/Field';

interface Props {
  name: string;
  model: string;
  value: string;
  onChange: (description: string) => void;
}

const FEW = 30;

/** Who the advisor is, in words that are sent; a model can write them from the name. */
export function DescriptionField({ name, model, value, onChange }: Props) {
  const { t, i18n } = useTranslation('library');
  const [stage, setStage] = useState<'idle' | 'asking' | 'writing'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const count = countWords(value, i18n.language);
  const write = async () => {
    setStage('writing');
    const refused = await refusalOf(async () => {
      const written = await describeAdvisor(name.trim(), model.trim());
      onChange(written.description);
      const sentence = written.rehearsal
        ? t('description.rehearsed')
        : t('description.written', { model: written.model });
      notify(sentence, { undo: () => onChange(value) });
    });
    setProblem(refused);
    setStage('idle');
  };
  return (
    <>
      <Field
        label={t('description.label')}
        wrong={problem ?? undefined}
        help={
          <>
            <span className="num">{t('description.words', { count })}</span>{' '}
            {count === 0 ? t('description.empty') : count < FEW ? t('description.few') : t('description.help')}
          </>
        }
      >
        {(ids) => (
          <textarea
            readOnly={stage === 'writing'}
            {...ids}
            className="input"
            dir="auto"
            rows={9}
            maxLength={20_000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {stage === 'asking' ? (
        <fieldset className="confirm" aria-label={t('description.replace')}>
          <span>{t('description.replace')}</span>
          <button type="button" className="btn sm" onClick={() => void write()}>
            {t('description.yes')}
          </button>
          <button type="button" className="btn sm quiet" onClick={() => setStage('idle')}>
            {t('description.no')}
          </button>
        </fieldset>
      ) : (
        <button
          type="button"
          className="btn sm"
          disabled={name.trim() === '' || stage === 'writing'}
          onClick={() => (value.trim() === '' ? void write() : setStage('asking'))}
        >
          {stage === 'writing' ? t('description.writing') : t('description.write')}
        </button>
      )}
    </>
  );
}
