/** Exports of other programs: bring one, look at it, have it written, take it back. */
import { createStore } from 'zustand/vanilla';
import { on } from '../model/signals';
import type { ImportedConversationAnswer, ImportedFileAnswer, ImporterAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { upload } from '../protocol/upload';
import { quietly } from './quietly';
import { attempt } from './refused';

export type Import = ImportedFileAnswer;
export type ImportedConversation = ImportedConversationAnswer;

interface AllImports {
  /** Null until they were read. */
  readonly items: readonly Import[] | null;
  readonly importers: readonly ImporterAnswer[];
  readonly sending: { readonly name: string; readonly share: number } | null;
}

export const imports = createStore<AllImports>(() => ({ items: null, importers: [], sending: null }));

const PIECE = 4 * 1024 * 1024;
const LOOK_AGAIN = 1_000;
const BUSY: ReadonlySet<Import['status']> = new Set(['reading', 'writing', 'undoing']);

export function isBusy({ status }: Import): boolean {
  return BUSY.has(status);
}

async function loadImports(): Promise<void> {
  const { items } = await ask('GET /v1/imports');
  imports.setState({ items });
}

/** The first conversations that came with it; those that are here, not those that were left. */
export async function listBrought(id: string): Promise<readonly ImportedConversation[]> {
  const { items } = await ask('GET /v1/imports/{import_id}/conversations', { path: { import_id: id } });
  return items.filter((each) => each.conversation_id !== null);
}

/** Keep them true while somebody looks: how far one has come has to be asked. */
export function followImports(): () => void {
  const look = () => void quietly(loadImports);
  look();
  void quietly(async () => imports.setState({ importers: (await ask('GET /v1/importers')).items }));
  const timer = setInterval(() => imports.getState().items?.some(isBusy) && look(), LOOK_AGAIN);
  const stop = on('workChanged', look);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Files one after the other, each in pieces; when one has arrived it is read. */
export async function bringFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    await attempt(() => bring(file));
    imports.setState({ sending: null });
    await quietly(loadImports);
  }
}

async function bring(file: File): Promise<void> {
  const { id } = await ask('POST /v1/imports', { body: { name: file.name } });
  const path = { import_id: id };
  for (let start = 0, number = 0; start < file.size; start += PIECE, number += 1) {
    const tell = (share: number) =>
      imports.setState({ sending: { name: file.name, share: Math.min(1, (start + share * PIECE) / file.size) } });
    tell(0);
    const asked = { path, query: { number } };
    await upload('POST /v1/imports/{import_id}/pieces', asked, file.slice(start, start + PIECE), { onProgress: tell });
  }
  await ask('POST /v1/imports/{import_id}/read', { path });
}

/** Write all that is new in it. */
export async function startImport({ id }: Import): Promise<void> {
  await attempt(() => ask('POST /v1/imports/{import_id}/start', { path: { import_id: id }, body: {} }));
  await quietly(loadImports);
}

/** Take back all that it brought, or forget it where that is nothing. */
export async function undoImport({ id }: Import): Promise<void> {
  await attempt(() => ask('DELETE /v1/imports/{import_id}', { path: { import_id: id } }));
  await quietly(loadImports);
}
