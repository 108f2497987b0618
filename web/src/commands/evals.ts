/** An advisor's tests: read them, make one, change it, archive it, run them, hand them out and take them in. */
import '../locales/evals';
import { say } from '../locales/i18n';
import { type EvalCase, evals, historyOf, isAnyRunning, runningOf, type WholeCase } from '../model/evals';
import { go, route } from '../model/route';
import { announce, notify } from '../model/screen';
import { on } from '../model/signals';
import type { ChangingCase, EvalHistoryAnswer, KeepingCaseBody, RunningEvals } from '../protocol/generated/answers';
import { address, ask, Refusal } from '../protocol/request';
import { upload } from '../protocol/upload';
import { loadImprovement } from './improve';
import { quietly } from './quietly';
import { attempt, explain } from './refused';

const ofAdvisor = (id: string) => ({ path: { advisor_id: id } });
const ofCase = (id: string) => ({ path: { case_id: id } });
const ofRun = (id: string) => ({ path: { run_id: id } });

/** Everything about an advisor's tests; what cannot be read is said on the page. */
export async function loadEvals(advisorId: string): Promise<void> {
  try {
    const history = await ask('GET /v1/advisors/{advisor_id}/evals', ofAdvisor(advisorId));
    if (evals.getState().advisorId !== advisorId) return;
    const ended = endedNow(historyOf(evals.getState()), history);
    evals.setState({ history: keepOlder(history), problem: null });
    if (ended) announce(ended);
    await quietly(() => loadImprovement(history.improvements[0]?.id ?? null));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (evals.getState().advisorId !== advisorId) return;
    if (error.code === 'not_found') evals.setState({ history: 'missing' });
    else if (evals.getState().history === null) evals.setState({ problem: explain(error) });
  }
}

/** Older pages that were read stay behind the newest one. */
function keepOlder(newest: EvalHistoryAnswer): EvalHistoryAnswer {
  const known = historyOf(evals.getState());
  if (known === null || known.items.length <= newest.items.length) return newest;
  const told = new Set(newest.items.map((each) => each.id));
  const older = known.items.filter((each) => !told.has(each.id));
  return { ...newest, items: [...newest.items, ...older], next: known.next };
}

/** What to tell when a run has come to its end since. */
function endedNow(before: EvalHistoryAnswer | null, now: EvalHistoryAnswer): string | null {
  const running = runningOf(before);
  const after = now.items.find((each) => each.id === running?.id);
  if (after === undefined || after.status === 'running') return null;
  const { passed = 0, failed = 0 } = after.counts;
  return say('evals:run.ended', { held: say('evals:run.held', { passed, judged: passed + failed }) });
}

export async function loadOlderRuns(): Promise<void> {
  const { advisorId } = evals.getState();
  const history = historyOf(evals.getState());
  if (advisorId === null || history === null || history.next === null) return;
  await attempt(async () => {
    const query = { before: history.next };
    const page = await ask('GET /v1/advisors/{advisor_id}/evals', {
      ...ofAdvisor(advisorId),
      query,
    });
    evals.setState({ history: { ...history, items: [...history.items, ...page.items], next: page.next } });
  });
}

const LOOK_AGAIN = 2_000;

/** Keep an advisor's tests true while somebody watches: the feed says what begins and ends, each test has to be asked for. */
export function followEvals(advisorId: string): () => void {
  if (evals.getState().advisorId !== advisorId) evals.setState({ ...evals.getInitialState(), advisorId });
  void loadEvals(advisorId);
  const timer = setInterval(() => {
    const history = historyOf(evals.getState());
    if (document.hidden || !(runningOf(history) || isAnyRunning(history))) return;
    void loadEvals(advisorId);
  }, LOOK_AGAIN);
  const stopHearing = on('workChanged', () => void loadEvals(advisorId));
  return () => {
    clearInterval(timer);
    stopHearing();
  };
}

/** One test and what came of it last. */
export async function loadCase(caseId: string): Promise<void> {
  const { one } = evals.getState();
  if (one !== null && (one === 'missing' || one.id !== caseId)) evals.setState({ one: null, played: null });
  try {
    const found = await ask('GET /v1/evals/cases/{case_id}', ofCase(caseId));
    evals.setState({ one: found });
    await loadPlayed(found);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    evals.setState({ one: 'missing', played: null });
  }
}

