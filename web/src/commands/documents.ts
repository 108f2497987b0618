/** Bring files, say what they are for, read them, search them, remove them and bring them back. */
import { say } from '../locales/i18n';
import {
  asAttachment,
  type Document,
  type DocumentKind,
  documents,
  dropDocument,
  dropUpload,
  putDocument,
  putUpload,
  type Upload,
} from '../model/documents';
import { type Attachment, changeDraft, draftOf, NEW } from '../model/draft';
import { announce, notify } from '../model/screen';
import type { PageAnswer, RecallAnswer, WholeDocumentAnswer } from '../protocol/generated/answers';
import { address, ask, isAborted, Refusal } from '../protocol/request';
import { upload } from '../protocol/upload';
import { refreshReminded } from './preview';
import { attempt, explain } from './refused';

export async function loadDocuments(): Promise<void> {
  const { items: list } = await ask('GET /v1/documents');
  documents.setState({ loaded: true, list });
}

let uploads = 0;
const stops = new Map<number, AbortController>();

/** Bring files into the message being written; each becomes a chip when the server has read it. */
export async function attachFiles(conversationId: string | null, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  announce(say('documents:attach.dropped', { count: files.length }));
  await Promise.all(files.map((file) => attachOne(conversationId, file)));
}

let choices = 0;
const chosen = new Map<string, number>();

/** Files stand in the order in which they were chosen, whichever arrives first. */
async function attachOne(conversationId: string | null, file: File): Promise<void> {
  const number = ++choices;
  const document = await bring(file, 'inline', conversationId, conversationId ?? NEW);
  if (document === null) return;
  const { attachments } = draftOf(conversationId);
  if (!attachments.some((each) => each.id === document.id)) {
    chosen.set(document.id, number);
    const before = attachments.filter((each) => (chosen.get(each.id) ?? 0) < number);
    const after = attachments.filter((each) => !before.includes(each));
    changeDraft(conversationId, { attachments: [...before, asAttachment(document), ...after] });
  }
  announce(say('documents:attach.attached', { name: document.name }));
}

/** Bring files into the library. */
export async function addToLibrary(files: readonly File[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const document = await bring(file, 'library', null, null);
      if (document === null) return;
      putDocument(document);
      notify(say('documents:page.added', { name: document.name }));
      void refreshReminded();
    }),
  );
}

/** The document as the server keeps it; null when it was refused or stopped. A refusal stays to be read. */
async function bring(
  file: File,
  kind: DocumentKind,
  conversation: string | null,
  draft: string | null,
): Promise<Document | null> {
  const begun: Upload = { id: ++uploads, name: file.name || 'image.png', draft, share: 0, problem: null };
  const stop = new AbortController();
  stops.set(begun.id, stop);
  putUpload(begun);
  try {
    const asked = { query: { name: begun.name, kind, conversation } };
    const onProgress = (share: number) => putUpload({ ...begun, share });
    const document = await upload('POST /v1/documents', asked, file, { onProgress, signal: stop.signal });
    dropUpload(begun.id);
    return document;
  } catch (error) {
    if (isAborted(error)) dropUpload(begun.id);
    else if (error instanceof Refusal) putUpload({ ...begun, problem: explain(error) });
    else throw error;
    return null;
  } finally {
    stops.delete(begun.id);
  }
}

/** Stop an upload, or put away the sentence of one that was refused. */
export function leaveUpload(id: number): void {
  const stop = stops.get(id);
  if (stop) stop.abort();
  else dropUpload(id);
}

export function detach(conversationId: string | null, id: string): void {
  const { attachments } = draftOf(conversationId);
  changeDraft(conversationId, { attachments: attachments.filter((each) => each.id !== id) });
}

/** Use an attached file in another way. */
export async function changeAttachedKind(
  conversationId: string | null,
  { id }: Attachment,
  kind: DocumentKind,
): Promise<void> {
  const changed = await changeDocument(id, { kind });
  if (changed === null) return;
  const { attachments } = draftOf(conversationId);
  changeDraft(conversationId, {
    attachments: attachments.map((each) => (each.id === id ? asAttachment(changed) : each)),
  });
}

/** Change a document; null when the server refused. */
export async function changeDocument(
  id: string,
  change: { kind?: DocumentKind; name?: string; enabled?: boolean },
): Promise<Document | null> {
  let changed: Document | null = null;
  await attempt(async () => {
    changed = await ask('PATCH /v1/documents/{document_id}', { path: { document_id: id }, body: change });
    putDocument(changed);
    void refreshReminded();
  });
  return changed;
}

/** No question is asked; the status line offers to take it back. */
export async function removeDocument({ id, name }: Document): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/documents/{document_id}', { path: { document_id: id } });
    dropDocument(id);
    notify(say('documents:page.removed', { name }), { undo: () => void bringBackDocument(id) });
    void refreshReminded();
  });
}

export async function bringBackDocument(id: string): Promise<boolean> {
  return attempt(async () => {
    const path = { document_id: id };
    const back = await ask('POST /v1/documents/{document_id}/restore', { path });
    await loadDocuments();
    notify(say('documents:page.back', { name: back.name }));
    void refreshReminded();
  });
}

export function readDocument(id: string): Promise<WholeDocumentAnswer> {
  return ask('GET /v1/documents/{document_id}', { path: { document_id: id } });
}

export function readPage(id: string, number: number): Promise<PageAnswer> {
  const path = { document_id: id, number: String(number) };
  return ask('GET /v1/documents/{document_id}/pages/{number}', { path });
}

export function searchDocuments(words: string, signal: AbortSignal): Promise<RecallAnswer> {
  return ask('GET /v1/documents/search', { query: { q: words, limit: 20 }, signal });
}

/** Where the bytes of a document are. */
export function dataAddress(id: string): string {
  return address('GET /v1/documents/{document_id}/data', { path: { document_id: id } });
}
