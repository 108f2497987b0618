import { useEffect, useState } from 'react';
import { type Found, findWords } from '../../commands/search';
import { isAborted, Refusal } from '../../protocol/request';

const PAUSE = 180;
const FEWEST = 2;

export interface Looking {
  readonly found: Found | null;
  readonly busy: boolean;
}

const NOTHING: Looking = { found: null, busy: false };

/** Where these words stand, asked for once the person pauses. The last hits stay until newer ones come. */
export function useHits(words: string): Looking {
  const [looking, setLooking] = useState(NOTHING);
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < FEWEST) {
      setLooking(NOTHING);
      return undefined;
    }
    const gone = new AbortController();
    setLooking((now) => ({ ...now, busy: true }));
    const timer = setTimeout(() => {
      const tell = (found: Found) => setLooking({ found, busy: found.next !== null && found.hits.length < 8 });
      findWords(wanted, { signal: gone.signal, tell })
        .catch(forgive)
        .finally(() => !gone.signal.aborted && setLooking((now) => ({ ...now, busy: false })));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [wanted]);
  return looking;
}

/** A search that fails leaves the palette as it is. */
function forgive(error: unknown): void {
  if (!isAborted(error) && !(error instanceof Refusal)) throw error;
}
