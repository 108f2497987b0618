/** What goes on in the whole installation, for whoever runs it: looked at, ended, begun anew. */
import { createStore } from 'zustand/vanilla';
import { say } from '../locales/i18n';
import { notify } from '../model/screen';
import type { OperationsAnswer, UnderWayAnswer } from '../protocol/generated/answers';
import { ask, Refusal } from '../protocol/request';
import { attempt, explain } from './refused';

export type Seen = OperationsAnswer;
export type UnderWay = UnderWayAnswer;
export type Deed = 'stop' | 'retry';

interface Operations {
  /** Null until it was looked at. */
  readonly seen: Seen | null;
  /** Why it could not be looked at the last time. */
  readonly problem: string | null;
}

export const operations = createStore<Operations>(() => ({ seen: null, problem: null }));

const LOOK_AGAIN = 5_000;

export async function loadOperations(): Promise<void> {
  try {
    operations.setState({ seen: await ask('GET /v1/operations'), problem: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    operations.setState({ problem: explain(error) });
  }
}

/** Keep it true for as long as somebody looks. */
export function followOperations(): () => void {
  const look = () => !document.hidden && void loadOperations();
  look();
  const timer = setInterval(look, LOOK_AGAIN);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** End a turn or a piece of work of anybody's, or have it begun anew; what has ended meanwhile is left alone. */
export async function operate(deed: Deed, { id }: UnderWay, name: string): Promise<void> {
  await attempt(async () => {
    try {
      await ask(`POST /v1/operations/{thing_id}/${deed}`, { path: { thing_id: id } });
      notify(say(`settings:operations.${deed === 'stop' ? 'stopped' : 'retried'}`, { name }));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    }
    await loadOperations();
  });
}
