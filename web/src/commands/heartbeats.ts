/** Speaking unasked: give leave, take it back, see what became of it, and say that a message was read. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { type Heartbeat, type HeartbeatRun, NOBODY, unasked } from '../model/heartbeats';
import { go } from '../model/route';
import { notify } from '../model/screen';
import { workspace } from '../model/workspace';
import type { AskingAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { quietly } from './quietly';
import { attempt } from './refused';
import { refreshConversations } from './workspace';

export async function loadLeave(id: string): Promise<void> {
  const path = { conversation_id: id };
  const leave = await ask('GET /v1/conversations/{conversation_id}/heartbeats', { path });
  keep(id, { leave });
}

export async function loadRuns(id: string): Promise<void> {
  const path = { conversation_id: id };
  const { items: runs } = await ask('GET /v1/conversations/{conversation_id}/heartbeat-runs', { path });
  keep(id, { runs });
}

function keep(id: string, found: Partial<typeof NOBODY>): void {
  const now = unasked.getState();
  unasked.setState({ ...(now.conversationId === id ? now : NOBODY), conversationId: id, ...found });
}

const LOOK_AGAIN = 4_000;

/** Keep the page of a conversation true while it is looked at. */
export function followUnasked(id: string): () => void {
  const look = async () => {
    const before = countUnread();
    await Promise.all([loadLeave(id), loadRuns(id)]);
    if (countUnread() !== before) await refreshConversations();
  };
  void attempt(look);
  const timer = setInterval(() => !document.hidden && void quietly(look), LOOK_AGAIN);
  return () => clearInterval(timer);
}

function countUnread(): number {
  return unasked.getState().runs?.filter((each) => each.unread).length ?? 0;
}

export interface Leave {
  every_minutes: number;
  quiet_from: string | null;
  quiet_until: string | null;
  model: string | null;
  next_at?: string;
}

export function leaveOf({ every_minutes, quiet_from, quiet_until, model }: Heartbeat): Leave {
  return { every_minutes, quiet_from: quiet_from ?? null, quiet_until: quiet_until ?? null, model: model ?? null };
}

/** Give leave, or change it; the status line offers to undo. */
export async function giveLeave(before: Heartbeat, leave: Leave): Promise<boolean> {
  return attempt(async () => {
    await put(before, leave);
    notify(say('heartbeats:done.given', { name: before.name }), { undo: () => void attempt(() => putBack(before)) });
  });
}

export async function takeLeave(before: Heartbeat): Promise<boolean> {
  return attempt(async () => {
    await remove(before);
    notify(say('heartbeats:done.taken', { name: before.name }), { undo: () => void attempt(() => putBack(before)) });
  });
}

/** Let it decide now instead of when its time comes. */
export async function letDecide(heartbeat: Heartbeat): Promise<boolean> {
  return attempt(async () => {
    await put(heartbeat, { ...leaveOf(heartbeat), next_at: new Date().toISOString() });
    notify(say('heartbeats:done.deciding', { name: heartbeat.name }));
  });
}

async function putBack(before: Heartbeat): Promise<void> {
  if (before.enabled) await put(before, leaveOf(before));
  else await remove(before);
  notify(say('heartbeats:done.back'));
}

async function put({ conversation_id, advisor_id }: Heartbeat, body: Leave): Promise<void> {
  const path = { conversation_id, advisor_id };
  await ask('PUT /v1/conversations/{conversation_id}/heartbeats/{advisor_id}', { path, body });
  await loadLeave(conversation_id);
}

async function remove({ conversation_id, advisor_id }: Heartbeat): Promise<void> {
  const path = { conversation_id, advisor_id };
  await ask('DELETE /v1/conversations/{conversation_id}/heartbeats/{advisor_id}', { path });
  await loadLeave(conversation_id);
}

export function previewAsking({ conversation_id, advisor_id }: Heartbeat): Promise<AskingAnswer> {
  const path = { conversation_id, advisor_id };
  return ask('GET /v1/conversations/{conversation_id}/heartbeats/{advisor_id}/preview', { path });
}

/** The person has seen it: the mark in the list goes, the one on the turn stays until they leave. */
export async function markRead(run: HeartbeatRun): Promise<void> {
  await ask('POST /v1/heartbeat-runs/{run_id}/read', { path: { run_id: run.id } });
  await refreshConversations();
}

/** From a conversation to the page that says who may speak there. */
export function openUnasked(): void {
  const { id } = conversation.getState();
  if (id !== null) go({ page: 'unasked', id });
}

const LIST_AGAIN = 30_000;

/** Advisors may speak in conversations nobody looks at: the list is read again now and then. */
export function watchUnread(): () => void {
  const look = () => !document.hidden && workspace.getState().loaded && void quietly(refreshConversations);
  const timer = setInterval(look, LIST_AGAIN);
  return () => clearInterval(timer);
}
