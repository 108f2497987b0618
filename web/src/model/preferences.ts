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
  welcomed: false,
};

export const preferences = createStore<Preferences>(() => ({ ...USUAL, ...recall('preferences', {}) }));
preferences.subscribe((state) => keep('preferences', state));

export function prefer(change: Partial<Preferences>): void {
  preferences.setState(change);
}
