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

type Drafts = Readonly<Record<string, Draft>>;

export const drafts = createStore<Drafts>(() => recall('drafts', {}));
// Only what changed is written, onto what other tabs may have kept since; drafts with nothing in them are not kept.
drafts.subscribe((now, before) => {
  const kept: Record<string, Draft> = { ...recall<Drafts>('drafts', {}) };
  for (const [key, draft] of Object.entries(now)) {
    if (draft === before[key]) continue;
    if (isEmpty(draft)) delete kept[key];
    else kept[key] = draft;
  }
  keep('drafts', kept);
});

function isEmpty(draft: Draft): boolean {
  return JSON.stringify({ ...EMPTY, ...draft }) === JSON.stringify(EMPTY);
}

export function draftOf(conversationId: string | null): Draft {
  return drafts.getState()[conversationId ?? NEW] ?? EMPTY;
}

export function changeDraft(conversationId: string | null, change: Partial<Draft>): void {
  const key = conversationId ?? NEW;
  drafts.setState({ [key]: { ...(drafts.getState()[key] ?? EMPTY), ...change } });
}

/** After a send: what was sent is gone, so is what was chosen for that send alone. Words written meanwhile stay. */
export function spendDraft(conversationId: string | null, sent: string): void {
  const { text } = draftOf(conversationId);
  const rest = text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
  changeDraft(conversationId, { text: rest, off: [], replaces: null, advisorIds: null });
}
