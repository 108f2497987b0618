/** One text out of many answers: each sentence with the words it rests on, or marked as nobody's. */
import { createStore } from 'zustand/vanilla';
import type { SynthesisAnswer } from '../protocol/generated/answers';

export type Synthesis = SynthesisAnswer;
export type Paragraph = Synthesis['paragraphs'][number];
export type Sentence = Paragraph['sentences'][number];
export type Anchor = Sentence['anchors'][number];
export type Missed = Synthesis['missed'][number];
export type SynthesisMode = NonNullable<Synthesis['mode']>;

export const MODES: readonly SynthesisMode[] = ['fuse', 'compare', 'checklist', 'custom'];

export interface Syntheses {
  readonly turnId: string | null;
  /** Null until it was read. */
  readonly synthesis: Synthesis | null;
  /** The turn whose synthesis somebody is on the way to. */
  readonly wanted: string | null;
}

export const syntheses = createStore<Syntheses>(() => ({ turnId: null, synthesis: null, wanted: null }));

/** The synthesis of a turn that goes along with the next message. */
export interface Ticked {
  readonly id: string;
  readonly position: number;
}
