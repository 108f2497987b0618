/**
 * One polite sentence per finished voice, for those who listen instead of looking.
 *
 * Voices that finish within a second of each other share one sentence, so nothing is read across something else.
 * Turns that were loaded, not lived through, say nothing.
 */
import { say } from '../locales/i18n';
import { region } from '../locales/region';
import { type Conversation, conversation } from '../model/conversation';
import { errorClass } from '../model/errorClass';
import { announce, screen } from '../model/screen';
import type { Reply } from '../protocol/events';

const TOGETHER = 1000;
let first: string | null = null;

/** The first question of a conversation is asked before its page is there; who ends until then is told of, too. */
export function expectAnswers(turnId: string): void {
  first = turnId;
}

export function watchAnswers(): () => void {
  let finished: Reply[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const speak = () => {
    timer = undefined;
    tell(phrase(finished));
    finished = [];
  };
  const hear = (ended: readonly Reply[]) => {
    if (ended.length === 0) return;
    finished.push(...ended);
    timer ??= setTimeout(speak, TOGETHER);
  };
  hear(takeEarly(conversation.getState()));
  const stop = conversation.subscribe((now, before) => {
    if (now.id !== before.id) finished = [];
    hear(findEnded(before, now));
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function takeEarly({ view }: Conversation): Reply[] {
  const turn = view?.turns.find((each) => each.id === first);
  first = null;
  return turn?.replies.filter((reply) => reply.completed) ?? [];
}

/** The replies that were open before and have ended now. */
export function findEnded(before: Conversation, now: Conversation): Reply[] {
  if (before.id !== now.id || before.view === null || now.view === null || before.view === now.view) return [];
  const known = new Map(before.view.turns.map((turn) => [turn.id, turn]));
  return now.view.turns.flatMap((turn) => {
    const was = known.get(turn.id);
    if (was === undefined || was === turn) return [];
    const open = new Set(was.replies.filter((reply) => !reply.completed).map((reply) => reply.id));
    return turn.replies.filter((reply) => reply.completed && open.has(reply.id));
  });
}

export function phrase(replies: readonly Reply[]): string {
  const answered = replies.filter((reply) => reply.state === 'complete');
  const names = new Intl.ListFormat(region(), { type: 'conjunction' }).format(answered.map((each) => each.name));
  const first = answered.length > 0 ? [say('conversation:announce.answered', { count: answered.length, names })] : [];
  return [...first, ...replies.filter((reply) => reply.state !== 'complete').map(phraseEnd)].join(' ');
}

function phraseEnd(reply: Reply): string {
  if (reply.state === 'error' || reply.state === 'rate_limited')
    return say('conversation:announce.failed', { name: reply.name, reason: errorClass(reply.error?.code) });
  return say('conversation:announce.ended', { name: reply.name, state: say(`conversation:state.${reply.state}`) });
}

/** The same sentence twice would change nothing on the page and not be read; a blank at its end makes it new. */
function tell(sentence: string): void {
  if (sentence === '') return;
  announce(screen.getState().announcement === sentence ? `${sentence}\u00a0` : sentence);
}
