/** Read what the workspace holds. */
import { house } from '../model/house';
import type { AdvisorsAnswer, ConversationsAnswer, PanelsAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

const PAGE = 50;

export async function loadHouse(): Promise<void> {
  const [advisors, panels, conversations, status] = await Promise.all([
    ask<AdvisorsAnswer>('GET /v1/advisors'),
    ask<PanelsAnswer>('GET /v1/panels'),
    ask<ConversationsAnswer>('GET /v1/conversations', { query: { limit: PAGE } }),
    ask<{ version: string; rehearsal: boolean; default_model: string; database: string }>('GET /v1/status'),
  ]);
  house.setState({
    loaded: true,
    advisors: advisors.advisors,
    panels: panels.panels,
    conversations: conversations.conversations,
    nextConversations: conversations.next ?? null,
    status,
  });
}

const TRY_AGAIN = 2_000;

/** Read the house now, and again until the server answers. The answer stops trying. */
export function keepLoadingHouse(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const read = async () => {
    if ((await attempt(loadHouse)) || stopped) return;
    timer = setTimeout(() => void read(), TRY_AGAIN);
  };
  void read();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

export async function loadLineUp(): Promise<void> {
  const [{ advisors }, { panels }] = await Promise.all([
    ask<AdvisorsAnswer>('GET /v1/advisors'),
    ask<PanelsAnswer>('GET /v1/panels'),
  ]);
  house.setState({ advisors, panels });
}

/** The newest conversations again: titles and order change while people talk. */
export async function refreshConversations(): Promise<void> {
  const { conversations, next } = await ask<ConversationsAnswer>('GET /v1/conversations', { query: { limit: PAGE } });
  const newest = new Set(conversations.map((each) => each.id));
  const known = house.getState().conversations;
  // What stood behind the page's last one still does.
  const last = known.findIndex((each) => each.id === conversations.at(-1)?.id);
  const rest = known.slice(last < 0 ? PAGE : last + 1).filter((each) => !newest.has(each.id));
  house.setState({
    conversations: [...conversations, ...rest],
    nextConversations: rest.length > 0 ? house.getState().nextConversations : (next ?? null),
  });
}

export async function loadMoreConversations(): Promise<void> {
  const { nextConversations: before } = house.getState();
  if (before === null) return;
  const page = await ask<ConversationsAnswer>('GET /v1/conversations', { query: { limit: PAGE, before } });
  const known = house.getState().conversations;
  const ids = new Set(known.map((each) => each.id));
  const added = page.conversations.filter((each) => !ids.has(each.id));
  house.setState({ conversations: [...known, ...added], nextConversations: page.next ?? null });
}
