import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importEvals } from '../../commands/evals';
import { Field } from '../parts/Field';
import { Dialog } from '../parts/Floating';
import { type CaseProblem, Problems, problemOf } from './Problems';

interface Props {
  advisorId: string;
  open: boolean;
  onClose: () => void;
}

/** Tests from a file or from pasted words; all of them or none. */
export function TakeIn({ advisorId, open, onClose }: Props) {
  const { t } = useTranslation('evals');
  return (
    <Dialog open={open} onClose={onClose} title={t('file.title')} className="take-in">
      {open && <TakeInForm advisorId={advisorId} onClose={onClose} />}
    </Dialog>
  );
}

function TakeInForm({ advisorId, onClose }: Omit<Props, 'open'>) {
  const { t } = useTranslation('evals');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<CaseProblem | null>(null);
  const [odd, setOdd] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    let warnings: readonly string[] = [];
    const found = await problemOf(async () => {
      warnings = await importEvals(advisorId, text);
    });
    setBusy(false);
    setProblem(found);
    setOdd(warnings);
    if (found === null && warnings.length === 0) onClose();
  };
  if (odd.length > 0) return <Odd lines={odd} onClose={onClose} />;
  return (
    <form
      className="fields import"
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <Field label={t('file.file')}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".yaml,.yml,application/yaml"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        )}
      </Field>
      <Field label={t('file.paste')} help={t('file.help')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input mono"
            rows={10}
            dir="ltr"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Problems problem={problem} />
      <div className="acts">
        <button type="submit" className="btn primary" disabled={busy || text.trim() === ''}>
          {t('file.take')}
        </button>
        <button type="button" className="btn quiet" onClick={onClose}>
          {t('file.cancel')}
        </button>
      </div>
    </form>
  );
}

/** What was odd about a file that could be used. */
function Odd({ lines, onClose }: { lines: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('evals');
  return (
    <div className="fields">
      <p>{t('file.odd')}</p>
      <ul>
        {lines.map((each) => (
          <li key={each} dir="auto">
            {each}
          </li>
        ))}
      </ul>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('file.close')}
        </button>
      </div>
    </div>
  );
}
