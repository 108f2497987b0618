/** What a voice saw, in figures: its own words of which turns, the others' of which, and how much of that. */
import { type Block, isRound } from '../payloads/blocks';

export interface Saw {
  /** Positions of the turns whose own replies are in the payload. */
  readonly own: readonly number[];
  /** Own replies in turns that are no longer there. */
  readonly ownElsewhere: number;
  /** Positions of the turns the others are quoted from. */
  readonly others: readonly number[];
  readonly otherTokens: number;
  readonly quoted: boolean;
  /** What a synthesis that was ticked weighs; 0 without one. */
  readonly synthesisTokens: number;
}

export function describeSaw(blocks: readonly Block[], positionOf: (turnId: string) => number | null): Saw {
  const own = blocks.filter((block) => (block.kind === 'reply' || block.kind === 'tool') && !isRound(block));
  const quoted = blocks.filter((block) => block.kind === 'reference');
  const placed = (some: readonly Block[]) => [
    ...new Set(some.flatMap((block) => (block.turnId ? (positionOf(block.turnId) ?? []) : []))),
  ];
  return {
    own: placed(own),
    ownElsewhere: own.filter((block) => !block.turnId || positionOf(block.turnId) === null).length,
    others: placed(quoted),
    otherTokens: quoted.reduce((sum, block) => sum + block.tokens, 0),
    quoted: quoted.length > 0,
    synthesisTokens: blocks.reduce((sum, block) => sum + (block.kind === 'synthesis' ? block.tokens : 0), 0),
  };
}
