/** The map of a turn: have it drawn, look at it, say what is not in the words, go to the words. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { type Claim, maps, type Span } from '../model/map';
import { go, route } from '../model/route';
import { notify, screen } from '../model/screen';
import { on } from '../model/signals';
import { syntheses } from '../model/synthesis';
import { ask } from '../protocol/request';
import { quietly } from './quietly';
import { attempt } from './refused';
import { loadSynthesis } from './synthesis';

export async function loadMap(turnId: string): Promise<void> {
  const map = await ask('GET /v1/turns/{turn_id}/map', { path: { turn_id: turnId } });
  if (maps.getState().turnId === turnId) maps.setState({ map });
}

/** Have the turn read for claims; whoever follows the map sees what comes of it. */
export async function drawMap(turnId: string): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/turns/{turn_id}/map', { path: { turn_id: turnId }, body: {} });
    await loadMap(turnId);
  });
}

/** Have the model put to the test with rooms read by hand; the next map is drawn by what comes of it. */
export async function checkModel(
  model: string,
  sentence: 'map:reader.checking' | 'synthesis:held.checking' = 'map:reader.checking',
): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/map-checks', { body: { model } });
    notify(say(sentence));
  });
}

/** The words do not say this, says the person: it stays in the record and counts no more. Undone by the same call. */
export async function disputeStance(
  claim: Claim,
  advisorId: string,
  disputed: boolean,
  // Whoever takes it back may be at another map by then.
  map = maps.getState().map,
): Promise<boolean> {
  const voice = map?.voices.find((each) => each.advisor_id === advisorId);
  if (!map?.drawn_id) return false;
  const { drawn_id: drawnId } = map;
  return attempt(async () => {
    await ask('PATCH /v1/analyses/{analysis_id}/claims/{number}', {
      path: { analysis_id: drawnId, number: String(claim.number) },
      body: { advisor_id: advisorId, disputed },
    });
    await loadMap(map.turn_id);
    const sentence = disputed ? 'map:disputed.done' : 'map:disputed.back';
    notify(say(sentence, { name: voice?.name ?? '' }), {
      undo: () => void disputeStance(claim, advisorId, !disputed, map),
    });
  });
}

/** Show exactly these words in the conversation. */
export function goToWords(conversationId: string, turnId: string, span: Span): void {
  maps.setState({ quoted: { ...span, turnId } });
  go({ page: 'conversation', id: conversationId, turnId });
}

/** The map of the turn that keys act on, else of the newest one. */
export function openMap(turnId: string | null = null): void {
  const { id, rows } = conversation.getState();
  const focused = rows.find((row) => row.id === (turnId ?? screen.getState().turnId));
  const wanted = focused ?? rows.at(-1);
  maps.setState({ quoted: null });
  if (id === null || wanted === undefined) notify(say('map:nothingYet'));
  else go({ page: 'map', id, turnId: wanted.id });
}

/** The same, at the text that is made out of all answers. */
export function openSynthesis(turnId: string): void {
  syntheses.setState({ wanted: turnId });
  openMap(turnId);
}

/** Look once whether a turn has a map, without following it. */
export function recallMap(turnId: string): void {
  if (maps.getState().turnId === turnId) return;
  maps.setState({ turnId, map: null });
  void quietly(() => loadMap(turnId));
}

/** From the map back to its turn. */
export function leaveMap(): void {
  const { now } = route.getState();
  if (now.page === 'map') go({ page: 'conversation', id: now.id, turnId: now.turnId });
}

// The feed says when one has ended; this is for when it cannot.
const LOOK_AGAIN = 5_000;
const SETTLED = 400;

/** Keep the map and the synthesis of a turn true: while one is being made, and when an answer of the turn changes. */
export function followMap(turnId: string): () => void {
  if (maps.getState().turnId !== turnId) maps.setState({ turnId, map: null });
  if (syntheses.getState().turnId !== turnId) syntheses.setState({ turnId, synthesis: null });
  void attempt(() => Promise.all([loadMap(turnId), loadSynthesis(turnId)]));
  const look = () => {
    if (maps.getState().map?.status === 'running') void quietly(() => loadMap(turnId));
    if (syntheses.getState().synthesis?.status === 'running') void quietly(() => lookAgain(turnId));
  };
  const timer = setInterval(look, LOOK_AGAIN);
  const stopHearing = on('workChanged', () => void quietly(() => lookAgain(turnId)));
  let later: ReturnType<typeof setTimeout> | undefined;
  const stop = conversation.subscribe((now, before) => {
    if (before.view === null || now.view?.seq === before.view.seq) return;
    clearTimeout(later);
    later = setTimeout(() => void quietly(() => lookAgain(turnId)), SETTLED);
  });
  return () => {
    clearInterval(timer);
    clearTimeout(later);
    stopHearing();
    stop();
  };
}

/** A synthesis may have had the map drawn on its way. */
async function lookAgain(turnId: string): Promise<void> {
  await Promise.all([loadMap(turnId), loadSynthesis(turnId)]);
}
