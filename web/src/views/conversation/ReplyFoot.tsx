import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { footnotes, readFootnote } from '../../commands/footnotes';
import { reask } from '../../commands/reask';
import { stopReply } from '../../commands/send';
import { markContext, removeTurns } from '../../commands/turns';
import { focusOn, inspect } from '../../model/screen';
import { countRounds } from '../../model/toolUse';
import { isCut, isFailed, isScripted } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { followWith, formatMoney, formatNumber, formatSeconds, formatTime } from '../parts/format';
import { useConversation } from '../parts/store';
import { Elapsed } from './Elapsed';
import { ImportanceMark } from './ImportanceMark';
import { retryAt, useKept } from './ReplyNote';

interface Props {
  turnId: string;
  reply: Reply;
  askedAt: number;
  /** Several answers, when there are. */
  variants: ReactNode;
  menu: ReactNode;
}

/** The last line of a card: what was sent, what came back, what it took; or what to do about a failure. */
export function ReplyFoot({ turnId, reply, askedAt, variants, menu }: Props) {
  if (reply.completed && (isFailed(reply) || isCut(reply))) {
    return (
      <div className="acts">
        <Remedies turnId={turnId} reply={reply} />
        {variants}
        <span className="sp">
          <SentButton turnId={turnId} reply={reply} /> {menu}
        </span>
      </div>
    );
  }
  return (
    <footer>
      <SentButton turnId={turnId} reply={reply} />
      <Figures reply={reply} />
      {variants}
      {reply.completed ? <Took reply={reply} /> : <Elapsed reply={reply} askedAt={askedAt} />}
      {reply.completed ? menu : <StopButton reply={reply} />}
    </footer>
  );
}

function SentButton({ turnId, reply }: { turnId: string; reply: Reply }) {
  const { t } = useTranslation('conversation');
  const tokens = reply.metrics?.input_tokens;
  const look = () => {
    focusOn(turnId, reply.advisor_id);
    inspect({ kind: 'reply', turnId, replyId: reply.id });
  };
  return (
    <button type="button" className="link" onClick={look}>
      <span className="num">
        {tokens === undefined ? t('reply.sentUnknown') : t('reply.sent', { tokens: formatNumber(tokens) })}
      </span>
    </button>
  );
}

function Figures({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  const note = useStore(footnotes, (state) => state[reply.id]);
  useEffect(() => void readFootnote(reply), [reply]);
  const { output_tokens: back, attempts: attempt = 1 } = reply.metrics ?? {};
  const trimmed = note?.trimmed ?? 0;
  return (
    <>
      {isScripted(reply) && (
        <span className="tag">
          {t('reply.rehearsal')}
          <span className="vh">{followWith(t('reply.scripted'))}</span>
        </span>
      )}
      {back !== undefined && <span className="num">{t('reply.back', { tokens: formatNumber(back) })}</span>}
      {trimmed > 0 && <span>{t('reply.trimmed', { count: trimmed, attempt })}</span>}
      {trimmed === 0 && attempt - countRounds(reply.tools) > 1 && <span>{t('reply.attempt', { attempt })}</span>}
      {note?.cost ? <span className="num">{formatMoney(note.cost)}</span> : null}
      {reply.edited !== null && <span>{t('reply.edited')}</span>}
      {reply.completed && (
        <ImportanceMark
          what={{ kind: 'reply', id: reply.id, name: reply.name }}
          importance={reply.importance}
          worth={reply.worth}
        />
      )}
    </>
  );
}

function Took({ reply }: { reply: Reply }) {
  const seconds = reply.metrics?.total_seconds;
  return seconds === undefined ? <span className="sp" /> : <span className="num sp">{formatSeconds(seconds)}</span>;
}

function StopButton({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  return (
    <button
      type="button"
      className="btn sm quiet"
      aria-label={t('reply.stopFor', { name: reply.name })}
      onClick={() => void stopReply(reply.id)}
    >
      {t('reply.stop')}
    </button>
  );
}

/** The buttons work in every mode; their keys in VIEW only. */
function Remedies({ turnId, reply }: { turnId: string; reply: Reply }) {
  const { t } = useTranslation('conversation');
  const isOpen = useConversation((state) =>
    state.view?.turns.some((turn) => turn.id === turnId && !turn.all_completed),
  );
  const at = useFuture(retryAt(reply));
  const kept = useKept(turnId, reply);
  return (
    <>
      {isCut(reply) && reply.chosen && reply.text !== '' && (
        <button
          type="button"
          className="btn sm"
          onClick={() => void markContext([turnId], reply.advisor_id, kept ? null : 'in')}
        >
          {t(kept ? 'reply.letGo' : 'reply.keep')}
        </button>
      )}
      {reply.chosen && (
        <button type="button" className="btn sm" onClick={() => void reask(turnId, reply.id)}>
          {at === null ? t('reply.reask') : t('reply.reaskAt', { time: formatTime(at) })} <kbd>e</kbd>
        </button>
      )}
      {isFailed(reply) && (
        <button type="button" className="btn sm" disabled={isOpen === true} onClick={() => void removeTurns([turnId])}>
          {t('reply.removeTurn')} <kbd>d</kbd>
        </button>
      )}
    </>
  );
}

/** A moment while it lies ahead; null from then on. */
function useFuture(at: number | null): number | null {
  const [passed, setPassed] = useState(() => at === null || at <= Date.now());
  useEffect(() => {
    if (at === null || passed) return;
    const timer = setTimeout(() => setPassed(true), Math.min(at - Date.now(), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [at, passed]);
  return passed ? null : at;
}
