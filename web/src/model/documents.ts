/** Files people brought: the list of them, and what is on its way. */
import { createStore } from 'zustand/vanilla';
import type { DocumentAnswer } from '../protocol/generated/answers';
import type { Attachment } from './draft';

export type Document = DocumentAnswer;
export type DocumentKind = Document['kind'];
export const KINDS: readonly DocumentKind[] = ['inline', 'library', 'guideline'];

/** A file that is being brought, or was refused. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** The draft it is for; null when it goes to the library by itself. */
  readonly draft: string | null;
  /** Between 0 and 1; 1 while the server reads it. */
  readonly share: number;
  /** The sentence it was refused with. */
  readonly problem: string | null;
}

export interface Documents {
  readonly loaded: boolean;
  readonly list: readonly Document[];
  readonly uploads: readonly Upload[];
}

export const documents = createStore<Documents>(() => ({ loaded: false, list: [], uploads: [] }));

export function putDocument(document: Document): void {
  const { list } = documents.getState();
  const known = list.some((each) => each.id === document.id);
  documents.setState({
    list: known ? list.map((each) => (each.id === document.id ? document : each)) : [document, ...list],
  });
}

export function dropDocument(id: string): void {
  documents.setState({ list: documents.getState().list.filter((each) => each.id !== id) });
}

export function putUpload(upload: Upload): void {
  const { uploads } = documents.getState();
  const known = uploads.some((each) => each.id === upload.id);
  documents.setState({
    uploads: known ? uploads.map((each) => (each.id === upload.id ? upload : each)) : [...uploads, upload],
  });
}

export function dropUpload(id: number): void {
  documents.setState({ uploads: documents.getState().uploads.filter((each) => each.id !== id) });
}

export function asAttachment({ id, name, kind, bytes, width }: Document): Attachment {
  return { id, name, kind, bytes, isImage: width !== null };
}
