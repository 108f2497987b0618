/** One polite sentence when an advisor asks to use a tool, and when a conversation is opened in which one waits. */
import { say } from '../locales/i18n';
import { type Conversation, conversation } from '../model/conversation';
import { announce } from '../model/screen';
import { nameOfUse } from '../model/toolUse';

export function watchAsking(): () => void {
  const tell = (asking: readonly Asking[]) => asking.length > 0 && announce(phraseAsking(asking));
  const now = conversation.getState();
  tell(findAsking({ ...now, view: now.view && { ...now.view, turns: [] } }, now));
  return conversation.subscribe((after, before) => tell(findAsking(before, after)));
}

export interface Asking {
  readonly name: string;
  readonly tool: string;
}

/** Who has begun to ask since. */
export function findAsking(before: Conversation, now: Conversation): Asking[] {
  if (before.id !== now.id || before.view === null || now.view === null || before.view === now.view) return [];
  const was = new Map(before.view.turns.map((turn) => [turn.id, turn]));
  return now.view.turns.flatMap((turn) => {
    const known = was.get(turn.id);
    if (known === turn) return [];
    const asked = new Set(known?.replies.flatMap((reply) => reply.tools.map((use) => use.approval_id)));
    return turn.replies.flatMap((reply) =>
      reply.tools
        .filter((use) => use.status === 'asking' && !asked.has(use.approval_id))
        .map((use) => ({ name: reply.name, tool: nameOfUse(use) })),
    );
  });
}

export function phraseAsking(asking: readonly Asking[]): string {
  return asking.map((each) => say('tools:announce', { ...each })).join(' ');
}
