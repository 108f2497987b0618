/** Tests of one advisor: what its answers must hold, what came of it, and the search for better words. */
import { createStore } from 'zustand/vanilla';
import type {
  CaseAnswer,
  CaseLine,
  EvalHistoryAnswer,
  EvalRunLine,
  ImprovementAnswer,
  ResultAnswer,
  VerdictAnswer,
} from '../protocol/generated/answers';
import type { Assertion } from './expectations';
import type { Stretch } from './spots';

export type EvalCase = CaseLine;
export type WholeCase = CaseAnswer;
export type EvalRun = EvalRunLine;
export type EvalHistory = EvalHistoryAnswer;
export type EvalResult = ResultAnswer;
export type Improvement = ImprovementAnswer;
export type Verdict = VerdictAnswer;
/** What came of a test; what nobody could judge is neither good nor bad. */
export type CaseStatus = EvalResult['status'];

/** A test with what came of it last: the run, and each time it was played there. */
export interface Played {
  readonly run: EvalRun;
  readonly results: readonly EvalResult[];
}

export interface Evals {
  /** Whose they are. */
  readonly advisorId: string | null;
  /** Null until it was read; `missing` when there is no such advisor. */
  readonly history: EvalHistory | 'missing' | null;
  /** Why it could not be read. */
  readonly problem: string | null;
  /** Tests archived; null until somebody wants to see them. */
  readonly away: readonly EvalCase[] | null;
  /** The test that is looked at; `missing` when it is not there. */
  readonly one: WholeCase | 'missing' | null;
  readonly played: Played | null;
  /** The newest search for better words. */
  readonly improvement: Improvement | null;
}

export const evals = createStore<Evals>(() => ({
  advisorId: null,
  history: null,
  problem: null,
  away: null,
  one: null,
  played: null,
  improvement: null,
}));

/** What was read, where it could be. */
export function historyOf({ history }: Evals): EvalHistory | null {
  return history === 'missing' ? null : history;
}

export function runningOf(history: EvalHistory | null): EvalRun | null {
  return history?.items.find((each) => each.status === 'running') ?? null;
}

export function isAnyRunning(history: EvalHistory | null): boolean {
  return history?.improvements[0]?.status === 'running';
}

export function count(run: EvalRun, status: CaseStatus): number {
  return run.counts[status] ?? 0;
}

/** How one run did. */
export interface Score {
  readonly id: string;
  readonly version: number;
  readonly score: number;
}

/** The scores of an advisor's own words, oldest first; a run that nobody could judge has none. */
export function scoresOf(runs: readonly EvalRun[]): readonly Score[] {
  return runs
    .filter((each) => each.description === null)
    .flatMap(({ id, advisor_version: version, score }) => (score === null ? [] : [{ id, version, score }]))
    .toReversed();
}

/** One thing a test asks for, and the verdict on it. Either may be missing: never run, or asked elsewhere in the test. */
export interface Judged {
  readonly assertion: Assertion | null;
  readonly verdict: Verdict | null;
}

/** Each thing with its verdict. Verdicts come in the order of the things, kind by kind. */
export function judge(assertions: readonly Assertion[], verdicts: readonly Verdict[]): readonly Judged[] {
  const left = [...verdicts];
  const asked = assertions.map((assertion) => {
    const at = left.findIndex((each) => each.type === kindOf(assertion));
    return { assertion, verdict: at < 0 ? null : (left.splice(at, 1)[0] ?? null) };
  });
  return [...asked, ...left.map((verdict) => ({ assertion: null, verdict }))];
}

const ALIASES: Readonly<Record<string, string>> = {
  llm_judge: 'llm-rubric',
  'llm-judge': 'llm-rubric',
  rubric: 'llm-rubric',
  rubrics: 'llm-rubric',
  code_judge: 'code',
  'code-judge': 'code',
  exact: 'equals',
  is_json: 'is-json',
};

function kindOf(assertion: Assertion): string {
  const type = typeof assertion === 'string' ? 'llm-rubric' : assertion.type.replace(/^not-/, '');
  return ALIASES[type] ?? type;
}

/** A test that was changed after it was run asks for other things than were judged. */
export function isChangedSince(one: EvalCase, result: EvalResult): boolean {
  return Date.parse(one.updated_at) > Date.parse(result.ended_at);
}

/** Where the verdicts rest on the answer itself. */
export function stretchesOf(verdicts: readonly Verdict[]): readonly Stretch[] {
  return verdicts
    .flatMap((each) => each.spots)
    .flatMap(({ where, start, end }) =>
      where === 'answer' && typeof start === 'number' && typeof end === 'number' ? [{ start, end }] : [],
    );
}

export interface CaseMessage {
  readonly role: string;
  readonly content: string;
}

/** The messages a test sends, as far as they are words. */
export function messagesOf(body: Readonly<Record<string, unknown>>, key = 'input_messages'): readonly CaseMessage[] {
  const found = body[key];
  return Array.isArray(found) ? found.map(readMessage) : [];
}

function readMessage(message: unknown): CaseMessage {
  const { role, content } = message as { role?: unknown; content?: unknown };
  const parts = Array.isArray(content)
    ? content.map((part) => String((part as { value?: unknown }).value ?? ''))
    : null;
  return { role: String(role ?? ''), content: parts?.join('\n') ?? String(content ?? '') };
}
