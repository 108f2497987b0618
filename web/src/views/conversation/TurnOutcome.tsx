import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { openMap, openSynthesis, recallMap } from '../../commands/map';
import { reaskFailed } from '../../commands/reask';
import { openRounds } from '../../commands/rounds';
import { beginSentence } from '../../locales/sentence';
import { findTurn, openTurn } from '../../model/conversation';
import { isBlank } from '../../model/draft';
import { openRun, rounds } from '../../model/rounds';
import { isFailed, standingReplies } from '../../model/voices';
import { StanceTally } from '../map/StanceTally';
import { useMaps } from '../map/useMap';
import { sayCount } from '../parts/counts';
import { joinWords } from '../parts/format';
import { useConversation, useDraft } from '../parts/store';

const ENOUGH = 2;

/** Under the newest answers, once everybody has ended: what it came to, and what can be made of it. */
export function TurnOutcome({ turnId }: { turnId: string }) {
  const { t } = useTranslation('conversation');
  const { answered, silent, isOpen } = useConversation((state) => {
    const turn = findTurn(state, turnId);
    const replies = turn ? standingReplies(turn) : [];
    const said = replies.filter((reply) => reply.state === 'complete').length;
    return { answered: said, silent: replies.filter(isFailed).length, isOpen: openTurn(state) !== null };
  });
  const isGoing = useStore(rounds, (state) => openRun(state) !== null);
  useKnownMap(turnId, isOpen);
  if (isOpen || isGoing || answered + silent < ENOUGH) return null;
  return (
    <section className="turn-outcome" aria-label={t('outcome.label')}>
      <Sentence turnId={turnId} answered={answered} silent={silent} />
      <div className="acts">
        {silent > 0 && (
          <button type="button" className="btn sm" onClick={() => void reaskFailed(turnId)}>
            {t('soFar.reask')}
          </button>
        )}
        {answered >= ENOUGH && <Ways turnId={turnId} />}
      </div>
    </section>
  );
}

/** Who answered, at no cost; or where they stand on what they differ about most, once a map was drawn. */
function Sentence({ turnId, answered, silent }: { turnId: string; answered: number; silent: number }) {
  const { t } = useTranslation('conversation');
  const { t: tell } = useTranslation('composer');
  const map = useMaps((state) => (state.turnId === turnId && state.map?.drawn_id ? state.map : null));
  const claim = map?.claims[0];
  if (map && claim) {
    return (
      <p className="says" dir="auto">
        {t('outcome.claim', { claim: claim.text.replace(/[.。]$/, '') })} <StanceTally map={map} claim={claim} />
      </p>
    );
  }
  const said = t('outcome.answered', { count: answered, number: sayCount(tell, answered) });
  const missed = silent > 0 ? [t('outcome.silent', { count: silent, number: sayCount(tell, silent) })] : [];
  return <p className="says">{t('soFar.sentence', { said: beginSentence(joinWords([said, ...missed])) })}</p>;
}

function Ways({ turnId }: { turnId: string }) {
  const { t } = useTranslation(['conversation', 'map', 'rounds']);
  const isDrawn = useMaps((state) => state.turnId === turnId && Boolean(state.map?.drawn_id));
  // One filled button in view: as soon as something is written, that is Send.
  const filled = isBlank(useDraft()) ? ' primary' : '';
  return (
    <>
      <button type="button" className={`btn sm${filled}`} onClick={() => openMap(turnId)}>
        {isDrawn ? t('outcome.openMap') : t('map:draw')}
      </button>
      <button type="button" className="btn sm" onClick={() => openSynthesis(turnId)}>
        {t('outcome.synthesise')}
      </button>
      <button type="button" className="btn sm" onClick={openRounds}>
        {t('rounds:offer')} <kbd>Alt R</kbd>
      </button>
    </>
  );
}

/** A turn that has just ended has no map; one that is come back to may have. */
function useKnownMap(turnId: string, isOpen: boolean): void {
  const wasOpen = useRef(false);
  if (isOpen) wasOpen.current = true;
  const isLive = useConversation((state) => state.connection === 'live');
  useEffect(() => {
    if (isLive && !isOpen && !wasOpen.current) recallMap(turnId);
  }, [turnId, isLive, isOpen]);
}
