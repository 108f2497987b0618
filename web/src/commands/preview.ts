/**
 * Ask the server what would be sent, whenever that may have changed.
 *
 * One question is under way at a time per draft; a newer one takes its place. The last good answer stays on the screen.
 */
import { conversation } from '../model/conversation';
import { type Draft, draftOf, drafts, isOnItsWay } from '../model/draft';
import { preview } from '../model/preview';
import { screen } from '../model/screen';
import { workspace } from '../model/workspace';
import type { ChoiceBody, DraftBody, PreviewAnswer } from '../protocol/generated/answers';
import { ask, isAborted, Refusal } from '../protocol/request';
import { explain } from './refused';

const PAUSE = 140;
const AGAIN = 3000;
let timer: ReturnType<typeof setTimeout> | undefined;
let under: AbortController | null = null;

/** Keep the preview true to the draft from now on. */
export function watchDraft(): () => void {
  const stops = [
    drafts.subscribe(schedule),
    workspace.subscribe((now, before) => {
      // Who speaks, and with which words of theirs, is not part of the fingerprint.
      if (now.advisors === before.advisors && now.panels === before.panels) return;
      preview.setState({ madeFor: null });
      schedule();
    }),
    conversation.subscribe((now, before) => {
      if (now.id !== before.id)
        preview.setState({ conversationId: now.id, latest: null, madeFor: null, pending: false, problem: null });
      const isBack = now.connection === 'live' && before.connection !== 'live' && preview.getState().problem !== null;
      if (isBack || now.id !== before.id || now.view?.seq !== before.view?.seq) schedule();
    }),
    screen.subscribe((now, before) => {
      if ((now.inspector === null) !== (before.inspector === null)) schedule();
    }),
  ];
  window.addEventListener('online', schedule);
  schedule();
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('online', schedule);
    clearTimeout(timer);
    under?.abort();
  };
}

export function choiceOf(draft: Draft): ChoiceBody {
  const { '': model, ...models } = draft.models;
  return {
    ...(draft.filter && { filter: draft.filter }),
    ...(draft.off.length > 0 && { off: [...draft.off] }),
    ...(draft.omit.length > 0 && { omit: [...draft.omit] }),
    ...(draft.dropping && { dropping: draft.dropping }),
    ...(draft.synthesis && { synthesis: draft.synthesis.id }),
    ...(model && { model }),
    ...(model === '' && { usual_models: true }),
    ...(Object.keys(models).length > 0 && { models }),
    ...(draft.thinking !== null && { thinking: draft.thinking }),
  };
}

/** What a draft asks for, as the preview and the send both say it. */
export function bodyOf(draft: Draft): DraftBody & { text: string } {
  return {
    text: draft.text,
    ...(draft.advisorIds && { advisor_ids: [...draft.advisorIds] }),
    ...(draft.replaces && { replaces: draft.replaces }),
    ...(draft.attachments.length > 0 && { attachments: draft.attachments.map((each) => each.id) }),
    choice: choiceOf(draft),
  } as DraftBody & { text: string };
}

/** A name for everything a preview depends on that this browser knows of. */
export function fingerprint(draft: Draft, seq: number): string {
  // A file of another kind is sent in another way, under the same id.
  const kinds = draft.attachments.map((each) => each.kind);
  return JSON.stringify([bodyOf(draft), kinds, draft.panelId, seq]);
}

/** Something outside of the draft that is sent along has changed. */
export async function refreshReminded(): Promise<void> {
  preview.setState({ madeFor: null });
  await refresh();
}

function schedule(): void {
  askAfter(PAUSE);
}

function askAfter(pause: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // While a message is on its way the next one stands on what becomes of it: both ends change the draft or the number.
    if (!isOnItsWay(conversation.getState().id)) void refresh();
  }, pause);
}

// A preview that takes longer than this does not hold a message back; the server checks sizes again anyway.
const PATIENCE = 2000;

/** What would be sent for exactly this draft; null when that takes too long or is refused, which the send is told again. */
export async function foresee(id: string | null, draft: Draft): Promise<PreviewAnswer | null> {
  clearTimeout(timer);
  under?.abort();
  const seq = conversation.getState().view?.seq ?? 0;
  const stop = new AbortController();
  const end = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const latest = await askPreview(id, draft, false, stop.signal);
    const madeFor = `${fingerprint(draft, seq)}false`;
    if (conversation.getState().id === id) preview.setState({ conversationId: id, latest, madeFor, problem: null });
    return latest;
  } catch (error) {
    if (isAborted(error) || error instanceof Refusal) return null;
    throw error;
  } finally {
    clearTimeout(end);
    preview.setState({ pending: false });
  }
}

/** Ask now. The bodies of all payloads come along while somebody looks at them. */
export async function refresh(): Promise<void> {
  const { id, view } = conversation.getState();
  if (id !== null && view === null) return;
  const draft = draftOf(id);
  const details = screen.getState().inspector !== null;
  const madeFor = fingerprint(draft, view?.seq ?? 0) + details;
  under?.abort();
  if (preview.getState().madeFor === madeFor && preview.getState().conversationId === id) {
    preview.setState({ pending: false, problem: null });
    return;
  }
  under = new AbortController();
  preview.setState({ pending: true });
  try {
    const latest = await askPreview(id, draft, details, under.signal);
    if (conversation.getState().id === id) {
      preview.setState({ conversationId: id, latest, madeFor, pending: false, problem: null });
    }
  } catch (error) {
    if (isAborted(error)) return;
    if (!(error instanceof Refusal)) throw error;
    if (conversation.getState().id !== id) return;
    preview.setState({
      pending: false,
      problem: { code: error.code, message: explain(error), facts: error.facts },
    });
    // A feed that outlives a short outage does not tell of its end.
    if (error.code === 'offline') askAfter(AGAIN);
  }
}

function askPreview(id: string | null, draft: Draft, details: boolean, signal: AbortSignal): Promise<PreviewAnswer> {
  const body = { ...bodyOf(draft), details };
  if (id === null) return ask('POST /v1/preview', { body: { ...body, panel_id: draft.panelId }, signal });
  return ask('POST /v1/conversations/{conversation_id}/preview', { path: { conversation_id: id }, body, signal });
}
