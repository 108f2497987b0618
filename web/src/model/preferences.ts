/** How this person likes the screen, kept in this browser. */
import { createStore } from 'zustand/vanilla';
import { keep, recall } from './keep';

export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'calm' | 'dense';
  readonly locale: string;
  /** Single letters act in VIEW; off leaves only what has a modifier. */
  readonly modeKeys: boolean;
  /** W22, W23: go to VIEW when a reply is taller than the window. */
  readonly longReplies: 'switch' | 'stay';
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
}

const USUAL: Preferences = {
  theme: 'system',
  density: 'calm',
  locale: 'system',
  modeKeys: true,
  longReplies: 'switch',
  keys: {},
  inspectorWidth: 0,
  hudHeight: 0,
  ribbon: true,
  speechEngine: 'auto',
  speechVoice: '',
  speechRate: 1,
  speechDevice: '',
  welcomed: false,
};

export const preferences = createStore<Preferences>(() => ({ ...USUAL, ...recall('preferences', {}) }));
preferences.subscribe((state) => keep('preferences', state));

export function prefer(change: Partial<Preferences>): void {
  preferences.setState(change);
}
