import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readLine } from '../../commands/filter';
import { isAborted, Refusal } from '../../protocol/request';
import { readParts } from './parts';
import { putInWords } from './sentence';

/** What an applied filter shows, in words: ours when the line is simple enough, else the server's. */
export function useFilterWords(filter: string): string {
  const { t } = useTranslation('context');
  const [spelled, setSpelled] = useState({ filter: '', words: '' });
  const parts = filter === '' ? null : readParts(filter);
  const mine = parts === null ? '' : putInWords(parts, t);
  useEffect(() => {
    if (filter === '' || mine !== '') return;
    const gone = new AbortController();
    readLine(filter, undefined, gone.signal)
      .then(({ words }) => setSpelled({ filter, words: words ?? '' }))
      .catch((error: unknown) => {
        if (!isAborted(error) && !(error instanceof Refusal)) throw error;
      });
    return () => gone.abort();
  }, [filter, mine]);
  return mine !== '' ? mine : spelled.filter === filter ? spelled.words : '';
}
