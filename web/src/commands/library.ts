/** The list of conversations: begin, rename, put away and bring back, keep it fresh. */
import { say } from '../locales/i18n';
import { conversation, openTurn } from '../model/conversation';
import { type ConversationEntry, house } from '../model/house';
import { go, route } from '../model/route';
import { notify, screen } from '../model/screen';
import { emit } from '../model/signals';
import type {
  ConversationAnswer,
  ConversationsAnswer,
  RemovedConversationAnswer,
  TitleAnswer,
} from '../protocol/generated/answers';
import { ask, isAborted, Refusal } from '../protocol/request';
import { refreshConversations } from './house';
import { attempt, explain } from './refused';
import { loadTopics } from './topics';

export function startNew(): void {
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
    const found = await ask<TitleAnswer>('POST /v1/conversations/{conversation_id}/title', { path, body: {} });
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
    replaceEntry(await ask<ConversationAnswer>('PATCH /v1/conversations/{conversation_id}', { path, body }));
  });
}

/** No question is asked; the status line offers to take it back. */
export async function putAway(entry: ConversationEntry): Promise<boolean> {
  const path = { conversation_id: entry.id };
  return attempt(async () => {
    const gone = await ask<RemovedConversationAnswer>('DELETE /v1/conversations/{conversation_id}', { path });
    const open = isOpen(entry.id);
    house.setState({ conversations: house.getState().conversations.filter((each) => each.id !== entry.id) });
    if (open) go({ page: 'conversation', id: null, turnId: null });
    const sentence = gone.stopping.length > 0 ? say('library:putAway.stopped') : say('library:putAway.done');
    notify(sentence, { undo: () => void bringBack(entry.id, { open }) });
  });
}

export async function bringBack(id: string, { open = false } = {}): Promise<boolean> {
  const path = { conversation_id: id };
  return attempt(async () => {
    await ask('POST /v1/conversations/{conversation_id}/bring-back', { path });
    await refreshConversations();
    if (open) go({ page: 'conversation', id, turnId: null });
    notify(say('library:putAway.back'));
  });
}

export async function readPutAway(before: string | null = null): Promise<ConversationsAnswer> {
  return ask('GET /v1/conversations', { query: { removed: true, before } });
}

/** Put the topic's turns under which the next messages of a conversation belong; null takes it out of all topics. */
export async function chooseTopic(id: string, topic: string | null): Promise<boolean> {
  return attempt(async () => {
    const path = { conversation_id: id };
    replaceEntry(await ask<ConversationAnswer>('PATCH /v1/conversations/{conversation_id}', { path, body: { topic } }));
    await loadTopics();
    notify(topic === null ? say('library:topics.taken') : say('library:topics.chosen', { path: topic }));
  });
}

function replaceEntry(entry: ConversationEntry): void {
  const { conversations } = house.getState();
  house.setState({ conversations: conversations.map((each) => (each.id === entry.id ? entry : each)) });
}

const REFRESH = 30_000;

/** Keep the list true: when the tab is looked at again, when somebody has finished, and while anybody answers. */
export function watchConversations(): () => void {
  const refresh = () => void quietly(() => Promise.all([refreshConversations(), loadTopics()]));
  const seen = () => !document.hidden && house.getState().loaded && refresh();
  const tick = () => !document.hidden && house.getState().conversations.some((each) => each.in_flight) && refresh();
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
  const entry = house.getState().conversations.find((each) => each.id === id);
  if (entry && entry.title !== title) replaceEntry({ ...entry, title });
}

/** What nobody asked for fails without a word; it is tried again anyway. */
async function quietly(deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof Refusal) && !isAborted(error)) throw error;
  }
}

/** Run something a form asked for. Null when it went well, or the sentence to show beside the form. */
export async function refusalOf(deed: () => Promise<unknown>): Promise<string | null> {
  try {
    await deed();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return explain(error);
  }
}

function isOpen(id: string): boolean {
  const { now } = route.getState();
  return now.page === 'conversation' && now.id === id;
}
