import { useEffect, useRef, useState } from 'react';
import { explain } from '../../commands/refused';
import { type Found, findWords, type Order } from '../../commands/search';
import { isAborted, Refusal } from '../../protocol/request';

const PAUSE = 180;
const NOTHING: Found = { hits: [], claims: [], decisions: [], next: null, searchedTo: null, passedOver: 0 };

export interface Search extends Found {
  readonly words: string;
  readonly order: Order;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly look: (words: string) => void;
  readonly sort: (order: Order) => void;
  readonly lookFurther: () => void;
}

/** Looking for words as they are typed; a newer question takes the place of the one under way. */
export function useSearch(): Search {
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<Order>('newest');
  const [found, setFound] = useState<Found>(NOTHING);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const under = useRef<AbortController | null>(null);
  const run = async (wanted: string, before: Found) => {
    under.current?.abort();
    const mine = new AbortController();
    under.current = mine;
    setBusy(true);
    setProblem(null);
    const tell = (more: Found) =>
      setFound({
        ...more,
        hits: [...before.hits, ...more.hits],
        claims: [...before.claims, ...more.claims],
        decisions: [...before.decisions, ...more.decisions],
        passedOver: before.passedOver + more.passedOver,
      });
    try {
      await findWords(wanted, { before: before.next, order, signal: mine.signal, tell });
    } catch (error) {
      if (isAborted(error)) return;
      if (!(error instanceof Refusal)) throw error;
      setProblem(explain(error));
    }
    if (under.current === mine) setBusy(false);
  };
  const wanted = words.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other words or another order begin another search.
  useEffect(() => {
    under.current?.abort();
    if (wanted === '') {
      setFound(NOTHING);
      setBusy(false);
      return;
    }
    setBusy(true);
    const timer = setTimeout(() => void run(wanted, NOTHING), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, order]);
  useEffect(() => () => under.current?.abort(), []);
  const lookFurther = () => void run(wanted, found);
  return { ...found, words, order, busy, problem, look: setWords, sort: setOrder, lookFurther };
}
