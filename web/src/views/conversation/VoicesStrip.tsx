import { useTranslation } from 'react-i18next';
import { openVoice, showAll } from '../../commands/reading';
import { findTurn } from '../../model/conversation';
import { isAsking } from '../../model/toolUse';
import { isFailed, isWaiting, standingReplies } from '../../model/voices';
import { paletteIndex } from '../../model/workspace';
import { formatSeconds } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useConversation, useScreen } from '../parts/store';

/** On phones: all voices of the newest turn, or one of them, with their states. */
export function VoicesStrip() {
  const { t } = useTranslation('conversation');
  const turn = useConversation((state) => {
    const row = state.rows.at(-1);
    return { id: row?.id ?? '', position: row?.position ?? 0 };
  });
  // One line of text per voice: it changes with states, not with words.
  const voices = useConversation((state) => {
    const found = findTurn(state, turn.id);
    return found ? standingReplies(found).map((reply) => `${reply.advisor_id} ${reply.state}`) : [];
  });
  if (voices.length < 2) return null;
  return (
    <nav className="strip" aria-label={t('voices', { position: turn.position })}>
      <AllTab turnId={turn.id} />
      {voices.map((voice) => (
        <VoiceTab key={voice.split(' ')[0]} turnId={turn.id} advisorId={voice.split(' ')[0] ?? ''} />
      ))}
    </nav>
  );
}

function AllTab({ turnId }: { turnId: string }) {
  const { t } = useTranslation('conversation');
  const pressed = useScreen((state) => state.opened[turnId] === undefined);
  return (
    <button type="button" aria-pressed={pressed} onClick={() => showAll(turnId)}>
      <span className="all" aria-hidden="true" />
      {t('opened.allShort')}
    </button>
  );
}

function VoiceTab({ turnId, advisorId }: { turnId: string; advisorId: string }) {
  const { t } = useTranslation(['conversation', 'tools']);
  const pressed = useScreen((state) => state.opened[turnId] === advisorId);
  const { name, colour, state, hollow, failed, asking, seconds } = useConversation((now) => {
    const turn = findTurn(now, turnId);
    const reply = turn && standingReplies(turn).find((each) => each.advisor_id === advisorId);
    return {
      name: reply?.name ?? '',
      colour: reply?.colour ?? '',
      state: reply?.state ?? 'waiting',
      hollow: !reply || isWaiting(reply),
      failed: !!reply && isFailed(reply),
      asking: !!reply && isAsking(reply),
      seconds: reply?.metrics?.total_seconds,
    };
  });
  const tone = failed ? ' bad' : state === 'streaming' ? ' live' : '';
  return (
    <button
      type="button"
      className={`a-${paletteIndex(colour)}${tone}`}
      aria-pressed={pressed}
      onClick={() => openVoice(turnId, advisorId)}
    >
      <Monogram name={name} colour={colour} hollow={hollow} />
      <span className="vh">{name}, </span>
      {asking ? (
        t('tools:state.asking')
      ) : state === 'complete' && seconds !== undefined ? (
        <>
          <span className="vh">{t('state.complete')}, </span>
          {formatSeconds(seconds)}
        </>
      ) : (
        t(`state.${state}`)
      )}
    </button>
  );
}
