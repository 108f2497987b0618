/** The journal: write a decision down, look back on it, take it out. All of it can be undone. */
import { say } from '../locales/i18n';
import { type Claims, type Decision, type DecisionLine, journal, type Outcome } from '../model/journal';
import { go, route } from '../model/route';
import { notify } from '../model/screen';
import type { Turn } from '../protocol/events';
import type { ChangingDecision, DecisionCases, WritingDecision } from '../protocol/generated/answers';
import { address, ask, Refusal } from '../protocol/request';
import { focusedRow } from './keys/focus';
import { quietly } from './quietly';
import { attempt } from './refused';

/** Decisions, what they say about the person, and what they say about the advisors. */
export async function loadJournal(): Promise<void> {
  const [, calibration, card] = await Promise.all([
    loadDecisions(),
    ask('GET /v1/journal/calibration'),
    ask('GET /v1/journal/scorecard'),
  ]);
  journal.setState({ calibration, scores: card.items, enough: card.enough });
}

/** How each advisor's stances have turned out, and nothing else. */
export async function loadScores(): Promise<void> {
  const card = await ask('GET /v1/journal/scorecard');
  journal.setState({ scores: card.items, enough: card.enough });
}

export async function loadDecisions(): Promise<void> {
  const { items: decisions, due, next } = await ask('GET /v1/decisions');
  journal.setState({ decisions, due, next });
}

export async function loadMoreDecisions(): Promise<void> {
  const { next: before, decisions } = journal.getState();
  if (before === null) return;
  const more = await ask('GET /v1/decisions', { query: { before } });
  journal.setState({ decisions: [...(decisions ?? []), ...more.items], next: more.next });
}

export async function loadDecision(id: string): Promise<void> {
  const { one } = journal.getState();
  if (one !== null && (one === 'missing' || one.id !== id)) journal.setState({ one: null });
  try {
    journal.setState({ one: await ask('GET /v1/decisions/{decision_id}', { path: { decision_id: id } }) });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    journal.setState({ one: 'missing' });
  }
}

export interface Decidable {
  readonly turn: Turn;
  readonly claims: Claims;
  /** Decisions that were made here before. */
  readonly earlier: readonly DecisionLine[];
}

/** What a decision about a turn begins with. Without a map there are no claims. */
export async function readDecidable(turnId: string): Promise<Decidable> {
  const path = { turn_id: turnId };
  const [turn, map, earlier] = await Promise.all([
    ask('GET /v1/turns/{turn_id}', { path }),
    ask('GET /v1/turns/{turn_id}/map', { path }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return null;
    }),
    ask('GET /v1/decisions', { query: { turn_id: turnId } }),
  ]);
  return { turn, claims: map?.claims ?? [], earlier: earlier.items };
}

/** Go and write down what this turn led to. */
export function writeToJournal(turnId: string): void {
  go({ page: 'journal', id: null, turnId });
}

/** The same for the turn that keys act on. */
export function writeFocused(): void {
  const row = focusedRow();
  if (row) writeToJournal(row.id);
}

export async function writeDecision(body: WritingDecision): Promise<void> {
  const made = await ask('POST /v1/decisions', { body });
  journal.setState({ one: made });
  go({ page: 'journal', id: made.id, turnId: null }, { replace: true });
  notify(say('journal:done.written'), { undo: () => void removeDecision(made) });
  await quietly(loadJournal);
}

/** Say how it turned out, in words if there are any; null takes it back. The status line offers the way back. */
export async function recordOutcome(decision: Decision, outcome: Outcome | null, text: string): Promise<boolean> {
  const sentence = outcome === null ? say('journal:done.takenBack') : say('journal:done.outcome');
  return change(decision, { outcome, outcome_text: text }, sentence, {
    outcome: decision.outcome,
    outcome_text: decision.outcome_text,
  });
}

export async function moveReview(decision: Decision, reviewAt: string | null, reviewerId: string): Promise<boolean> {
  return change(decision, { review_at: reviewAt, reviewer_id: reviewerId }, say('journal:done.moved'), {
    review_at: decision.review_at,
    reviewer_id: decision.reviewer_id,
  });
}

async function change(
  { id }: Decision,
  body: ChangingDecision,
  sentence: string,
  before: ChangingDecision,
): Promise<boolean> {
  return attempt(async () => {
    await patch(id, body);
    notify(sentence, {
      undo: () =>
        void attempt(async () => {
          await patch(id, before);
          notify(say('journal:done.back'));
        }),
    });
  });
}

async function patch(id: string, body: ChangingDecision): Promise<void> {
  const one = await ask('PATCH /v1/decisions/{decision_id}', { path: { decision_id: id }, body });
  // Undone from elsewhere, it does not take the place of the one that is being looked at.
  const shown = journal.getState().one;
  if (shown !== null && shown !== 'missing' && shown.id === id) journal.setState({ one });
  await quietly(loadJournal);
}

export async function removeDecision({ id }: Pick<Decision, 'id'>): Promise<boolean> {
  return attempt(async () => {
    const path = { decision_id: id };
    await ask('DELETE /v1/decisions/{decision_id}', { path });
    const here = route.getState().now;
    if (here.page === 'journal' && here.id === id) go({ page: 'journal', id: null, turnId: null }, { replace: true });
    await quietly(loadJournal);
    notify(say('journal:done.removed'), {
      undo: () =>
        void attempt(async () => {
          await ask('POST /v1/decisions/{decision_id}/restore', { path });
          await quietly(loadJournal);
          notify(say('journal:done.restored'));
        }),
    });
  });
}

/** A decision that went wrong as a test of everybody who stood for it; nothing when it was refused. */
export async function testDecision({ id }: Pick<Decision, 'id'>): Promise<DecisionCases | null> {
  let made: DecisionCases | null = null;
  await attempt(async () => {
    made = await ask('POST /v1/decisions/{decision_id}/cases', { path: { decision_id: id } });
    const { cases, unkept } = made;
    if (cases.length === 0) return notify(say('journal:done.untested', { reason: unkept[0]?.message ?? '' }));
    notify(say('journal:done.tested', { count: cases.length }), { undo: () => void archiveCases(cases) });
  });
  return made;
}

async function archiveCases(cases: DecisionCases['cases']): Promise<void> {
  await attempt(async () => {
    await Promise.all(cases.map((each) => ask('DELETE /v1/evals/cases/{case_id}', { path: { case_id: each.id } })));
    notify(say('journal:done.untest'));
  });
}

/** Where the journal, or one decision, can be had as Markdown. */
export function exportAddress(decisionId: string | null): string {
  return address('GET /v1/journal/export', { query: { decision_id: decisionId } });
}

/** Keep the reminder in the library true: at first, and when the tab is looked at again. */
export function watchDecisions(): () => void {
  const refresh = () => void quietly(loadDecisions);
  const seen = () => !document.hidden && refresh();
  document.addEventListener('visibilitychange', seen);
  refresh();
  return () => document.removeEventListener('visibilitychange', seen);
}
