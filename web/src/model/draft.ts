/** What is being written, per conversation, kept across reloads; and what is chosen for the next send. */
import { createStore } from 'zustand/vanilla';
import { keep, recall, storageKey } from './keep';
import type { Ticked } from './synthesis';
import type { Thinking } from './thinking';

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
  /** The failed turn this message takes the place of. */
  readonly replaces: string | null;
  /** The filter that is applied: the last line that could be read. */
  readonly filter: string;
  readonly dropping: 'oldest' | 'importance' | 'sticky' | null;
  /** Files that go along with the message. */
  readonly attachments: readonly Attachment[];
  /** The synthesis that goes along with this send only. */
  readonly synthesis: Ticked | null;
  /** Models by advisor, for this send only; under '' for everybody else and from this send on, or '' for the usual. */
  readonly models: Readonly<Record<string, string>>;
  /** How much everybody thinks for this send only. */
  readonly thinking: Thinking | null;
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
  models: {},
  thinking: null,
};

/** The key of the conversation that does not exist yet. */
export const NEW = 'new';

type Drafts = Readonly<Record<string, Draft>>;

export const drafts = createStore<Drafts>(() => complete(recall('drafts', {})));
/** Messages on their way, by the conversation they were written in. Until one is accepted it is kept with the box. */
const taken = new Map<string, Draft>();

let hearing = false;

// Only what changed is written, onto what other tabs may have kept since; drafts with nothing in them are not kept.
drafts.subscribe((now, before) => {
  // What another tab has just kept is not kept again: by now it may have written more.
  if (hearing) return;
  const kept: Record<string, Draft> = { ...recall<Drafts>('drafts', {}) };
  for (const [key, draft] of Object.entries(now)) {
    if (draft === before[key]) continue;
    const away = taken.get(key);
    const whole = away ? join(away, draft) : draft;
    if (isEmpty(whole)) delete kept[key];
    else kept[key] = whole;
  }
  keep('drafts', kept);
});

/**
 * What another tab of this browser writes stands here too, and what it sent is gone here too: nobody sends a thing twice
 * because it was left open. A message on its way from here is this tab's own.
 */
addEventListener('storage', ({ key }) => {
  if (key !== storageKey('drafts')) return;
  const kept = complete(recall('drafts', {}));
  const keys = new Set([...Object.keys(kept), ...Object.keys(drafts.getState())]);
  const heard = [...keys].filter((each) => !taken.has(each)).map((each) => [each, kept[each] ?? EMPTY] as const);
  hearing = true;
  drafts.setState(
    Object.fromEntries(heard.filter(([each, draft]) => !isSame(draft, drafts.getState()[each] ?? EMPTY))),
  );
  hearing = false;
});

function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify({ ...EMPTY, ...other });
}

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

/** What is chosen for one send alone, before anybody has chosen. */
const UNSAID = {
  text: '',
  off: [],
  omit: [],
  replaces: null,
  advisorIds: null,
  attachments: [],
  synthesis: null,
  models: {},
  thinking: null,
} as const satisfies Partial<Draft>;

/**
 * Take the message out of the box: the box is empty at once, and what is written from now on is the next message.
 * A page that is closed before the message was spent or returned finds it in the box again.
 */
export function takeDraft(conversationId: string | null): Draft {
  const draft = draftOf(conversationId);
  taken.set(conversationId ?? NEW, draft);
  changeDraft(conversationId, UNSAID);
  return draft;
}

/** The message that was taken has been accepted. */
export function spendDraft(conversationId: string | null): void {
  taken.delete(conversationId ?? NEW);
  changeDraft(conversationId, {});
}

/** The message that was taken was not accepted: it stands in the box again, before what was written meanwhile. */
export function returnDraft(conversationId: string | null): void {
  const key = conversationId ?? NEW;
  const away = taken.get(key);
  taken.delete(key);
  if (away) putBefore(conversationId, away);
}

/** A message that is not sent after all stands in the box, before what was written there. */
export function putBefore(conversationId: string | null, draft: Draft): void {
  changeDraft(conversationId, join(draft, draftOf(conversationId)));
}

export function isOnItsWay(conversationId: string | null): boolean {
  return taken.has(conversationId ?? NEW);
}

/** Nothing is being written there any more. */
export function forgetDraft(conversationId: string): void {
  taken.delete(conversationId);
  changeDraft(conversationId, EMPTY);
}

/** What was being written in a conversation that is gone goes on in a new one, unless something stands there. */
export function rescueDraft(conversationId: string): void {
  const { text } = draftOf(conversationId);
  if (text.trim() !== '' && isBlank(draftOf(null))) changeDraft(null, { text });
  forgetDraft(conversationId);
}

/** What was written and chosen before a conversation existed becomes its own. */
export function moveDraft(conversationId: string): void {
  changeDraft(conversationId, { ...draftOf(null), panelId: null });
}

/** Words one under the other, choices of both; where only one can hold, the later choice. */
function join(first: Draft, then: Draft): Draft {
  const both = <Each>(one: readonly Each[], other: readonly Each[]) => [...new Set([...one, ...other])];
  const known = new Set(first.attachments.map((each) => each.id));
  return {
    ...then,
    text: then.text.trim() === '' ? first.text : first.text.trim() === '' ? then.text : `${first.text}\n${then.text}`,
    advisorIds: then.advisorIds ?? first.advisorIds,
    off: both(first.off, then.off),
    omit: both(first.omit, then.omit),
    replaces: then.replaces ?? first.replaces,
    attachments: [...first.attachments, ...then.attachments.filter((each) => !known.has(each.id))],
    synthesis: then.synthesis ?? first.synthesis,
    models: { ...first.models, ...then.models },
    thinking: then.thinking ?? first.thinking,
  };
}
