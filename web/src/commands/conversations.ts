/** Conversations: begin, rename, remove and restore, choose the topic, keep their list true. */
import { say } from '../locales/i18n';
import { conversation, openTurn } from '../model/conversation';
import { go, route } from '../model/route';
import { notify, screen } from '../model/screen';
import { emit } from '../model/signals';
import { unkept } from '../model/unkept';
import { type ConversationEntry, workspace } from '../model/workspace';
import type { ConversationsAnswer, TitleAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { openPalette } from './keys/palette';
import { quietly } from './quietly';
import { attempt } from './refused';
import { loadTopics } from './topics';
import { loadFolders, refreshConversations } from './workspace';

export function startNew(): void {
  unkept.setState({ starting: false });
  screen.setState({ drawer: false });
  go({ page: 'conversation', id: null, turnId: null });
  // The composer may be on a page that is only now being drawn.
  setTimeout(() => emit('focusComposer'));
}

/** Have a model find a title; the status line offers to take it back. */
export async function findTitle({ id, title }: ConversationEntry): Promise<boolean> {
  return attempt(async () => {
    notify(say('library:conversations.finding'));
    const path = { conversation_id: id };
    const found = await ask('POST /v1/conversations/{conversation_id}/title', { path, body: {} });
    if (found.title === null) {
      notify(say('library:conversations.noTitle', { reason: found.analysis.error?.message ?? '' }), {
        tone: 'caution',
      });
      return;
    }
    renameEntry(id, found.title);
    const undo = () => void takeTitleBack(id, title, found);
    notify(say('library:conversations.found', { title: found.title }), { undo });
  });
}

async function takeTitleBack(id: string, title: string, { tags, turn_id }: TitleAnswer): Promise<void> {
  await renameConversation(id, title);
  if (turn_id === null || tags.length === 0) return;
  const path = { conversation_id: id };
  await attempt(() =>
    ask('POST /v1/conversations/{conversation_id}/marks', { path, body: { turn_ids: [turn_id], remove_tags: tags } }),
  );
}

export async function renameConversation(id: string, title: string): Promise<boolean> {
  return attempt(async () => {
    const path = { conversation_id: id };
    const body = { title };
    replaceEntry(await ask('PATCH /v1/conversations/{conversation_id}', { path, body }));
  });
}

/** No question is asked; the status line offers to take it back. */
export async function removeConversation(entry: Pick<ConversationEntry, 'id' | 'in_flight'>): Promise<boolean> {
  const path = { conversation_id: entry.id };
  return attempt(async () => {
    await ask('DELETE /v1/conversations/{conversation_id}', { path });
    emit('archiveChanged');
    const open = isOpen(entry.id);
    workspace.setState({ conversations: workspace.getState().conversations.filter((each) => each.id !== entry.id) });
    if (open) go({ page: 'conversation', id: null, turnId: null });
    const sentence = entry.in_flight ? say('library:putAway.stopped') : say('library:putAway.done');
    notify(sentence, { undo: () => void restoreConversation(entry.id, { open }) });
  });
}

function entryHere(): ConversationEntry | undefined {
  const { id } = conversation.getState();
  return workspace.getState().conversations.find((each) => each.id === id);
}

/** The list may not reach as far as the conversation that is open. */
export function archiveHere(): void {
  const { id } = conversation.getState();
  if (id === null) return;
  void removeConversation(entryHere() ?? { id, in_flight: openTurn(conversation.getState()) !== null });
}

export function renameHere(): void {
  const entry = entryHere();
  openPalette('title', entry?.title || entry?.opening);
}

export async function restoreConversation(id: string, { open = false } = {}): Promise<boolean> {
  const path = { conversation_id: id };
  return attempt(async () => {
    await ask('POST /v1/conversations/{conversation_id}/restore', { path });
    emit('archiveChanged');
    await refreshConversations();
    if (open) go({ page: 'conversation', id, turnId: null });
    notify(say('library:putAway.back'));
  });
}

export async function readRemoved(before: string | null = null): Promise<ConversationsAnswer> {
  return ask('GET /v1/conversations', { query: { removed: true, before } });
}

/** File the next turns of a conversation under a topic; null files them under none. Turns that were sent stay where they are. */
export async function chooseTopic(id: string, topic: string | null): Promise<boolean> {
  return attempt(async () => {
    const path = { conversation_id: id };
    replaceEntry(await ask('PATCH /v1/conversations/{conversation_id}', { path, body: { topic } }));
    await loadTopics();
    notify(topic === null ? say('library:topics.taken') : say('library:topics.chosen', { path: topic }));
  });
}

export function replaceEntry(entry: ConversationEntry): void {
  const { conversations } = workspace.getState();
  workspace.setState({ conversations: conversations.map((each) => (each.id === entry.id ? entry : each)) });
}

const REFRESH = 30_000;

/** Keep the list true: when the tab is looked at again, when somebody has finished, and while anybody answers. */
export function watchConversations(): () => void {
  const refresh = () => void quietly(() => Promise.all([refreshConversations(), loadFolders(), loadTopics()]));
  const seen = () => !document.hidden && workspace.getState().loaded && refresh();
  const tick = () => !document.hidden && workspace.getState().conversations.some((each) => each.in_flight) && refresh();
  const timer = setInterval(tick, REFRESH);
  document.addEventListener('visibilitychange', seen);
  const stop = conversation.subscribe((now, before) => {
    if (now.id !== before.id || now.view === null || before.view === null) return;
    if (openTurn(now) === null && openTurn(before) !== null) refresh();
    else if (now.view.title !== before.view.title) renameEntry(now.view.conversation_id, now.view.title);
  });
  void quietly(loadTopics);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    stop();
  };
}

function renameEntry(id: string, title: string): void {
  const entry = workspace.getState().conversations.find((each) => each.id === id);
  if (entry && entry.title !== title) replaceEntry({ ...entry, title });
}

function isOpen(id: string): boolean {
  const { now } = route.getState();
  return now.page === 'conversation' && now.id === id;
}
