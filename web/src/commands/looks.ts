/** Looks at a conversation: list them, open one, keep them true while somebody watches. */
import { conversation } from '../model/conversation';
import { isLooking, looks, mergeLooks, type WholeLook } from '../model/looks';
import { inspect } from '../model/screen';
import type { AnalysesAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { quietly } from './quietly';
import { attempt } from './refused';

const LIST = 'GET /v1/conversations/{conversation_id}/analyses';

/** Show them in the inspector; with an id, that one is open. */
export function openLooks(lookId: string | null = null): void {
  inspect({ kind: 'looks', lookId });
}

/** Read the newest of the conversation that is open. */
export async function loadLooks(): Promise<void> {
  const { id } = conversation.getState();
  if (id === null) return;
  const known = looks.getState();
  const isSame = known.conversationId === id;
  if (!isSame) looks.setState({ ...looks.getInitialState(), conversationId: id });
  let page: AnalysesAnswer | null = null;
  const went = await quietly(async () => {
    page = await ask<AnalysesAnswer>(LIST, { path: { conversation_id: id } });
  });
  if (looks.getState().conversationId !== id) return;
  if (!went || page === null) {
    looks.setState({ failed: looks.getState().list === null });
    return;
  }
  keepNewest(page);
}

function keepNewest({ analyses, has_older }: AnalysesAnswer): void {
  const { list, hasOlder } = looks.getState();
  // What older pages brought stays, and with it what was known about those before them.
  const reaches = list !== null && list.length > analyses.length;
  looks.setState({
    list: mergeLooks(list ?? [], analyses),
    hasOlder: reaches ? hasOlder : has_older,
    failed: false,
  });
}

/** Read those before the oldest that is known. */
export async function loadOlderLooks(): Promise<void> {
  const { conversationId, list } = looks.getState();
  const before = list?.at(-1)?.id;
  if (conversationId === null || before === undefined) return;
  await attempt(async () => {
    const page = await ask<AnalysesAnswer>(LIST, { path: { conversation_id: conversationId }, query: { before } });
    if (looks.getState().conversationId !== conversationId) return;
    looks.setState({ list: mergeLooks(looks.getState().list ?? [], page.analyses), hasOlder: page.has_older });
  });
}

/** Read one with every call; quietly where nobody asked. */
export async function loadLook(id: string): Promise<void> {
  await attempt(async () => {
    const open = await ask<WholeLook>('GET /v1/analyses/{analysis_id}', { path: { analysis_id: id } });
    looks.setState({ open });
  });
}

const LOOK_AGAIN = 1_000;
// Others begin by themselves: after a turn, by the clock.
const SELDOM = 8;

/** Keep the list true while somebody watches: often while one runs, seldom otherwise. */
export function followLooks(): () => void {
  void loadLooks();
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    const { list, open } = looks.getState();
    if (document.hidden || (!isLooking(list) && beats % SELDOM !== 0)) return;
    void loadLooks();
    if (open?.status === 'running') void loadLook(open.id);
  }, LOOK_AGAIN);
  const stop = conversation.subscribe((now, before) => {
    if (now.id !== before.id) void loadLooks();
  });
  return () => {
    clearInterval(timer);
    stop();
  };
}
