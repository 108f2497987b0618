/** Show a conversation and follow it until another one is shown. */
import { Feed } from '../feed/connection';
import {
  closeConversation,
  conversation,
  openConversation,
  receiveFrames,
  receiveOutline,
  receivePage,
  setConnection,
} from '../model/conversation';
import { type Subject, screen } from '../model/screen';
import type { TurnsAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { readOutline } from './outline';
import { attempt } from './refused';

const PAGE = 30;
let feed: Feed | null = null;
const asked = new Set<number>();

/** Open a conversation; null closes the one that is open. Opening the open one changes nothing. */
export function openOne(id: string | null): void {
  if (conversation.getState().id === id) return;
  forgetScreen();
  feed?.close();
  feed = null;
  asked.clear();
  if (id === null) {
    closeConversation();
    return;
  }
  openConversation(id);
  let told = false;
  const mine = new Feed(id, {
    frames: (batch) => {
      const isSnapshot = batch.some((frame) => frame.event === 'snapshot');
      const went = receiveFrames(batch);
      if (!went) mine.forget();
      // After a gap the older turns are gone and some may have been deleted: read the outline and the pages again.
      if (!went || (isSnapshot && told)) void refreshOutline(id);
      told ||= isSnapshot;
    },
    connection: setConnection,
  });
  feed = mine;
  void mine.run();
  void refreshOutline(id);
}

/** What the screen was looking at lies in the conversation that is left. */
function forgetScreen(): void {
  const { inspector } = screen.getState();
  screen.setState({ reading: null, turnId: null, advisorId: null, inspector: forgetSubject(inspector) });
}

/** The inspector stays open, and on the same kind of thing where there is one everywhere. */
function forgetSubject(subject: Subject | null): Subject | null {
  if (subject?.kind === 'looks') return { kind: 'looks', lookId: null };
  return subject?.kind === 'reply' ? { kind: 'draft', advisorId: null } : subject;
}

async function refreshOutline(id: string): Promise<void> {
  asked.clear();
  await attempt(async () => receiveOutline(id, await readOutline(id)));
}

/** Read the page of turns around a position; each page is read once. */
export async function loadAround(position: number): Promise<void> {
  const { id } = conversation.getState();
  const page = Math.floor((position - 1) / PAGE);
  if (id === null || asked.has(page)) return;
  asked.add(page);
  const query = { after: page * PAGE, limit: PAGE };
  const went = await attempt(async () => {
    const { turns } = await ask<TurnsAnswer>('GET /v1/conversations/{conversation_id}/turns', {
      path: { conversation_id: id },
      query,
    });
    receivePage(id, turns);
  });
  if (!went) asked.delete(page);
}
