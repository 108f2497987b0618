/** Reading the list again, as far as it was read before. */
import { folderList } from '../model/folders';
import { type ConversationEntry, workspace } from '../model/workspace';
import type { ConversationsAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { loadInside } from './folders';
import { loadFolders } from './workspace';

const LONGEST_PAGE = 200;

/** Everything that is shown of it, from the server: a conversation that is gone or lies elsewhere leaves its place. */
export async function readListAgain(): Promise<void> {
  if (!workspace.getState().loaded) return;
  const known = workspace.getState().conversations.length;
  const again: ConversationEntry[] = [];
  let before: string | null = null;
  do {
    const limit = Math.min(LONGEST_PAGE, Math.max(50, known - again.length));
    const page: ConversationsAnswer = await ask('GET /v1/conversations', { query: { limit, before } });
    again.push(...page.items);
    before = page.next ?? null;
  } while (before !== null && again.length < known);
  workspace.setState({ conversations: again, nextConversations: before });
  await loadFolders();
  const there = new Set(workspace.getState().folders.map((each) => each.id));
  await Promise.all(
    folderList
      .getState()
      .open.filter((id) => there.has(id))
      .map(loadInside),
  );
}
