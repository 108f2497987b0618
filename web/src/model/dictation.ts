/** Whether somebody speaks into the box. */
import { createStore } from 'zustand/vanilla';

export type DictationPhase = 'off' | 'asking' | 'listening';

export const dictation = createStore<{ readonly phase: DictationPhase }>(() => ({ phase: 'off' }));

/** Not every browser can: where it cannot, nothing of it is shown. */
export function canDictate(): boolean {
  return 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis;
}
