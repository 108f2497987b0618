import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyState } from '../../protocol/events';
import { formatSeconds } from './format';

type Mark = 'waiting' | 'streaming' | 'complete' | 'error' | 'half' | 'dash' | 'asking';

/** How a reply is doing; cut at the limit is an end of its own for who reads it. */
type Said = ReplyState | 'length';

const MARKS: Readonly<Record<Said, Mark>> = {
  waiting: 'waiting',
  sending: 'waiting',
  streaming: 'streaming',
  complete: 'complete',
  error: 'error',
  incomplete: 'half',
  interrupted: 'half',
  length: 'half',
  stopped: 'half',
  rate_limited: 'half',
  empty: 'dash',
  filtered: 'dash',
};

/** Every state but the usual end is a word; the mark before it repeats it. */
export function StateWord({ state, seconds }: { state: Said; seconds?: number | undefined }) {
  const { t } = useTranslation('conversation');
  // The usual end needs no word for the eye: the filled square says that it came, and beside it how long that took.
  if (state === 'complete') {
    return (
      <StateMark mark="complete">
        <span className="vh">{t('state.complete')}</span>
        {seconds !== undefined && <span className="num">{formatSeconds(seconds)}</span>}
      </StateMark>
    );
  }
  return <StateMark mark={MARKS[state]}>{t(`state.${state}`)}</StateMark>;
}

/** A word about how something is doing, with its mark before it. */
export function StateMark({ mark, children }: { mark: Mark; children: ReactNode }) {
  return <span className={`state ${mark}`}>{children}</span>;
}
