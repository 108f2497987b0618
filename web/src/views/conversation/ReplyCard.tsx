import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { openVoice } from '../../commands/reading';
import { dropEdit, keepEdit, library } from '../../model/library';
import { maps } from '../../model/map';
import { screen } from '../../model/screen';
import { isAsking } from '../../model/toolUse';
import { isWaiting, variantsOf } from '../../model/voices';
import { findAdvisor, paletteIndex } from '../../model/workspace';
import type { Reply } from '../../protocol/events';
import { Monogram } from '../parts/Monogram';
import { useConversation, useScreen, useWorkspace } from '../parts/store';
import { ToolPassages } from '../tools/ToolPassages';
import { ToolState } from '../tools/ToolState';
import { Clamp } from './Clamp';
import { EditReply } from './EditReply';
import { ReplyFoot } from './ReplyFoot';
import { ReplyMenu } from './ReplyMenu';
import { ReplyNote } from './ReplyNote';
import { SpeakButton, SpeakingWord, useIsSpeaking } from './SpeakButton';
import { Thinking } from './Thinking';
import { Variants } from './Variants';

interface Props {
  turnId: string;
  advisorId: string;
  /** When the question was asked, in milliseconds. */
  askedAt: number;
  /** How many other voices a failure of this one did not touch. */
  others: number;
  /** Opened for reading: the way back to all of them, in its head. */
  way?: ReactNode;
  /** Read on opens it beside the others. */
  isOneOfMany?: boolean;
}

/** One voice's answer. It looks up its own reply, so words that arrive for another voice do not redraw it. */
export const ReplyCard = memo(function ReplyCard(props: Props) {
  const { turnId, advisorId, askedAt, others, way, isOneOfMany = false } = props;
  const replies = useConversation((state) => variantsOf(state, turnId, advisorId));
  const [reply, look] = useLooking(replies);
  const editing = useStore(library, (state) => `reply:${reply?.id}` in state.edits);
  const edit = (on: boolean) =>
    reply && (on ? keepEdit(`reply:${reply.id}`, reply.edited ?? reply.text) : dropEdit(`reply:${reply.id}`));
  const { focused, ref } = useFocusRing(turnId, advisorId);
  // Words that are pointed at are in sight.
  const quoted = useStore(maps, (state) => state.quoted?.turnId === turnId);
  if (reply === null) return null;
  const words = reply.edited ?? reply.text;
  const live = reply.state === 'streaming';
  return (
    <article
      ref={ref}
      tabIndex={-1}
      className={`reply a-${paletteIndex(reply.colour)}${focused ? ' focused' : ''}`}
      aria-labelledby={`h-${reply.id}`}
      data-advisor={advisorId}
      data-state={reply.state}
    >
      <Head turnId={turnId} reply={reply} way={way} />
      <div className="content">
        <Thinking text={reply.thinking} live={live && words === ''} />
        {editing ? (
          <EditReply key={reply.id} reply={reply} onClose={() => edit(false)} />
        ) : (
          <Clamp
            key={reply.id}
            id={reply.id}
            name={reply.name}
            live={live}
            whole={way !== undefined || quoted || isAsking(reply)}
            onReadOn={isOneOfMany ? () => openVoice(turnId, advisorId) : null}
          >
            <ToolPassages reply={reply} />
          </Clamp>
        )}
        <ReplyNote turnId={turnId} reply={reply} others={others} />
      </div>
      <ReplyFoot
        turnId={turnId}
        reply={reply}
        askedAt={askedAt}
        variants={<Variants replies={replies} shown={reply} onLook={look} />}
        menu={<ReplyMenu turnId={turnId} reply={reply} onEdit={() => edit(true)} />}
      />
    </article>
  );
});

function Head({ turnId, reply, way }: { turnId: string; reply: Reply; way: ReactNode }) {
  const speaking = useIsSpeaking(reply.id);
  const tagline = useTagline(reply.advisor_id);
  return (
    <header>
      <Monogram name={reply.name} colour={reply.colour} hollow={isWaiting(reply)} />
      <h3 id={`h-${reply.id}`}>
        <span dir="auto">{reply.name}</span>
        {tagline && <small dir="auto">{tagline}</small>}
      </h3>
      <div className="voice">
        {speaking && <SpeakButton turnId={turnId} reply={reply} />}
        {speaking && <SpeakingWord />}
        {!(speaking && reply.state === 'complete') && <ToolState reply={reply} />}
        {way}
      </div>
    </header>
  );
}

export function useTagline(advisorId: string): string {
  return useWorkspace((state) => (findAdvisor(state, advisorId) as { tagline?: string } | null)?.tagline ?? '');
}

/** The answer looked at: the chosen one, until the person turns to another or asks for a new one. */
function useLooking(replies: readonly Reply[]): [Reply | null, (replyId: string) => void] {
  const [wanted, look] = useState<string | null>(null);
  const count = useRef(replies.length);
  useEffect(() => {
    const added = replies.at(-1);
    if (replies.length > count.current && added && !added.completed) look(added.id);
    count.current = replies.length;
  }, [replies]);
  const found = replies.find((reply) => reply.id === wanted) ?? replies.find((reply) => reply.chosen) ?? replies[0];
  return [found ?? null, look];
}

/** In VIEW the card that keys act on holds the real focus too, so that a reader continues from there. */
function useFocusRing(turnId: string, advisorId: string) {
  const ref = useRef<HTMLElement>(null);
  const focused = useScreen((state) => state.turnId === turnId && state.advisorId === advisorId);
  useEffect(() => {
    const card = ref.current;
    if (!focused || card === null || screen.getState().mode !== 'view') return;
    const now = document.activeElement;
    if (card.contains(now)) return;
    if (now === null || now === document.body || now.closest('.talk')) card.focus({ preventScroll: true });
  }, [focused]);
  return { focused, ref };
}
