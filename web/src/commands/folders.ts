/** Folders: make, rename and remove one, bring it back, and move conversations. */
import '../locales/folders';
import { say } from '../locales/i18n';
import { folderList } from '../model/folders';
import { notify } from '../model/screen';
import { type ConversationEntry, type Folder, findFolder, workspace } from '../model/workspace';
import type { ConversationsAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';
import { addConversations, loadFolders, refreshConversations } from './workspace';

const MOST = 200;

/** Everything that lies in a folder, however long ago it changed. */
export async function loadInside(id: string): Promise<void> {
  let before: string | null = null;
  do {
    const page: ConversationsAnswer = await ask('GET /v1/conversations', {
      query: { limit: MOST, folder_id: id, before },
    });
    addConversations(page.items);
    before = page.next ?? null;
  } while (before !== null);
}

export async function makeFolder(name: string): Promise<boolean> {
  return attempt(async () => {
    const made = await make(name);
    notify(say('folders:made', { name: made.name }), { undo: () => void removeFolder(made) });
  });
}

/** A new folder, with this conversation in it. */
export async function moveToNew(id: string, name: string): Promise<boolean> {
  return attempt(async () => {
    const { id: folderId } = await make(name);
    await moveTo(id, folderId);
  });
}

async function make(name: string): Promise<Folder> {
  const made = await ask('POST /v1/folders', { body: { name } });
  await loadFolders();
  return made;
}

export async function renameFolder({ id, name: before }: Folder, name: string): Promise<boolean> {
  return attempt(async () => {
    const path = { folder_id: id };
    await ask('PATCH /v1/folders/{folder_id}', { path, body: { name } });
    await loadFolders();
    const undo = () => void renameFolder({ id, name, conversations: 0 }, before);
    notify(say('folders:renamed', { name }), { undo });
  });
}

/** What lies in it stays; the status line offers to bring the folder back. */
export async function removeFolder(folder: Folder): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/folders/{folder_id}', { path: { folder_id: folder.id } });
    await Promise.all([loadFolders(), refreshConversations()]);
    notify(say('folders:removed', { name: folder.name }), { undo: () => void bringBack(folder) });
  });
}

async function bringBack({ id, name }: Folder): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/folders/{folder_id}/restore', { path: { folder_id: id } });
    await Promise.all([loadFolders(), refreshConversations()]);
    if (folderList.getState().open.includes(id)) await loadInside(id);
    notify(say('folders:back', { name }));
  });
}

/** Put a conversation into a folder, or with null outside any. */
export async function moveTo(id: string, folderId: string | null): Promise<boolean> {
  return attempt(async () => {
    const path = { conversation_id: id };
    const { folder_id: before } = await entryOf(id);
    if (before === folderId) return;
    addConversations([await ask('PATCH /v1/conversations/{conversation_id}', { path, body: { folder_id: folderId } })]);
    await loadFolders();
    const name = findFolder(workspace.getState(), folderId)?.name;
    const sentence = name === undefined ? say('folders:movedOut') : say('folders:moved', { name });
    notify(sentence, { undo: () => void moveTo(id, before) });
  });
}

/** As it is listed. One the list does not reach as far as is asked for: a change of nothing answers with it. */
async function entryOf(id: string): Promise<ConversationEntry> {
  const listed = workspace.getState().conversations.find((each) => each.id === id);
  return listed ?? ask('PATCH /v1/conversations/{conversation_id}', { path: { conversation_id: id }, body: {} });
}
