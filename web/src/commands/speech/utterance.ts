/** Sentences that can be heard: by a voice of the server, or by one of this browser. */
import { i18n } from '../../locales/i18n';
import { preferences } from '../../model/preferences';
import type { Utterance } from '../../model/speech/queue';
import { chooseVoice, type SpeechVoice, speech } from '../../model/speech/speech';
import { workspace } from '../../model/workspace';
import { askAudio, isAborted, Refusal } from '../../protocol/request';
import { withLength } from './wav';

/** A sentence in the voice of an advisor, as settings are now. Prepared means that its audio is on its way. */
export function prepareUtterance(sentence: string, advisorId: string): Utterance {
  const choose = () =>
    chooseVoice(speech.getState(), preferences.getState(), workspace.getState(), advisorId, i18n.language);
  const { speechRate: rate, speechDevice: device } = preferences.getState();
  const voice = choose();
  const isCurrent = () => {
    const now = preferences.getState();
    return choose()?.id === voice?.id && now.speechRate === rate && now.speechDevice === device;
  };
  const sound =
    voice?.engine === 'browser' ? sayHere(sentence, voice, rate) : hearServer(sentence, voice, rate, device);
  return { ...sound, isCurrent };
}

type Sound = Omit<Utterance, 'isCurrent'>;

function hearServer(sentence: string, voice: SpeechVoice | null, rate: number, device: string): Sound {
  const leaving = new AbortController();
  const audio = new Audio();
  const bytes = voice ? fetchAudio(sentence, voice, rate, leaving.signal) : Promise.reject(new NoVoice());
  // It may fail long before anybody waits for it.
  bytes.catch(() => {});
  const play = async () => {
    const address = URL.createObjectURL(await bytes);
    try {
      await direct(audio, device);
      await playToEnd(audio, address, leaving.signal);
    } finally {
      URL.revokeObjectURL(address);
    }
  };
  return {
    ready: bytes,
    play: () => play().catch((error: unknown) => (isAborted(error) ? undefined : Promise.reject(error))),
    cancel: () => leaving.abort(),
  };
}

async function fetchAudio(text: string, voice: SpeechVoice, rate: number, signal: AbortSignal): Promise<Blob> {
  const sound = await askAudio('POST /v1/speech', { body: { text, voice: voice.id, rate }, signal });
  return new Blob([withLength(await sound.arrayBuffer())], { type: sound.type });
}

/** Send the sound to the device that was chosen; one that is gone is like none. */
async function direct(audio: HTMLAudioElement, device: string): Promise<void> {
  if (device !== '' && 'setSinkId' in audio) await audio.setSinkId(device).catch(() => {});
}

function playToEnd(audio: HTMLAudioElement, address: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      audio.pause();
      audio.removeAttribute('src');
      resolve();
    };
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', stop, { once: true });
    audio.onended = () => resolve();
    audio.onerror = () => reject(new Refusal('voice_failed', audio.error?.message ?? ''));
    audio.src = address;
    audio.play().catch((error: unknown) => !isAborted(error) && reject(error));
  });
}

function sayHere(sentence: string, voice: SpeechVoice, rate: number): Sound {
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.voice = speechSynthesis.getVoices().find((each) => `browser:${each.voiceURI}` === voice.id) ?? null;
  utterance.lang = voice.language;
  utterance.rate = rate;
  const play = () =>
    new Promise<void>((resolve, reject) => {
      utterance.onend = () => resolve();
      utterance.onerror = ({ error }) =>
        error === 'canceled' || error === 'interrupted' ? resolve() : reject(new Refusal('voice_failed', error));
      speechSynthesis.speak(utterance);
    });
  let heard = false;
  return {
    ready: Promise.resolve(),
    play: () => {
      heard = true;
      return play();
    },
    // The browser has one queue for the whole page, and only what was begun is in it.
    cancel: () => heard && speechSynthesis.cancel(),
  };
}

/** Neither this browser nor the server can speak. */
export class NoVoice extends Error {}
