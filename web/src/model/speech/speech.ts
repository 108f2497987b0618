/** Who is being heard, whether answers are read aloud as they come, and which voices there are. */
import { createStore } from 'zustand/vanilla';
import type { VoiceAnswer } from '../../protocol/generated/answers';
import type { Preferences } from '../preferences';
import type { Workspace } from '../workspace';

/** A voice of the server, or one of this browser. Ids begin with where it comes from. */
export interface SpeechVoice {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly engine: VoiceAnswer['engine'] | 'browser';
}

export interface Speech {
  /** The reply that is read aloud, and the sentence that is heard; one at a time on the whole page. */
  readonly now: { readonly replyId: string; readonly advisorId: string; readonly sentence: string | null } | null;
  /** Answers of the focused advisor are read aloud while they arrive. */
  readonly listening: boolean;
  /** Null until they were asked for. */
  readonly ofServer: readonly SpeechVoice[] | null;
  readonly ofBrowser: readonly SpeechVoice[];
}

export const speech = createStore<Speech>(() => ({ now: null, listening: false, ofServer: null, ofBrowser: [] }));

export const isSpeaking = (): boolean => speech.getState().now !== null;

/**
 * The voice an advisor speaks with: its own, else the usual one, else one that nobody else has as far as they go.
 *
 * A voice that is not here now, because another browser or another server had it, counts as none.
 */
export function chooseVoice(
  { ofServer, ofBrowser }: Speech,
  { speechEngine, speechVoice }: Preferences,
  { advisors }: Workspace,
  advisorId: string,
  language: string,
): SpeechVoice | null {
  const all = [...(ofServer ?? []), ...ofBrowser];
  const at = advisors.findIndex((each) => each.id === advisorId);
  const own = all.find((each) => each.id === advisors[at]?.voice);
  const usual = all.find((each) => each.id === speechVoice);
  if (own ?? usual) return own ?? usual ?? null;
  const fitting = fittingVoices(ofServer ?? [], ofBrowser, speechEngine, language);
  return fitting[Math.max(at, 0) % fitting.length] ?? null;
}

/** The voices of the best engine that has any: what the operator set up, then the browser, then the robotic ones. */
function fittingVoices(
  ofServer: readonly SpeechVoice[],
  ofBrowser: readonly SpeechVoice[],
  engine: Preferences['speechEngine'],
  language: string,
): readonly SpeechVoice[] {
  const fits = (voice: SpeechVoice) =>
    voice.language === '' || voice.language.split(/[-_]/)[0] === language.split('-')[0];
  const set = ofServer.filter((voice) => voice.engine !== 'espeak');
  const robotic = ofServer.filter((voice) => voice.engine === 'espeak');
  const order = engine === 'browser' ? [ofBrowser] : engine === 'server' ? [set, robotic] : [set, ofBrowser, robotic];
  const fitting = order.map((voices) => voices.filter(fits)).find((voices) => voices.length > 0);
  return fitting ?? order.find((voices) => voices.length > 0) ?? [];
}
