/** How this person likes the screen, kept in this browser. */
import { createStore } from 'zustand/vanilla';
import { keep, recall, storageKey } from './keep';

export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'calm' | 'dense';
  readonly locale: string;
  /** Single letters act in VIEW; off leaves only what has a modifier. */
  readonly modeKeys: boolean;
  /** All three modes are named in the status line, not only VIEW. */
  readonly modeNames: boolean;
  /** Scroll to the first answer when the answers are taller than the window. The caret stays where it is. */
  readonly longReplies: 'scroll' | 'stay';
  /** Keys other than the default ones, by command. An empty list means none. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly inspectorWidth: number;
  readonly hudHeight: number;
  readonly ribbon: boolean;
  /** Where voices that read aloud come from; `auto` takes the best there are. */
  readonly speechEngine: 'auto' | 'browser' | 'server';
  /** The voice of everybody who has none of their own; '' gives each a different one. */
  readonly speechVoice: string;
  /** 0.5 to 1.5 times as fast as usual. */
  readonly speechRate: number;
  /** The loudspeaker; '' for the usual one. */
  readonly speechDevice: string;
  /** The introduction was seen. */
  readonly welcomed: boolean;
  /** What VIEW is was said once. */
  readonly viewKnown: boolean;
  /** The tour was taken or skipped: it is not offered again. */
  readonly toured: boolean;
  /** A notification when a turn is answered and the page is out of sight. */
  readonly tell: 'off' | 'plain' | 'words';
  /** It was said who may listen when somebody dictates. */
  readonly dictated: boolean;
}

const USUAL: Preferences = {
  theme: 'system',
  density: 'calm',
  locale: 'system',
  modeKeys: true,
  modeNames: false,
  longReplies: 'stay',
  keys: {},
  inspectorWidth: 0,
  hudHeight: 0,
  ribbon: true,
  speechEngine: 'auto',
  speechVoice: '',
  speechRate: 1,
  speechDevice: '',
  welcomed: false,
  viewKnown: false,
  toured: false,
  tell: 'off',
  dictated: false,
};

export const preferences = createStore<Preferences>(readKept);

function readKept(): Preferences {
  const kept = { ...USUAL, ...recall('preferences', {}) };
  // An older version kept `switch`, its default, for everybody who had chosen anything at all.
  return { ...kept, longReplies: kept.longReplies === 'scroll' ? 'scroll' : 'stay' };
}

let hearing = false;

// Other tabs keep theirs too: only what changed here is written.
preferences.subscribe((now, before) => {
  if (hearing) return;
  const changed = Object.entries(now).filter(([name, value]) => value !== before[name as keyof Preferences]);
  keep('preferences', { ...recall('preferences', {}), ...Object.fromEntries(changed) });
});

addEventListener('storage', ({ key }) => {
  if (key !== storageKey('preferences')) return;
  hearing = true;
  preferences.setState(readKept());
  hearing = false;
});

export function prefer(change: Partial<Preferences>): void {
  preferences.setState(change);
}
