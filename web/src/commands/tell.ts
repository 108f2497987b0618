/** One notification when a turn is answered and nobody looks: in plain words, and only for who asked for it. */
import { say } from '../locales/i18n';
import { type Conversation, conversation } from '../model/conversation';
import { preferences } from '../model/preferences';
import { formatRoute } from '../model/route';
import type { Turn } from '../protocol/events';

const LONGEST = 140;

/** Tells of turns that were still open when it last looked; turns that were loaded tell nothing. */
export function watchTurns(): () => void {
  return conversation.subscribe((now, before) => {
    const turn = findAnswered(before, now);
    if (turn && document.hidden && preferences.getState().tell !== 'off')
      void tell(now.id, turn).catch(() => undefined);
  });
}

function findAnswered(before: Conversation, now: Conversation): Turn | null {
  if (before.id !== now.id || before.view === now.view) return null;
  const open = new Set(before.view?.turns.filter((turn) => !turn.all_completed).map((turn) => turn.id));
  return now.view?.turns.find((turn) => turn.all_completed && open.has(turn.id)) ?? null;
}

/** Through the worker where there is one: phones know no other way. Two tabs with one turn make one notification. */
async function tell(id: string | null, turn: Turn): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return;
  const path = formatRoute({ page: 'conversation', id, turnId: turn.id });
  const options = { body: phrase(turn), tag: turn.id, icon: '/icon-192.png', data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification('Antiphon', options);
  else new Notification('Antiphon', options).onclick = () => window.focus();
}

/** How many answered; and what the first of them began with, for who chose that. */
export function phrase(turn: Turn): string {
  const answered = turn.replies.filter((reply) => reply.chosen && reply.state === 'complete');
  const count = say('conversation:tell.answered', { count: answered.length });
  const first = answered[0];
  if (preferences.getState().tell !== 'words' || first === undefined) return count;
  return `${count}\n${first.name}: ${first.text.replace(/\s+/g, ' ').slice(0, LONGEST)}`;
}
