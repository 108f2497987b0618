/** Why an answer came out as it did: which parts of what was sent made the difference. */
import { createStore } from 'zustand/vanilla';
import type { WhyAnswer, WhyForecastAnswer } from '../protocol/generated/answers';

export type Why = WhyAnswer;
export type WhyForecast = WhyForecastAnswer;
export type WhyFinding = NonNullable<Why['found']>['findings'][number];
export type WhyPart = WhyFinding['part'];

export interface Whys {
  readonly replyId: string | null;
  /** Null until it was read. */
  readonly why: Why | null;
  readonly forecast: WhyForecast | null;
  /** Why there is no forecast. */
  readonly problem: string | null;
  /** The reply whose part of the inspector somebody asked for and has not been shown yet. */
  readonly wanted: string | null;
}

export const whys = createStore<Whys>(() => ({
  replyId: null,
  why: null,
  forecast: null,
  problem: null,
  wanted: null,
}));

export const isBeyondChance = ({ verdict }: WhyFinding) => verdict === 'flipped' || verdict === 'mattered';

const BLOCKS: Readonly<Record<string, WhyPart['kind']>> = {
  synthesis: 'synthesis',
  memory: 'memory',
  instructions: 'instructions',
  todo: 'todo',
  documents: 'document',
  caller: 'caller',
  human: 'file',
};

/** What was found out about the parts that stand in one message; the one that matters most first. */
export function findingsOf(
  { why }: Whys,
  replyId: string,
  { kind, turnId }: { kind: string; turnId: string | null },
): readonly WhyFinding[] {
  if (why?.reply_id !== replyId) return NONE;
  const isIn = ({ part }: WhyFinding) => {
    if (part.kind === 'turn') return ['turn', 'reply', 'tool'].includes(kind) && part.turn_id === turnId;
    return kind === 'reference' ? part.kind === 'quote' : BLOCKS[kind] === part.kind;
  };
  return (why.found?.findings ?? NONE).filter(isIn).sort((one, other) => rank(one) - rank(other));
}

const NONE: readonly WhyFinding[] = [];
const ORDER: readonly WhyFinding['verdict'][] = ['flipped', 'mattered', 'unsure', 'none', 'unread', 'untried'];
const rank = ({ verdict }: WhyFinding) => ORDER.indexOf(verdict);
