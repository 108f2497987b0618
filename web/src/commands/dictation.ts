/** Speaking instead of typing, where the browser can turn speech into words. They only ever land in the box. */
import { say } from '../locales/i18n';
import { region } from '../locales/region';
import { conversation } from '../model/conversation';
import { type DictationPhase, dictation } from '../model/dictation';
import { changeDraft, draftOf } from '../model/draft';
import { prefer, preferences } from '../model/preferences';
import { notify } from '../model/screen';
import { emit } from '../model/signals';

/** As far as we use it; browsers differ in its name, and no library of types has it. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

let running: Recognition | null = null;

/** Begin, or end what was begun. The first time it is said who listens, and nothing is heard before that is agreed to. */
export function flipDictation(): void {
  if (running) running.stop();
  else if (!preferences.getState().dictated) setPhase('asking');
  else listen();
}

export function agreeToDictation(): void {
  prefer({ dictated: true });
  listen();
}

export function declineDictation(): void {
  setPhase('off');
  emit('focusComposer');
}

/** Words come behind what is there, and are replaced as they become clearer; another conversation ends it. */
function listen(): void {
  const made = makeRecognition();
  if (made === null) return;
  const { id } = conversation.getState();
  let before = draftOf(id).text;
  let written = before;
  let spoken = 0;
  let heard = 0;
  made.lang = region();
  made.continuous = true;
  made.interimResults = true;
  made.onresult = ({ results }) => {
    // Sent, or changed by hand, while somebody speaks: what was heard before that is not written again, not even clearer.
    const now = draftOf(id).text;
    if (now !== written) [before, spoken] = [now, heard];
    heard = results.length;
    const words = Array.from(results, (each) => each[0]?.transcript.trim() ?? '').slice(spoken);
    const said = words.filter(Boolean).join(' ');
    written = [before.trimEnd(), said].filter(Boolean).join(before.includes('\n') ? '\n' : ' ');
    changeDraft(id, { text: written });
  };
  made.onerror = ({ error }) => explain(error);
  const stopWatching = conversation.subscribe((now) => now.id !== id && made.abort());
  made.onend = () => {
    stopWatching();
    running = null;
    setPhase('off');
    emit('focusComposer');
  };
  running = made;
  setPhase('listening');
  made.start();
}

function makeRecognition(): Recognition | null {
  const known = globalThis as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  const Made = known.SpeechRecognition ?? known.webkitSpeechRecognition;
  return Made === undefined ? null : new Made();
}

function setPhase(phase: DictationPhase): void {
  dictation.setState({ phase });
}

/** Silence and stopping are no failures. */
function explain(error: string): void {
  if (error === 'no-speech' || error === 'aborted') return;
  const isRefused = error === 'not-allowed' || error === 'audio-capture';
  notify(say(isRefused ? 'speech:dictation.refused' : 'speech:dictation.failed'), { tone: 'caution' });
}
