/** What is being written, per conversation, kept across reloads; and what is chosen for the next send. */
import { createStore } from 'zustand/vanilla';
import { keep, recall } from './keep';
import type { Ticked } from './synthesis';

export type Item = 'reference' | 'state' | 'memory' | 'instructions' | 'todo' | 'documents';

export interface Draft {
  readonly text: string;
  /** Who is asked; null for the whole panel. */
  readonly advisorIds: readonly string[] | null;
  /** The panel a new conversation will have; null for the default one. */
  readonly panelId: string | null;
  /** What is switched off for this send only. */
  readonly off: readonly Item[];
  /** Single things left out of this send: for one advisor, or with nothing before the stroke for everybody. */
  readonly omit: readonly string[];
  /** The failed turn this message takes the place of (D26). */
  readonly replaces: string | null;
  /** The filter that is applied: the last line that could be read. */
  readonly filter: string;
  readonly dropping: 'oldest' | 'importance' | 'sticky' | null;
  /** Files that go along with the message. */
  readonly attachments: readonly Attachment[];
  /** The synthesis that goes along with this send only. */
  readonly synthesis: Ticked | null;
}

/** A file of the server's, as far as a chip shows it. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly kind: 'guideline' | 'inline' | 'library';
  /** Null for one that was taken over from a turn. */
  readonly bytes: number | null;
  readonly isImage: boolean;
}

export const EMPTY: Draft = {
  text: '',
  advisorIds: null,
  panelId: null,
  off: [],
  omit: [],
  replaces: null,
  filter: '',
  dropping: null,
  attachments: [],
  synthesis: null,
};

/** The key of the conversation that does not exist yet. */
export const NEW = 'new';

type Drafts = Readonly<Record<string, Draft>>;

export const drafts = createStore<Drafts>(() => complete(recall('drafts', {})));
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

/** Drafts an older version kept lack what it did not know. */
function complete(kept: Readonly<Record<string, Partial<Draft>>>): Drafts {
  return Object.fromEntries(Object.entries(kept).map(([key, draft]) => [key, { ...EMPTY, ...draft }]));
}

function isEmpty(draft: Draft): boolean {
  return JSON.stringify({ ...EMPTY, ...draft }) === JSON.stringify(EMPTY);
}

/** Nothing to send: neither words nor files. */
export function isBlank(draft: Draft): boolean {
  return draft.text.trim() === '' && draft.attachments.length === 0;
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
  changeDraft(conversationId, {
    text: rest,
    off: [],
    omit: [],
    replaces: null,
    advisorIds: null,
    attachments: [],
    synthesis: null,
  });
}
