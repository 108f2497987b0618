/** Show a conversation and follow it until another one is shown. */
import { Feed } from '../feed/connection';
import {
  closeConversation,
  conversation,
  loseConversation,
  openConversation,
  receiveFrames,
  receiveOutline,
  receivePage,
  setConnection,
} from '../model/conversation';
import { rescueDraft } from '../model/draft';
import { type Subject, screen, setMode } from '../model/screen';
import { workspace } from '../model/workspace';
import { ask } from '../protocol/request';
import { followList, hearList } from './listChanges';
import { readOutline } from './outline';
import { attempt } from './refused';

const PAGE = 30;
let feed: { close(): void } | null = null;
const asked = new Set<number>();

/** Open a conversation; null closes the one that is open. Opening the open one changes nothing. */
export function openOne(id: string | null): void {
  if (feed !== null && conversation.getState().id === id) return;
  forgetScreen();
  feed?.close();
  feed = null;
  asked.clear();
  if (id === null) {
    closeConversation();
    feed = followList();
    return;
  }
  openConversation(id);
  let told = false;
  const mine = new Feed(id, {
    frames: (batch) => {
      hearList(batch);
      if (batch.some((frame) => frame.event === 'conversation_deleted')) {
        mine.close();
        rescueDraft(id);
        leaveDeleted(id);
        return;
      }
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

/** Hear nothing more; whatever is opened next is followed anew. */
export function stopFollowing(): void {
  feed?.close();
  feed = null;
}

/** Deleted for good, maybe in another tab: say so, and drop it from the list. */
export function leaveDeleted(id: string): void {
  forgetScreen();
  loseConversation(id);
  const { conversations } = workspace.getState();
  workspace.setState({ conversations: conversations.filter((each) => each.id !== id) });
}

/** What the screen was looking at lies in the conversation that is left; so do the turns that letters acted on. */
function forgetScreen(): void {
  const { inspector } = screen.getState();
  screen.setState({ opened: {}, turnId: null, advisorId: null, inspector: forgetSubject(inspector) });
  if (screen.getState().mode === 'view') setMode('input');
}

/** The inspector stays open, and on the same kind of thing where there is one everywhere. */
function forgetSubject(subject: Subject | null): Subject | null {
  if (subject?.kind === 'analyses') return { kind: 'analyses', analysisId: null };
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
    const { items: turns } = await ask('GET /v1/conversations/{conversation_id}/turns', {
      path: { conversation_id: id },
      query,
    });
    receivePage(id, turns);
  });
  if (!went) asked.delete(page);
}
