/** Analyses of a conversation: list them, open one, keep them true while somebody watches. */

import { analyses, isAnyRunning, mergeAnalyses } from '../model/analyses';
import { conversation } from '../model/conversation';
import { inspect } from '../model/screen';
import { on } from '../model/signals';
import type { AnalysesAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { quietly } from './quietly';
import { attempt } from './refused';

const LIST = 'GET /v1/conversations/{conversation_id}/analyses';

/** Show them in the inspector; with an id, that one is open. */
export function openAnalyses(analysisId: string | null = null): void {
  inspect({ kind: 'analyses', analysisId });
}

/** Read the newest of the conversation that is open. */
export async function loadAnalyses(): Promise<void> {
  const { id } = conversation.getState();
  if (id === null) return;
  const known = analyses.getState();
  const isSame = known.conversationId === id;
  if (!isSame) analyses.setState({ ...analyses.getInitialState(), conversationId: id });
  let page: AnalysesAnswer | null = null;
  const went = await quietly(async () => {
    page = await ask(LIST, { path: { conversation_id: id } });
  });
  if (analyses.getState().conversationId !== id) return;
  if (!went || page === null) {
    analyses.setState({ failed: analyses.getState().list === null });
    return;
  }
  keepNewest(page);
}

function keepNewest({ items: newest, next: following }: AnalysesAnswer): void {
  const { list, next } = analyses.getState();
  // What older pages brought stays, and with it what was known about those before them.
  const reaches = list !== null && list.length > newest.length;
  analyses.setState({
    list: mergeAnalyses(list ?? [], newest),
    next: reaches ? next : following,
    failed: false,
  });
}

/** Read those before the oldest that is known. */
export async function loadOlderAnalyses(): Promise<void> {
  const { conversationId, next: before } = analyses.getState();
  if (conversationId === null || before === null) return;
  await attempt(async () => {
    const page = await ask(LIST, { path: { conversation_id: conversationId }, query: { before } });
    if (analyses.getState().conversationId !== conversationId) return;
    analyses.setState({ list: mergeAnalyses(analyses.getState().list ?? [], page.items), next: page.next });
  });
}

/** Read one with every call; quietly where nobody asked. */
export async function loadAnalysis(id: string): Promise<void> {
  await attempt(async () => {
    const open = await ask('GET /v1/analyses/{analysis_id}', { path: { analysis_id: id } });
    analyses.setState({ open });
  });
}

const READ_AGAIN = 5_000;

/** Keep the list true while somebody watches: the feed says when one begins or ends; its requests have to be asked for. */
export function followAnalyses(): () => void {
  void loadAnalyses();
  const look = () => {
    if (document.hidden) return;
    const { open } = analyses.getState();
    void loadAnalyses();
    if (open?.status === 'running') void loadAnalysis(open.id);
  };
  const timer = setInterval(() => isAnyRunning(analyses.getState().list) && look(), READ_AGAIN);
  const stopHearing = on('workChanged', look);
  const stop = conversation.subscribe((now, before) => {
    if (now.id !== before.id) void loadAnalyses();
  });
  return () => {
    clearInterval(timer);
    stopHearing();
    stop();
  };
}
