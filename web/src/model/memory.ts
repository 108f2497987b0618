/** What is remembered, what waits for a word, and the looks at a conversation that found it. */
import { createStore } from 'zustand/vanilla';
import type { AnalysisLine, MemoryAnswer, MemoryCountsAnswer } from '../protocol/generated/answers';

export type Memory = MemoryAnswer;
export type MemoryKind = Memory['kind'];
export type MemoryStatus = Memory['status'];
export type Scan = AnalysisLine;

export const KINDS: readonly MemoryKind[] = ['fact', 'preference', 'person', 'topic', 'decision'];
export const LONGEST = 300;

export interface Inbox {
  readonly loaded: boolean;
  readonly memories: readonly Memory[];
  readonly counts: MemoryCountsAnswer;
  /** Those of the conversation that was looked at last, newest first. */
  readonly scans: readonly Scan[];
}

export const inbox = createStore<Inbox>(() => ({
  loaded: false,
  memories: [],
  counts: { proposed: 0, accepted: 0, declined: 0, retired: 0 },
  scans: [],
}));

/** Those of one status, by kind, in the order of the kinds; kinds without any are left out. */
export function groupsOf(memories: readonly Memory[], status: MemoryStatus): [MemoryKind, readonly Memory[]][] {
  const mine = memories.filter((each) => each.status === status);
  return KINDS.map((kind): [MemoryKind, Memory[]] => [kind, mine.filter((each) => each.kind === kind)]).filter(
    ([, group]) => group.length > 0,
  );
}

export function isScanning(scans: readonly Scan[]): boolean {
  return scans.some((each) => each.status === 'running');
}
