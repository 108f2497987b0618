/** Let advisors answer each other: look at the cost, start, go on, stop. */
import { conversation, openTurn } from '../model/conversation';
import { draftOf } from '../model/draft';
import { openRun, type Run, rounds } from '../model/rounds';
import { screen } from '../model/screen';
import { on } from '../model/signals';
import type { ForecastAnswer, RoundsAnswer, StartingRounds } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { isHere } from './modes';
import { choiceOf } from './preview';
import { quietly } from './quietly';
import { attempt } from './refused';

const at = (id: string) => ({ path: { conversation_id: id } });

/** The runs of a conversation, what a round would cost now, and the wordings. */
export async function loadRounds(conversationId: string): Promise<RoundsAnswer> {
  const found = await ask('GET /v1/conversations/{conversation_id}/rounds', at(conversationId));
  if (conversation.getState().id === conversationId) rounds.setState({ conversationId, runs: found.items });
  return found;
}

/** What a round in these words would cost at most, or why it cannot begin. */
export function foresee(conversationId: string, text: string, onlySplit: boolean): Promise<ForecastAnswer> {
  const body = { text, only_split: onlySplit, choice: choiceOf(draftOf(conversationId)) };
  return ask('POST /v1/conversations/{conversation_id}/rounds/forecast', { ...at(conversationId), body });
}

/** The first round begins; without names it goes to the whole panel. */
export async function startRounds(
  conversationId: string,
  wish: StartingRounds,
  advisorIds: readonly string[] | null,
): Promise<void> {
  const body = { ...wish, choice: choiceOf(draftOf(conversationId)), ...(advisorIds && { advisor_ids: advisorIds }) };
  keep(await ask('POST /v1/conversations/{conversation_id}/rounds', { ...at(conversationId), body }));
}

export async function nextRound(run: Run): Promise<boolean> {
  return attempt(async () => keep(await ask('POST /v1/rounds/{run_id}/next', { path: { run_id: run.id } })));
}

/** No further round; what was said is kept. */
export async function stopRounds(run: Run): Promise<boolean> {
  return attempt(async () => keep(await ask('POST /v1/rounds/{run_id}/stop', { path: { run_id: run.id } })));
}

export function dismissRun(run: Run): void {
  rounds.setState({ dismissed: run.id });
}

/** Whether there is something to answer and nobody is answering. */
export function canAnswerEachOther(): boolean {
  const state = conversation.getState();
  const last = state.view?.turns.at(-1);
  if (!isHere() || last === undefined || openTurn(state) !== null) return false;
  return last.replies.some((reply) => reply.state === 'complete') && openRun(rounds.getState()) === null;
}

export function openRounds(): void {
  if (canAnswerEachOther()) screen.setState({ overlay: 'rounds' });
}

function keep(run: Run): void {
  const { runs, conversationId } = rounds.getState();
  if (run.conversation_id !== conversationId) return;
  const isKnown = runs.some((each) => each.id === run.id);
  rounds.setState({ runs: isKnown ? runs.map((each) => (each.id === run.id ? run : each)) : [run, ...runs] });
}

// The feed says when one has ended; this is for when it cannot.
const LOOK_AGAIN = 5_000;

/** Keep the runs of the conversation on the screen true, as long as this is looked at. */
export function followRounds(conversationId: string): () => void {
  rounds.setState({ conversationId, runs: [] });
  const load = () => void quietly(() => loadRounds(conversationId));
  load();
  const look = () => {
    const run = openRun(rounds.getState());
    if (run?.status === 'running') void quietly(() => lookAgain(run));
  };
  const timer = setInterval(look, LOOK_AGAIN);
  const stopHearing = on('workChanged', look);
  // Somebody may have begun, or ended, rounds elsewhere: by a message, in another window, on the command line.
  const stop = conversation.subscribe((now, before) => {
    const [newest, known] = [now.view?.turns.at(-1), before.view?.turns.at(-1)];
    if (now.id === conversationId && newest !== undefined && known !== undefined && newest.id !== known.id) {
      if (newest.origin === 'round' || openRun(rounds.getState()) !== null) load();
    }
  });
  return () => {
    clearInterval(timer);
    stopHearing();
    stop();
  };
}

async function lookAgain(run: Run): Promise<void> {
  keep(await ask('GET /v1/rounds/{run_id}', { path: { run_id: run.id } }));
}
