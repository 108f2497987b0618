import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { copyText } from '../../commands/copyText';
import { footnotes, readFootnote } from '../../commands/footnotes';
import { openModels } from '../../commands/otherModels';
import { askOnly } from '../../commands/panels';
import { reask } from '../../commands/reask';
import { replayReply } from '../../commands/replies';
import { stopReply } from '../../commands/send';
import { markContext } from '../../commands/turns';
import { findTurn } from '../../model/conversation';
import { focusOn, inspect } from '../../model/screen';
import { countRounds } from '../../model/toolUse';
import { isCut, isCutByLength, isFailed } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { AnsweredBy } from '../models/AnsweredBy';
import { useCanAskOnly } from '../panels/useAskedPanel';
import { sayNth } from '../parts/counts';
import { formatMoney, formatNumber, formatTime } from '../parts/format';
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

/** The last line of a card: what can be done with it and what was sent; or what to do about a failure. */
export function ReplyFoot({ turnId, reply, askedAt, variants, menu }: Props) {
  const kept = useKept(turnId, reply);
  if (reply.completed && (isFailed(reply) || isCut(reply) || (isCutByLength(reply) && !kept))) {
    return (
      <div className="acts">
        <Remedies turnId={turnId} reply={reply} />
        {variants}
        <span className="sp">
          <AnsweredBy reply={reply} />
          <SentButton turnId={turnId} reply={reply} /> {menu}
        </span>
      </div>
    );
  }
  return (
    <footer>
      {reply.completed ? <CopyButton reply={reply} /> : <StopButton reply={reply} />}
      {reply.completed && <AskOnlyButton reply={reply} />}
      {reply.completed && menu}
      {variants}
      <Figures reply={reply} />
      {!reply.completed && <Elapsed reply={reply} askedAt={askedAt} />}
      <SentButton turnId={turnId} reply={reply} />
    </footer>
  );
}

function CopyButton({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  const words = reply.edited ?? reply.text;
  if (words === '') return null;
  return (
    <button
      type="button"
      className="btn sm quiet copy"
      aria-label={t('reply.copyFor', { name: reply.name })}
      onClick={() => void copyText(words)}
    >
      {t('reply.copy')}
    </button>
  );
}

function AskOnlyButton({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  if (!useCanAskOnly(reply.advisor_id)) return null;
  return (
    <button type="button" className="btn sm quiet" onClick={() => askOnly(reply.advisor_id)}>
      {t('reply.askOnly', { name: reply.name })}
    </button>
  );
}

/** What was sent, and the way to it; what came back and what it cost is told to who asks. */
function SentButton({ turnId, reply }: { turnId: string; reply: Reply }) {
  const { t } = useTranslation('conversation');
  const note = useStore(footnotes, (state) => state[reply.id]);
  const isImported = useConversation((state) => findTurn(state, turnId)?.origin === 'imported');
  const { input_tokens: tokens, output_tokens: back } = reply.metrics ?? {};
  const look = () => {
    focusOn(turnId, reply.advisor_id);
    inspect({ kind: 'reply', turnId, replyId: reply.id });
  };
  if (isImported) return <span className="quiet">{t('reply.imported')}</span>;
  const more = [
    back !== undefined && t('reply.back', { tokens: formatNumber(back) }),
    note?.cost && formatMoney(note.cost),
  ].filter(Boolean);
  return (
    <button type="button" className="link sent" title={more.join(', ') || undefined} onClick={look}>
      <span className="num">
        {tokens === undefined ? t('reply.sentUnknown') : t('reply.sent', { tokens: formatNumber(tokens) })}
      </span>
    </button>
  );
}

/** What is not as usual about it. */
function Figures({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  const note = useStore(footnotes, (state) => state[reply.id]);
  useEffect(() => void readFootnote(reply), [reply]);
  const { attempts: attempt = 1 } = reply.metrics ?? {};
  const trimmed = note?.trimmed ?? 0;
  return (
    <span className="unusual">
      <AnsweredBy reply={reply} />
      {trimmed > 0 && <span>{t('reply.trimmed', { count: trimmed, try: sayNth(t, 'try', attempt) })}</span>}
      {trimmed === 0 && attempt - countRounds(reply.tools) > 1 && <span>{sayNth(t, 'try', attempt)}</span>}
      {reply.edited !== null && <span>{t('reply.edited')}</span>}
      {reply.completed && (
        <ImportanceMark
          what={{ kind: 'reply', id: reply.id, name: reply.name }}
          importance={reply.importance}
          worth={reply.worth}
        />
      )}
    </span>
  );
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
  const { t } = useTranslation(['conversation', 'models']);
  const at = useFuture(retryAt(reply));
  const kept = useKept(turnId, reply);
  // An answer that counts stays beside the new one; a failed one gives its place up.
  const askAgain = () => void (isCutByLength(reply) ? replayReply(reply.id, {}) : reask(turnId, reply.id));
  return (
    <>
      {(isCut(reply) || isCutByLength(reply)) && reply.chosen && reply.text !== '' && (
        <button
          type="button"
          className="btn sm"
          onClick={() => void markContext([turnId], reply.advisor_id, kept ? null : 'in')}
        >
          {t(kept ? 'reply.letGo' : 'reply.keep')}
        </button>
      )}
      {reply.chosen && (
        <button type="button" className="btn sm" onClick={askAgain}>
          {at === null ? t('reply.reask') : t('reply.reaskAt', { time: formatTime(at) })} <kbd>e</kbd>
        </button>
      )}
      {reply.chosen && (
        <button type="button" className="btn sm" onClick={() => openModels({ turnId, replyId: reply.id })}>
          {t('models:use')}
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
