import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportMode, previewImport, runImport } from '../../commands/advisors';
import { refusalOf } from '../../commands/refused';
import type { ImportAnswer } from '../../protocol/generated/answers';
import { Field } from '../parts/Field';
import { Dialog } from '../parts/Floating';
import { ImportPreview } from './ImportPreview';
import { readRows } from './importFile';

const MODES: readonly ImportMode[] = ['add', 'replace'];

/** Advisors from a file or from pasted text; what would happen is shown before anything does. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('library');
  return (
    <Dialog open={open} onClose={onClose} title={t('import.title')} kind="wide">
      {open && <ImportForm onClose={onClose} />}
    </Dialog>
  );
}

export function ImportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('library');
  const [text, setText] = useState('');
  const [mode, setMode] = useState<ImportMode>('add');
  const [plan, setPlan] = useState<ImportAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const rows = text.trim() === '' ? null : readRows(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows follow from the text.
  useEffect(() => {
    let stale = false;
    setPlan(null);
    setProblem(typeof rows === 'string' ? t(`import.${rows}`) : null);
    if (rows === null || typeof rows === 'string') return;
    const look = async () => {
      const refused = await refusalOf(async () => {
        const answer = await previewImport(rows, mode);
        if (!stale) setPlan(answer);
      });
      if (!stale) setProblem(refused);
    };
    const timer = setTimeout(() => void look(), 200);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text, mode]);
  const take = async () => {
    if (rows === null || typeof rows === 'string') return;
    const refused = await refusalOf(() => runImport(rows, mode));
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <div className="import">
      <Field label={t('import.file')}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept="application/json,.json"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        )}
      </Field>
      <Field label={t('import.paste')} help={t('import.help')} wrong={problem ?? undefined}>
        {(ids) => (
          <textarea
            {...ids}
            className="input mono"
            rows={plan ? 4 : 8}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="choices">
        <legend className="vh">{t('import.mode')}</legend>
        {MODES.map((each) => (
          <label key={each}>
            <input type="radio" name="mode" checked={mode === each} onChange={() => setMode(each)} />
            <span>
              {t(`import.${each}`)} <small>{t(`import.${each}Help`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {plan && <ImportPreview plan={plan} />}
      <div className="acts">
        <button type="button" className="btn primary" disabled={plan === null} onClick={() => void take()}>
          {t('import.take')}
        </button>
        <button type="button" className="btn quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}
