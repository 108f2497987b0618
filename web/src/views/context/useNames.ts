import { useEffect, useState } from 'react';
import { readLine } from '../../commands/filter';
import { isAborted, Refusal } from '../../protocol/request';
import type { Letter } from './parts';
import { showQuoted } from './parts';

const NAMED: ReadonlySet<Letter> = new Set(['t', 'a', 'm', 'k', '@']);

/** The names the server knows for a predicate: what it would complete an open quote with. */
export function useNames(letter: Letter): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!NAMED.has(letter)) return;
    const gone = new AbortController();
    const line = letter === '@' ? '@' : `${letter}'`;
    readLine(line, line.length, gone.signal)
      .then(({ completions }) => setNames(completions.map(({ text }) => show(text))))
      .catch((error: unknown) => {
        if (!isAborted(error) && !(error instanceof Refusal)) throw error;
      });
    return () => gone.abort();
  }, [letter]);
  return names;
}

function show(text: string): string {
  return text.startsWith('@') ? text.slice(1) : showQuoted(text.slice(1, -1));
}
