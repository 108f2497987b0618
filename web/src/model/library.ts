/** What the library holds beside the workspace: topics, advisors archived, models, and what was edited but not saved. */
import { createStore } from 'zustand/vanilla';
import type { CountedTopicAnswer, ModelsAnswer } from '../protocol/generated/answers';
import { keep, recall } from './keep';
import type { Advisor } from './workspace';

export type Topic = CountedTopicAnswer;

export interface Library {
  /** Every topic, parents first. */
  readonly topics: readonly Topic[];
  readonly archived: readonly Advisor[];
  readonly models: ModelsAnswer | null;
  /** Unsaved edits by what they are about (`advisor:id`, `panel:new`); kept across pages and reloads. */
  readonly edits: Readonly<Record<string, unknown>>;
}

export const library = createStore<Library>(() => ({
  topics: [],
  archived: [],
  models: null,
  edits: recall('edits', {}),
}));
library.subscribe((now, before) => {
  if (now.edits === before.edits) return;
  // Other tabs keep edits too: only what changed here is written.
  const kept: Record<string, unknown> = { ...recall<Record<string, unknown>>('edits', {}) };
  for (const key of new Set([...Object.keys(now.edits), ...Object.keys(before.edits)])) {
    if (now.edits[key] === before.edits[key]) continue;
    if (key in now.edits) kept[key] = now.edits[key];
    else delete kept[key];
  }
  keep('edits', kept);
});

export function keepEdit(key: string, edit: unknown): void {
  library.setState({ edits: { ...library.getState().edits, [key]: edit } });
}

export function dropEdit(key: string): void {
  const { [key]: _gone, ...edits } = library.getState().edits;
  library.setState({ edits });
}

/** How deep a topic stands; 0 at the root. */
export function depthOf(topic: Topic): number {
  return topic.path.split('/').length - 2;
}

/** The filter line that shows a topic's turns and those of everything below it. */
export function topicLine(path: string): string {
  return `t'${path.replace(/[\\'*>]/g, '\\$&')}'...`;
}
