import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeCase } from '../../commands/evals';
import type { WholeCase } from '../../model/evals';
import { type Assertion, assertionOf, readLines, writeLines } from '../../model/expectations';
import { LineField } from '../parts/LineField';
import { LinesField } from './LinesField';
import { type CaseProblem, Problems, problemOf } from './Problems';

/** The same test asking for other things, or by another name; what is sent stays. */
export function CaseForm({ one, onDone }: { one: WholeCase; onDone: () => void }) {
  const { t } = useTranslation('evals');
  const { text: saved, rest } = writeLines(one.asserts as Assertion[]);
  const [text, setText] = useState(saved);
  const [name, setName] = useState(one.name);
  const [problem, setProblem] = useState<CaseProblem | null>(null);
  const lines = readLines(text);
  const isReady = lines.length + rest.length > 0 && lines.every((each) => each.wrong === null);
  const save = async () => {
    if (!isReady) return;
    const asserts = [...lines.map(assertionOf), ...rest] as [string];
    const refused = await problemOf(() => changeCase(one.id, { asserts, name }));
    setProblem(refused);
    if (refused === null) onDone();
  };
  return (
    <form
      className="fields changing"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void save();
      }}
    >
      <LineField label={t('assert.name')} most={200} value={name} onChange={setName} />
      <LinesField text={text} onText={setText} rest={rest} focused />
      <Problems problem={problem} />
      <div className="acts">
        <button type="submit" className="btn primary" disabled={!isReady}>
          {t('assert.save')}
        </button>
        <button type="button" className="btn quiet" onClick={onDone}>
          {t('assert.cancel')}
        </button>
      </div>
    </form>
  );
}
