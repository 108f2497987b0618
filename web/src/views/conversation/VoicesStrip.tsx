import { useTranslation } from 'react-i18next';
import { findTurn } from '../../model/conversation';
import { paletteIndex } from '../../model/house';
import { emit } from '../../model/signals';
import { isAsking } from '../../model/toolUse';
import { isFailed, isWaiting, standingReplies } from '../../model/voices';
import { Monogram } from '../parts/Monogram';
import { useConversation, useScreen } from '../parts/store';

/** On phones: the voices of the newest turn with their states; pressing one goes to it. */
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
      {voices.map((voice) => (
        <Voice key={voice.split(' ')[0]} turnId={turn.id} advisorId={voice.split(' ')[0] ?? ''} />
      ))}
    </nav>
  );
}

function Voice({ turnId, advisorId }: { turnId: string; advisorId: string }) {
  const { t } = useTranslation(['conversation', 'tools']);
  const pressed = useScreen((state) => state.turnId === turnId && state.advisorId === advisorId);
  const { name, colour, state, hollow, failed, asking } = useConversation((now) => {
    const turn = findTurn(now, turnId);
    const reply = turn && standingReplies(turn).find((each) => each.advisor_id === advisorId);
    return {
      name: reply?.name ?? '',
      colour: reply?.colour ?? '',
      state: reply?.state ?? 'waiting',
      hollow: !reply || isWaiting(reply),
      failed: !!reply && isFailed(reply),
      asking: !!reply && isAsking(reply),
    };
  });
  const tone = failed ? ' bad' : state === 'streaming' ? ' live' : '';
  return (
    <button
      type="button"
      className={`a-${paletteIndex(colour)}${tone}`}
      aria-pressed={pressed}
      onClick={() => emit('showTurn', { turnId, advisorId, align: 'start' })}
    >
      <Monogram name={name} colour={colour} hollow={hollow} />
      <span className="vh">{name}, </span>
      {asking ? t('tools:state.asking') : t(`state.${state}`)}
    </button>
  );
}
