import { useEffect, useState } from 'react';
import type { Difference } from '../../commands/differences';

/** Null was refused; undefined is under way, or was not asked for. */
export type Found = Difference | null | undefined;

/** Keep every comparison made for one payload, by name; ask for the named one when it is not there yet. */
export function useDifferences(
  name: string | null,
  load: (signal: AbortSignal) => Promise<Difference | null>,
): Readonly<Record<string, Found>> {
  const [known, setKnown] = useState<Readonly<Record<string, Found>>>({});
  const isKnown = name === null || name in known;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says all that the question depends on.
  useEffect(() => {
    if (name === null || isKnown) return;
    const asked = new AbortController();
    void load(asked.signal).then((found) => {
      if (!asked.signal.aborted) setKnown((now) => ({ ...now, [name]: found }));
    });
    return () => asked.abort();
  }, [name, isKnown]);
  return known;
}
