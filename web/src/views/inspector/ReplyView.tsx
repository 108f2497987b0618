import '../../locales/inspector';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAround } from '../../commands/open';
import { loadReceipts } from '../../commands/receipts';
import { conversation, findReply } from '../../model/conversation';
import { inspect } from '../../model/screen';
import { standingReplies } from '../../model/voices';
import type { Reply, Turn } from '../../protocol/events';
import { AnalysesLink } from '../analyses/AnalysesLink';
import { sayNth } from '../parts/counts';
import { joinWords } from '../parts/format';
import { useConversation, usePreview, useWorkspace } from '../parts/store';
import { blocksOfReceipt } from '../payloads/blocks';
import { Payload } from '../payloads/Payload';
import { usePlaces } from '../payloads/places';
import { findTrims } from '../payloads/rows';
import type { SentPayload } from '../payloads/shown';
import { toldOf } from '../payloads/toolWire';
import { useReceipts } from '../payloads/useReceipts';
import { readWire } from '../payloads/wire';
import { DiffPane } from './DiffPane';
import { Empty } from './Empty';
import { Frame } from './Frame';
import { HudPane } from './HudPane';
import { hudOfReceipts } from './hud';
import type { Manner } from './manner';
import { Nothing } from './Nothing';
import { ReceiptPane } from './ReceiptPane';
import { ReplayPane } from './ReplayPane';
import { RoomPane } from './RoomPane';
import { useTargets } from './useTargets';
import { WhyPane } from './WhyPane';

/** What was sent for a reply. */
export function ReplyView({ turnId, replyId, manner }: { turnId: string; replyId: string; manner: Manner }) {
  const { t } = useTranslation('inspector');
  const found = useFound(replyId);
  const row = useConversation((state) => state.rows.find((each) => each.id === turnId) ?? null);
  const position = row?.position;
  const isFound = found !== null;
  useEffect(() => {
    if (!isFound && position !== undefined) void loadAround(position);
  }, [isFound, position]);
  const ready = useConversation((state) => state.phase === 'ready');
  if (found) return <Sent turn={found.turn} reply={found.reply} manner={manner} />;
  return <Empty words={t(row || !ready ? 'empty.opening' : 'empty.missing')} />;
}

