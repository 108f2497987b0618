/** What is seen of turns at a glance: which answers speak to one point, by their wording alone. */
import { createStore } from 'zustand/vanilla';
import type { GlanceAnswer } from '../protocol/generated/answers';

export type Glance = GlanceAnswer;

interface Seen {
  /** The answers it was seen of. */
  readonly mark: string;
  readonly glance: Glance;
}

// Far more than anybody scrolls through at once.
const MOST = 300;

export const glances = createStore<{ readonly seen: Readonly<Record<string, Seen>> }>(() => ({ seen: {} }));

export function keepGlance(turnId: string, mark: string, glance: Glance): void {
  glances.setState(({ seen }) => {
    const others = Object.entries(seen).filter(([id]) => id !== turnId);
    return { seen: Object.fromEntries([...others.slice(1 - MOST), [turnId, { mark, glance }]]) };
  });
}
