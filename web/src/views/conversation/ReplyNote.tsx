import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { asSentence } from '../../locales/sentence';
import { conversation, findTurn } from '../../model/conversation';
import { errorClass } from '../../model/errorClass';
import { isAtWork } from '../../model/toolUse';
import { isCutByLength, usualStart } from '../../model/voices';
import type { Reply, ReplyError } from '../../protocol/events';
import { sayCount } from '../parts/counts';
import { Explained } from '../parts/Explained';
import { formatSeconds, formatTime } from '../parts/format';
import { useConversation } from '../parts/store';

const PROVIDER_WORDS = 300;

/** What a state means, in a sentence. Nothing for an answer that simply came. */
export function ReplyNote({ turnId, reply, others }: { turnId: string; reply: Reply; others: number }) {
  const { t } = useTranslation('conversation');
  const kept = useKept(turnId, reply);
  switch (reply.state) {
    case 'waiting':
    case 'sending':
      return isAtWork(reply) ? null : <Waiting reply={reply} />;
    case 'error':
      return <Failure reply={reply} others={others} />;
    case 'rate_limited':
      return <RateLimited reply={reply} />;
    case 'stopped':
      return (
        <p className="note2">{t(reply.text ? (kept ? 'note.stoppedKept' : 'note.stopped') : 'note.stoppedEarly')}</p>
      );
    case 'interrupted':
      return (
        <p className="note2">
          {t(reply.text ? (kept ? 'note.interruptedKept' : 'note.interrupted') : 'note.interruptedEarly')}
        </p>
      );
    case 'incomplete':
      return <Cut reply={reply} kept={kept} />;
    case 'empty':
      return <p className="muted">{t('note.empty')}</p>;
    case 'filtered':
      return <Filtered reply={reply} />;
    case 'complete':
      return isCutByLength(reply) ? <p className="note2">{t(kept ? 'note.lengthKept' : 'note.length')}</p> : null;
    case 'streaming':
      return null;
  }
}

/** Whether the person lets words that were cut short be sent on. */
export function useKept(turnId: string, reply: Reply): boolean {
  return useConversation((state) => findTurn(state, turnId)?.marks[reply.advisor_id] === 'in');
}

function Waiting({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  const usual = useMemo(() => usualStart(conversation.getState(), reply.advisor_id), [reply.advisor_id]);
  // Less than a second is not worth a promise.
  const seconds = usual === null || usual < 1 ? null : formatSeconds(usual < 3 ? usual : Math.round(usual));
  const sentence =
    reply.state === 'waiting' ? t('note.waiting') : seconds === null ? t('note.sending') : t('note.usual', { seconds });
  return (
    <div className="waits">
      <span className="wait" aria-hidden="true">
        …
      </span>
      <p className="muted">{sentence}</p>
    </div>
  );
}

function Failure({ reply, others }: { reply: Reply; others: number }) {
  const { t } = useTranslation('conversation');
  const { t: tell } = useTranslation('composer');
  const { error } = reply;
  const words = providerWords(reply);
  return (
    <p className="err">
      <Explained title={t('error.silent', { name: reply.name })} code={errorClass(error?.code)} />{' '}
      <span dir="auto">{error ? sentenceOf(error) : t('error.unnamed')}</span>{' '}
      {words && <span dir="auto">{t('error.says', { words })} </span>}
      {others > 0 && t('note.others', { count: others, number: sayCount(tell, others) })}
    </p>
  );
}

function Cut({ reply, kept }: { reply: Reply; kept: boolean }) {
  const { t } = useTranslation('conversation');
  return (
    <p className="note2">
      {t(kept ? 'note.incompleteKept' : 'note.incomplete')}{' '}
      {reply.error && <span dir="auto">{sentenceOf(reply.error)}</span>}
    </p>
  );
}

function RateLimited({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  const at = retryAt(reply);
  return <p className="note2">{at === null ? t('note.rate') : t('note.rateUntil', { time: formatTime(at) })}</p>;
}

function Filtered({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  const words = providerWords(reply);
  return (
    <p className="muted" dir="auto">
      {words ? t('note.filteredWhy', { words }) : t('note.filtered')}
    </p>
  );
}

/** When a voice that was asked to wait may be asked again. */
export function retryAt(reply: Reply): number | null {
  const at = Date.parse(String(reply.error?.facts.retry_at ?? ''));
  return Number.isNaN(at) ? null : at;
}

function providerWords(reply: Reply): string {
  const words = reply.error?.facts.provider_message;
  if (typeof words !== 'string') return '';
  const said = words.trim().replace(/[.\s]+$/, '');
  return said.length > PROVIDER_WORDS ? `${said.slice(0, PROVIDER_WORDS)}…` : said;
}

/** The server's sentence, without the provider's name in front of it. */
export function sentenceOf({ message, facts }: ReplyError): string {
  return asSentence(message.replace(`${String(facts.provider)}: `, ''));
}
