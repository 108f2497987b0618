import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { diffWords } from '../../model/wordDiff';

/** What went is struck, what came is underlined; both are said to readers. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('library');
  const runs = useMemo(() => diffWords(before, after), [before, after]);
  let at = 0;
  if (before === after) return <p className="help">{t('diff.same')}</p>;
  return (
    <p className="diffed" dir="auto">
      {runs.map((run) => {
        at += run.text.length;
        if (run.op === 'removed') return <del key={at}>{run.text}</del>;
        if (run.op === 'added') return <ins key={at}>{run.text}</ins>;
        return <span key={at}>{run.text}</span>;
      })}
    </p>
  );
}
