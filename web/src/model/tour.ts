/** The tour: which of its steps is shown. It lies over nothing: the page stays usable while it stands there. */
import { createStore } from 'zustand/vanilla';

export const STEPS = ['ask', 'threads', 'sent', 'outcome'] as const;
export type TourStep = (typeof STEPS)[number];

export const tour = createStore<{ readonly step: number | null }>(() => ({ step: null }));
