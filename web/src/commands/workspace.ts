/** Read what the workspace holds. */
import { type ConversationEntry, workspace } from '../model/workspace';
import { door } from '../protocol/door';
import { ask, Refusal } from '../protocol/request';
import { loadMe } from './me';
import { attempt } from './refused';

const PAGE = 50;

export async function loadWorkspace(): Promise<void> {
  const [advisors, panels, conversations, folders, status] = await Promise.all([
    ask('GET /v1/advisors'),
    ask('GET /v1/panels'),
    ask('GET /v1/conversations', { query: { limit: PAGE } }),
    ask('GET /v1/folders'),
    ask('GET /v1/status'),
  ]).catch(leadToFactor);
  workspace.setState({
    loaded: true,
    advisors: advisors.items,
    panels: panels.items,
    conversations: conversations.items,
    nextConversations: conversations.next ?? null,
    folders: folders.items,
    status,
  });
  if (status.accounts) await loadMe();
}

/** Whoever may not even read this before they add a second factor is led to where they can. */
function leadToFactor(error: unknown): never {
  if (error instanceof Refusal && error.code === 'second_factor_required') door.closed(error.code);
  throw error;
}

const TRY_AGAIN = 2_000;

/** Read the workspace now, and again until the server answers. The answer stops trying. */
export function keepLoadingWorkspace(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const read = async () => {
    if ((await attempt(loadWorkspace)) || stopped) return;
    timer = setTimeout(() => void read(), TRY_AGAIN);
  };
  void read();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

export async function loadAdvisorsAndPanels(): Promise<void> {
  const [{ items: advisors }, { items: panels }] = await Promise.all([ask('GET /v1/advisors'), ask('GET /v1/panels')]);
  workspace.setState({ advisors, panels });
}

export async function loadFolders(): Promise<void> {
  const { items: folders } = await ask('GET /v1/folders');
  workspace.setState({ folders });
}

/** The newest conversations again: titles and order change while people talk. */
export async function refreshConversations(): Promise<void> {
  const { items: conversations, next } = await ask('GET /v1/conversations', { query: { limit: PAGE } });
  const newest = new Set(conversations.map((each) => each.id));
  const known = workspace.getState().conversations;
  // What stood behind the page's last one still does.
  const last = known.findIndex((each) => each.id === conversations.at(-1)?.id);
  const rest = known.slice(last < 0 ? PAGE : last + 1).filter((each) => !newest.has(each.id));
  workspace.setState({
    conversations: [...conversations, ...rest],
    nextConversations: rest.length > 0 ? workspace.getState().nextConversations : (next ?? null),
  });
}

export async function loadMoreConversations(): Promise<void> {
  const { nextConversations: before } = workspace.getState();
  if (before === null) return;
  const page = await ask('GET /v1/conversations', { query: { limit: PAGE, before } });
  addConversations(page.items);
  workspace.setState({ nextConversations: page.next ?? null });
}

/** Conversations that were read beside the newest, each in its place: what changed last stands first. */
export function addConversations(entries: readonly ConversationEntry[]): void {
  const read = new Set(entries.map((each) => each.id));
  const known = workspace.getState().conversations.filter((each) => !read.has(each.id));
  const all = [...known, ...entries].sort((one, other) => rank(other).localeCompare(rank(one)));
  workspace.setState({ conversations: all });
}

function rank({ updated_at, id }: ConversationEntry): string {
  return `${updated_at} ${id}`;
}
