/** What is being written, per conversation, kept across reloads; and what is chosen for the next send. */
import { createStore } from 'zustand/vanilla';
import { keep, recall } from './keep';

export type Item = 'reference' | 'state' | 'instructions' | 'todo' | 'documents';

export interface Draft {
  readonly text: string;
  /** Who is asked; null for the whole panel. */
  readonly advisorIds: readonly string[] | null;
  /** The panel a new conversation will have; null for the default one. */
  readonly panelId: string | null;
  /** What is switched off for this send only. */
  readonly off: readonly Item[];
  /** The failed turn this message takes the place of (D26). */
  readonly replaces: string | null;
  /** The filter that is applied: the last line that could be read. */
  readonly filter: string;
  readonly dropping: 'oldest' | 'importance' | 'sticky' | null;
}

export const EMPTY: Draft = {
  text: '',
  advisorIds: null,
  panelId: null,
  off: [],
  replaces: null,
  filter: '',
  dropping: null,
};

/** The key of the conversation that does not exist yet. */
export const NEW = 'new';

export const drafts = createStore<Readonly<Record<string, Draft>>>(() => recall('drafts', {}));
drafts.subscribe((state) => keep('drafts', state));

export function draftOf(conversationId: string | null): Draft {
  return drafts.getState()[conversationId ?? NEW] ?? EMPTY;
}

export function changeDraft(conversationId: string | null, change: Partial<Draft>): void {
  const key = conversationId ?? NEW;
  drafts.setState({ [key]: { ...(drafts.getState()[key] ?? EMPTY), ...change } });
}

/** After a send: the text is gone, so is what was chosen for that send alone; filter and policy stay. */
export function spendDraft(conversationId: string | null): void {
  changeDraft(conversationId, { text: '', off: [], replaces: null, advisorIds: null });
}
