import { useEffect, useRef, useState } from 'react';
import { hearModels, type Wanted, type Wrong } from '../../commands/connections';

/** What came of asking a model for one word: on its way, heard, or what is wrong. */
export type Hearing = 'asking' | 'heard' | Wrong;

/** Each of these models is asked for one word, once. */
export function useHeard(wanted: Wanted, models: readonly string[]): ReadonlyMap<string, Hearing> {
  const [heard, setHeard] = useState<ReadonlyMap<string, Hearing>>(new Map());
  const asked = useRef(new Set<string>());
  const names = [...new Set(models)].join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: whom to ask stays the same as long as this is on screen.
  useEffect(() => {
    const fresh = names.split('\n').filter((model) => model && !asked.current.has(model));
    if (fresh.length === 0) return;
    for (const model of fresh) asked.current.add(model);
    setHeard((before) => new Map([...before, ...fresh.map((model) => [model, 'asking'] as const)]));
    void hearModels(wanted, fresh).then((news) => setHeard((before) => new Map([...before, ...news])));
  }, [names]);
  return heard;
}
