import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { openRounds } from '../../commands/rounds';
import { openTurn } from '../../model/conversation';
import { openRun, rounds } from '../../model/rounds';
import { useConversation } from '../parts/store';

const ENOUGH = 2;

/** Under the newest answers, once everybody has ended and there is something to answer. */
export function RoundOffer() {
  const { t } = useTranslation('rounds');
  const isGoing = useStore(rounds, (state) => openRun(state) !== null);
  const ready = useConversation((state) => {
    const last = state.view?.turns.at(-1);
    const said = last?.replies.filter((reply) => reply.state === 'complete') ?? [];
    return openTurn(state) === null && new Set(said.map((reply) => reply.advisor_id)).size >= ENOUGH;
  });
  if (!ready || isGoing) return null;
  return (
    <p className="round-offer">
      <button type="button" className="btn sm" onClick={openRounds}>
        {t('offer')} <kbd>Alt R</kbd>
      </button>
    </p>
  );
}