/** Each time the test was played in the run that tells of it last, with every request. */
async function loadPlayed({ id, latest }: WholeCase): Promise<void> {
  if (latest === null) return evals.setState({ played: null });
  const run = await ask('GET /v1/evals/runs/{run_id}', ofRun(latest.run_id));
  const times = run.results.filter((each) => each.case_id === id).map((each) => each.repeat);
  const results = await Promise.all(
    times
      .toSorted((a, b) => a - b)
      .map((repeat) =>
        ask('GET /v1/evals/runs/{run_id}/results/{case_id}/{repeat}', {
          path: { run_id: run.id, case_id: id, repeat: String(repeat) },
        }),
      ),
  );
  const { one } = evals.getState();
  if (one !== null && one !== 'missing' && one.id === id) evals.setState({ played: { run, results } });
}

/** The test that was made of an answer before, if one was. */
export async function findCaseOf(replyId: string): Promise<EvalCase | null> {
  const { items: cases } = await ask('GET /v1/evals/cases', { query: { reply_id: replyId } });
  return cases.at(-1) ?? null;
}

/** Keep an answer as a test. Throws what the server refuses. */
export async function keepCase(replyId: string, body: KeepingCaseBody): Promise<WholeCase> {
  return ask('POST /v1/replies/{reply_id}/cases', { path: { reply_id: replyId }, body });
}

/** Throws what the server refuses. */
export async function changeCase(caseId: string, body: ChangingCase): Promise<WholeCase> {
  const changed = await ask('PATCH /v1/evals/cases/{case_id}', { ...ofCase(caseId), body });
  const { one } = evals.getState();
  if (one !== null && one !== 'missing' && one.id === caseId)
    evals.setState({ one: { ...changed, latest: one.latest } });
  await refresh();
  return changed;
}

/** No question is asked; the status line offers to take it back. */
export async function archiveCase(one: EvalCase): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/evals/cases/{case_id}', ofCase(one.id));
    const { now } = route.getState();
    if (now.page === 'evals' && now.caseId === one.id) go({ ...now, caseId: null });
    await refresh();
    notify(say('evals:done.away', { name: one.name }), { undo: () => void unarchiveCase(one) });
  });
}

export async function unarchiveCase(one: EvalCase): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/evals/cases/{case_id}/restore', ofCase(one.id));
    await refresh();
    notify(say('evals:done.back', { name: one.name }));
  });
}

async function refresh(): Promise<void> {
  const { advisorId, away, one } = evals.getState();
  if (advisorId === null) return;
  await loadEvals(advisorId);
  if (away !== null) await quietly(loadAway);
  if (one !== null && one !== 'missing') await quietly(() => loadCase(one.id));
}

/** Read those archived too. */
export async function loadAway(): Promise<void> {
  const { advisorId } = evals.getState();
  const query = { advisor_id: advisorId, archived: true };
  const { items: cases } = await ask('GET /v1/evals/cases', { query });
  evals.setState({ away: cases.filter((each) => each.archived) });
}

/** Have tests played; whoever follows them sees what comes of it. */
export async function runEvals(body: RunningEvals): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/evals/runs', { body });
    await refresh();
  });
}

export async function stopRun(runId: string): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/evals/runs/{run_id}/stop', ofRun(runId));
    notify(say('evals:run.stopping'));
    await refresh();
  });
}

/** Go on where a run was; what has ended is not asked again. */
export async function resumeRun(runId: string): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/evals/runs/{run_id}/resume', ofRun(runId));
    await refresh();
  });
}

/** Where an advisor's tests can be had as a file. */
export function evalsAddress(advisorId: string): string {
  return address('GET /v1/advisors/{advisor_id}/evals/export', ofAdvisor(advisorId));
}

/** Take in the tests of a file, all or none. Throws what the server refuses. */
export async function importEvals(advisorId: string, text: string): Promise<readonly string[]> {
  const { cases, warnings } = await upload(
    'POST /v1/advisors/{advisor_id}/evals/import',
    ofAdvisor(advisorId),
    new Blob([text]),
    { onProgress: () => undefined },
  );
  await refresh();
  notify(say('evals:file.done', { count: cases.length }));
  return warnings;
}

/** How many tests each advisor has; who has none is absent. */
export async function countCases(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { advisor_id: id } of (await ask('GET /v1/evals/cases')).items) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
