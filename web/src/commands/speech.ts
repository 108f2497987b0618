/**
 * Reading answers aloud: one at a time on the whole page.
 *
 * What speaks is fetched with the first word that is to be heard; until then only this small part is there.
 */
import { say } from '../locales/i18n';
import { type Conversation, chosenReplies, conversation, openTurn } from '../model/conversation';
import { focusOn, notify, screen } from '../model/screen';
import { isSpeaking, type SpeechVoice, speech } from '../model/speech/speech';
import type { Reply } from '../protocol/events';
import { ask } from '../protocol/request';
import { focusedTurn, nearestReply } from './keys/focus';
import type { Session } from './speech/session';

let session: Session | null = null;
/** Grows with every wish, so that a voice that loads slowly does not speak for an older one. */
let wish = 0;
/** What was begun or stopped while it was being written is not begun again by itself. */
const begun = new Set<string>();

/** Read a reply aloud from its start; what is still being written is read on as it comes. */
export async function speakReply(turnId: string, reply: Reply): Promise<void> {
  focusOn(turnId, reply.advisor_id);
  await begin(reply);
}

/** Silence at once; nothing that was waiting is said. */
export function stopSpeaking(): void {
  wish += 1;
  session?.stop();
  session = null;
  if (isSpeaking()) speech.setState({ now: null });
}

/** The button of a card: read it, or stop reading it. */
export function flipReply(turnId: string, reply: Reply): void {
  if (speech.getState().now?.replyId === reply.id) stopSpeaking();
  else void speakReply(turnId, reply);
}

/** v: the focused answer, or the first of the turn; pressed again, silence. */
export function flipFocused(): void {
  const turn = focusedTurn();
  const reply = nearestReply();
  if (isSpeaking()) stopSpeaking();
  else if (turn && reply) void speakReply(turn.id, reply);
}

/** Shift+V: whether answers of the focused advisor are read aloud while they come. */
export function flipListening(): void {
  const listening = !speech.getState().listening;
  speech.setState({ listening });
  notify(say(listening ? 'speech:nowListening' : 'speech:notListening'));
  if (listening) listen(conversation.getState());
  else stopSpeaking();
}

async function begin(reply: Reply): Promise<void> {
  stopSpeaking();
  const mine = wish;
  begun.add(reply.id);
  speech.setState({ now: { replyId: reply.id, advisorId: reply.advisor_id, sentence: null } });
  try {
    const [{ Session }] = await Promise.all([import('./speech/session'), loadVoices()]);
    if (mine === wish) session = new Session(reply, stopSpeaking);
  } catch {
    // The server is away, or has a newer client whose files are called otherwise.
    if (mine !== wish) return;
    stopSpeaking();
    notify(say('speech:failed'), { tone: 'caution' });
  }
}

/** Read on as words come, begin with a new answer, and fall silent when somebody turns to another advisor or page. */
export function watchSpeech(): () => void {
  const stopConversation = conversation.subscribe((now, before) => {
    if (now.id !== before.id) stopSpeaking();
    else if (now.view !== before.view) listen(now);
  });
  const stopScreen = screen.subscribe((now, before) => {
    if (now.advisorId !== before.advisorId && now.advisorId !== null) turnTo(now.advisorId);
  });
  return () => {
    stopConversation();
    stopScreen();
    stopSpeaking();
  };
}

function listen(now: Conversation): void {
  session?.follow();
  if (!speech.getState().listening || isSpeaking()) return;
  const reply = findHeard(now);
  if (reply && !begun.has(reply.id)) void begin(reply);
}

/** The answer that is being written by the focused advisor; by the first one when nobody in the turn is focused. */
function findHeard(now: Conversation): Reply | null {
  const turn = openTurn(now);
  const replies = turn ? chosenReplies(turn) : [];
  const reply = replies.find((each) => each.advisor_id === screen.getState().advisorId) ?? replies[0];
  return reply && !reply.completed && reply.text !== '' ? reply : null;
}

/** Switching clears the queue. */
function turnTo(advisorId: string): void {
  if (speech.getState().now?.advisorId === advisorId) return;
  stopSpeaking();
  if (!speech.getState().listening) return;
  const reply = findHeard(conversation.getState());
  if (reply?.advisor_id === advisorId) void begin(reply);
}

/** Ask once who can speak. Browsers learn of their own voices only after a while, and tell. */
export async function loadVoices(): Promise<void> {
  if (speech.getState().ofServer !== null) return;
  watchBrowserVoices();
  try {
    speech.setState({ ofServer: (await ask('GET /v1/voices')).items });
  } catch {
    // Without the server the browser's own voices are left; the next wish asks again.
  }
}

let watching = false;

function watchBrowserVoices(): void {
  if (watching || typeof speechSynthesis === 'undefined') return;
  watching = true;
  const look = () => speech.setState({ ofBrowser: speechSynthesis.getVoices().map(asVoice) });
  speechSynthesis.addEventListener('voiceschanged', look);
  look();
}

function asVoice({ voiceURI, name, lang }: SpeechSynthesisVoice): SpeechVoice {
  return { id: `browser:${voiceURI}`, name, language: lang, engine: 'browser' };
}
