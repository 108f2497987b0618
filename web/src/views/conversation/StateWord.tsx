import { useTranslation } from 'react-i18next';
import type { ReplyState } from '../../protocol/events';

const MARKS: Readonly<Record<ReplyState, string>> = {
  waiting: 'waiting',
  sending: 'waiting',
  streaming: 'streaming',
  complete: 'complete',
  error: 'error',
  incomplete: 'half',
  interrupted: 'half',
  stopped: 'half',
  rate_limited: 'half',
  empty: 'dash',
  filtered: 'dash',
};

/** Every state is a word; the mark before it repeats it. */
export function StateWord({ state }: { state: ReplyState }) {
  const { t } = useTranslation('conversation');
  return <span className={`state ${MARKS[state]}`}>{t(`state.${state}`)}</span>;
}
