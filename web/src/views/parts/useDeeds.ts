import { useState } from 'react';
import { refusalOf } from '../../commands/refused';

/** Deeds of a form: one at a time, and what the last one was refused for. */
export function useDeeds() {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(await refusalOf(deed));
    setBusy(false);
  };
  return { problem, busy, run };
}
