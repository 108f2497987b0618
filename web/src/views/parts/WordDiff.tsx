import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { diffWords } from '../../model/wordDiff';

/** What went is struck, what came is underlined; both are said to readers. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('library');
  const runs = useMemo(() => diffWords(before, after), [before, after]);
  if (before === after) return <p className="help">{t('diff.same')}</p>;
  return <DiffedWords runs={runs} />;
}

/** A difference that is known already, run by run. */
export function DiffedWords({ runs }: { runs: readonly { readonly op?: string; readonly text?: string }[] }) {
  let at = 0;
  return (
    <p className="diffed" dir="auto">
      {runs.map((run) => {
        at += run.text?.length ?? 0;
        if (run.op === 'removed') return <del key={at}>{run.text}</del>;
        if (run.op === 'added') return <ins key={at}>{run.text}</ins>;
        return <span key={at}>{run.text}</span>;
      })}
    </p>
  );
}