/** The reply and its turn as of the last step anybody took in it; single words that arrive change nothing here. */
function useFound(replyId: string): { turn: Turn; reply: Reply } | null {
  const steps = useConversation((state) => findReply(state, replyId)?.turn.replies.map(stepOf).join() ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps say when to look again.
  return useMemo(() => findReply(conversation.getState(), replyId), [steps, replyId]);
}

function stepOf({ id, epoch, state, chosen }: Reply): string {
  return `${id}.${epoch}.${state}.${chosen}`;
}

function Sent({ turn, reply, manner }: { turn: Turn; reply: Reply; manner: Manner }) {
  const { t } = useTranslation('inspector');
  const { t: tell } = useTranslation('conversation');
  const known = useReceipts((state) => state.byReply[reply.id]);
  // A new attempt has no news of its own; the reply's state is all that is told, so an open one is read again.
  const madeFor = `${reply.state}.${reply.epoch}`;
  useEffect(() => {
    const asked = new AbortController();
    void loadReceipts(reply.id, madeFor, asked.signal);
    return () => asked.abort();
  }, [reply.id, madeFor]);
  const [chosen, setChosen] = useState<{ replyId: string; at: number } | null>(null);
  const shown = useSentPayload(turn, reply, known?.list ?? [], chosen?.replyId === reply.id ? chosen.at : null);
  const voices = standingReplies(turn).map(({ advisor_id: id, name, colour }) => ({ id, name, colour }));
  const show = (id: string) => {
    const other = standingReplies(turn).find((each) => each.advisor_id === id);
    if (other) inspect({ kind: 'reply', turnId: turn.id, replyId: other.id });
  };
  const title = t(reply.completed ? 'was' : 'is', { name: reply.name });
  return (
    <Frame
      voice={{ id: reply.advisor_id, name: reply.name, colour: reply.colour }}
      voices={voices}
      onVoice={show}
      title={title}
      place={sayPlace(t, tell, turn, reply, shown)}
      shown={shown}
      would={false}
      manner={manner}
      aside={
        <>
          <button
            type="button"
            className="link"
            onClick={() => inspect({ kind: 'draft', advisorId: reply.advisor_id })}
          >
            {t('lookNow')}
          </button>
          <AnalysesLink />
        </>
      }
    >
      {shown ? (
        <Panes
          key={reply.id}
          shown={shown}
          turn={turn}
          manner={manner}
          onAttempt={(at) => setChosen({ replyId: reply.id, at })}
        />
      ) : (
        <Nothing reply={reply} list={known?.list} onRetry={() => void loadReceipts(reply.id, madeFor)} />
      )}
    </Frame>
  );
}

function useSentPayload(
  turn: Turn,
  reply: Reply,
  receipts: SentPayload['receipts'],
  chosen: number | null,
): SentPayload | null {
  const places = usePlaces();
  const at = Math.min(chosen ?? receipts.length - 1, receipts.length - 1);
  const receipt = receipts[at];
  const blocks = useMemo(() => (receipt ? blocksOfReceipt(receipt) : []), [receipt]);
  const trims = useMemo(() => findTrims(receipts, at), [receipts, at]);
  const advisors = useWorkspace((state) => state.advisors);
  const quotes = useMemo(() => {
    const nameOf = (id: string) => advisors.find((each) => each.id === id)?.name ?? id;
    return (receipt?.telemetry?.quotes ?? []).map((each) => ({ ...each, name: nameOf(each.advisor_id) }));
  }, [receipt, advisors]);
  return useMemo(() => {
    if (receipt === undefined) return null;
    return {
      voice: { id: reply.advisor_id, name: reply.name, colour: reply.colour },
      version: reply.advisor_version,
      turnId: turn.id,
      position: turn.position,
      blocks,
      trims,
      leftOut: NONE,
      quotes,
      told: toldOf(readWire(receipt.body)?.rest, receipt.telemetry?.tool_tokens ?? 0),
      tokens: receipt.telemetry?.attempt_total_tokens ?? blocks.reduce((sum, block) => sum + block.tokens, 0),
      sha256: receipt.sha256,
      body: receipt.body,
      size: receipt.size,
      places,
      reply,
      receipts,
      at,
    };
  }, [turn.id, turn.position, reply, receipt, receipts, at, blocks, trims, quotes, places]);
}

const NONE: SentPayload['leftOut'] = [];

interface PanesProps {
  shown: SentPayload;
  turn: Turn;
  manner: Manner;
  onAttempt: (at: number) => void;
}

function Panes({ shown, turn, manner, onAttempt }: PanesProps) {
  const { t } = useTranslation('inspector');
  const targets = useTargets(shown, turn);
  const habits = useReceipts((state) => state.habits);
  const estimateError = usePreview(({ latest }) => {
    return latest?.advisors.find((each) => each.model === shown.reply.model)?.estimate_error ?? null;
  });
  const policy = shown.reply.changes?.dropping ?? null;
  const hud = hudOfReceipts(shown.receipts, shown.at, { habits, estimateError, policy });
  const trimmed = shown.trims.length;
  const cached = shown.receipts[shown.at]?.usage?.cached_tokens;
  const note =
    trimmed > 0 ? `${t('diff.trimmedNote', { count: trimmed })} ${cached === 0 ? t('diff.cachedNone') : ''}` : null;
  return (
    <>
      <div className="payload">
        <Payload shown={shown} form={manner.form} />
      </div>
      <div className="panes">
        <div className="scrolls">
          <RoomPane shown={shown} limit={shown.receipts[shown.at]?.telemetry?.max_context ?? null} />
          <WhyPane replyId={shown.reply.id} completed={shown.reply.completed} />
          <DiffPane
            key={`${shown.reply.id}.${shown.receipts.length}`}
            shown={shown}
            targets={targets}
            note={note}
            against={manner.against}
            onAgainst={manner.onAgainst}
          />
          <ReceiptPane shown={shown} onAttempt={onAttempt} />
          <ReplayPane shown={shown} />
        </div>
        {hud && <HudPane hud={hud} />}
      </div>
    </>
  );
}

type Say = ReturnType<typeof useTranslation<'inspector'>>['t'];
type Tell = ReturnType<typeof useTranslation<'conversation'>>['t'];

function sayPlace(t: Say, tell: Tell, turn: Turn, reply: Reply, shown: SentPayload | null): string {
  const count = shown?.receipts.length ?? 0;
  return joinWords([
    t('turn', { position: turn.position }),
    ...(reply.variant > 0 ? [sayNth(tell, 'answer', reply.variant + 1)] : []),
    ...(shown && count > 1 ? [sayNth(tell, 'try', shown.at + 1)] : []),
  ]);
}
