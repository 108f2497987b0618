import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { openVoice } from '../../commands/reading';
import { findTurn } from '../../model/conversation';
import { chosenOf, isWaiting } from '../../model/voices';
import { paletteIndex } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';
import { plainLine } from '../parts/plainLine';
import { useConversation, useScreen } from '../parts/store';
import { ToolState } from '../tools/ToolState';
import { sentenceOf } from './ReplyNote';

interface Props {
  turnId: string;
  voices: readonly string[];
  /** The one that is opened beside the list. */
  current?: string | undefined;
}

/** The voices of a turn in two lines each; pressing one opens it. */
export function VoicesList({ turnId, voices, current }: Props) {
  const { t } = useTranslation('conversation');
  return (
    <nav className="voices-list" aria-label={t('opened.voices')}>
      {voices.map((advisorId) => (
        <Voice key={advisorId} turnId={turnId} advisorId={advisorId} isCurrent={advisorId === current} />
      ))}
    </nav>
  );
}

/** It looks up its own reply, as a card does. */
const Voice = memo(function Voice(props: { turnId: string; advisorId: string; isCurrent: boolean }) {
  const { turnId, advisorId, isCurrent } = props;
  const reply = useConversation((state) => {
    const turn = findTurn(state, turnId);
    return turn ? chosenOf(turn, advisorId) : null;
  });
  const focused = useScreen((state) => state.turnId === turnId && state.advisorId === advisorId);
  if (!reply) return null;
  const words = plainLine(reply.edited ?? reply.text) || (reply.error ? sentenceOf(reply.error) : '');
  return (
    <button
      type="button"
      className={`a-${paletteIndex(reply.colour)}${focused && !isCurrent ? ' focused' : ''}`}
      aria-current={isCurrent}
      data-state={reply.state}
      onClick={() => openVoice(turnId, advisorId)}
    >
      <Monogram name={reply.name} colour={reply.colour} hollow={isWaiting(reply)} small />
      <b dir="auto">{reply.name}</b>
      <ToolState reply={reply} />
      {words !== '' && (
        <span className="opening" dir="auto">
          {words}
        </span>
      )}
    </button>
  );
});
