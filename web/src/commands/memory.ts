/** Memories: read them, decide about them, write one down, have a conversation read. Every decision can be undone. */
import { say } from '../locales/i18n';
import { conversation, openTurn } from '../model/conversation';
import { inbox, isScanning, type Memory, type MemoryKind, type MemoryStatus } from '../model/memory';
import { go } from '../model/route';
import { notify } from '../model/screen';
import type { AnalysisAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { quietly } from './quietly';
import { attempt } from './refused';

export async function loadMemories(): Promise<void> {
  const { items: memories, counts } = await ask('GET /v1/memories');
  inbox.setState({ loaded: true, memories, counts });
}

export async function loadScans(conversationId: string): Promise<void> {
  const path = { conversation_id: conversationId };
  const query = { kind: 'memory' };
  const before = inbox.getState().scans.map((each) => each.id);
  const { items } = await ask('GET /v1/conversations/{conversation_id}/analyses', { path, query });
  // What was begun while this was asked for need not be in it.
  const known = new Set([...before, ...items.map((each) => each.id)]);
  const begun = inbox.getState().scans.filter((each) => !known.has(each.id));
  inbox.setState({ scans: [...begun, ...items] });
}

export function readScan(id: string): Promise<AnalysisAnswer> {
  return ask('GET /v1/analyses/{analysis_id}', { path: { analysis_id: id } });
}

export interface Change {
  status?: Exclude<MemoryStatus, 'retired'>;
  text?: string;
}

const SENTENCES = {
  accepted: 'memory:done.accepted',
  declined: 'memory:done.declined',
  proposed: 'memory:done.proposed',
} as const;

/** Decide, in other words if there are any; the status line offers to take it back. */
export async function decideMemory(memory: Memory, { status, text }: Change): Promise<boolean> {
  return attempt(async () => {
    await change(memory.id, { ...(status && { status }), ...(text !== undefined && { text }) });
    const sentence = status ? say(SENTENCES[status]) : say('memory:done.worded');
    notify(sentence, { undo: () => void attempt(() => takeBack(memory)) });
  });
}

async function takeBack({ id, status, text }: Memory): Promise<void> {
  await change(id, { text, ...(status !== 'retired' && { status }) });
  notify(say('memory:done.back'));
}

async function change(id: string, body: Change): Promise<void> {
  await ask('PATCH /v1/memories/{memory_id}', { path: { memory_id: id }, body });
  await loadMemories();
}

export async function writeMemory(kind: MemoryKind, text: string): Promise<void> {
  await ask('POST /v1/memories', { body: { kind, text } });
  await loadMemories();
  notify(say('memory:done.written'));
}

export async function forgetMemory(memory: Memory): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/memories/{memory_id}', { path: { memory_id: memory.id } });
    await loadMemories();
    notify(say('memory:done.forgotten'));
  });
}

/** Have the conversation read; what comes of it is heard by whoever follows its scans. */
export async function scanMemory(conversationId: string): Promise<boolean> {
  return attempt(async () => {
    const path = { conversation_id: conversationId };
    const begun = await ask('POST /v1/conversations/{conversation_id}/memories/scan', { path, body: {} });
    inbox.setState({ scans: [begun, ...inbox.getState().scans.filter((each) => each.id !== begun.id)] });
  });
}

/** From a conversation: go to the inbox and have it read. */
export function scanHere(): void {
  const { id } = conversation.getState();
  if (id === null) return;
  go({ page: 'memory', id });
  void scanMemory(id);
}

const LOOK_AGAIN = 1_000;

/** Keep the scans of a conversation true while one of them runs, and the inbox when one has ended. */
export function followScans(conversationId: string): () => void {
  inbox.setState({ scans: [] });
  void quietly(() => loadScans(conversationId));
  const timer = setInterval(() => {
    if (isScanning(inbox.getState().scans)) void quietly(() => lookAgain(conversationId));
  }, LOOK_AGAIN);
  return () => clearInterval(timer);
}

async function lookAgain(conversationId: string): Promise<void> {
  await loadScans(conversationId);
  if (!isScanning(inbox.getState().scans)) await loadMemories();
}

// A scan that follows a turn by itself takes a while.
const AFTER_A_TURN = [0, 4_000, 20_000] as const;

/** Keep the count in the library true: at first, when the tab is looked at again, and after a turn has ended. */
export function watchMemories(): () => void {
  const refresh = () => void quietly(loadMemories);
  const seen = () => !document.hidden && refresh();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const stop = conversation.subscribe((now, before) => {
    if (now.id !== before.id || openTurn(now) !== null || openTurn(before) === null) return;
    for (const delay of AFTER_A_TURN) timers.add(setTimeout(refresh, delay));
  });
  document.addEventListener('visibilitychange', seen);
  refresh();
  return () => {
    for (const each of timers) clearTimeout(each);
    document.removeEventListener('visibilitychange', seen);
    stop();
  };
}
