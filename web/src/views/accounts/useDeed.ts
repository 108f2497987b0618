import { useState } from 'react';
import { troubleOf } from '../../commands/signIn';

/** One deed at a time; what it was refused for stands beside the buttons. */
export function useDeed() {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  /** True when it went well. */
  const run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    const found = await troubleOf(deed);
    setTrouble(found?.text ?? null);
    setBusy(false);
    return found === null;
  };
  return { run, busy, trouble };
}
