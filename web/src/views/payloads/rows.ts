/**
 * The rows a payload is drawn as. A fold hides height, never inclusion: what is inside a run is all still sent.
 * What was left out stands between them, where it would have been.
 */
import type { Receipt } from '../../model/receipts';
import type { SpanAnswer } from '../../protocol/generated/answers';
import { type Block, isHistory } from './blocks';

export interface Trim {
  readonly turnId: string;
  /** The number of the attempt that went without it. */
  readonly attempt: number;
  /** What it was reckoned to cost while it was still in; null when nobody said. */
  readonly tokens: number | null;
}

export type LeftOut = Pick<SpanAnswer, 'first' | 'last' | 'turns' | 'why'>;

export type Row =
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'run'; readonly blocks: readonly Block[]; readonly positions: readonly number[] }
  | { readonly kind: 'trim'; readonly trim: Trim; readonly position: number | null }
  | { readonly kind: 'out'; readonly span: LeftOut };

/** Fewer turns than this between the first and the last are shown, not folded. */
const SHORTEST_RUN = 3;

interface Given {
  readonly blocks: readonly Block[];
  readonly positionOf: (turnId: string) => number | null;
  readonly trims?: readonly Trim[];
  readonly leftOut?: readonly LeftOut[];
}

type Unit = { readonly at: number; readonly row: Row } | { readonly at: number; readonly turn: readonly Block[] };

export function buildRows({ blocks, positionOf, trims = [], leftOut = [] }: Given): Row[] {
  const head = blocks.filter((block) => block.kind === 'system');
  const history = blocks.filter(isHistory);
  const tail = blocks.filter((block) => block.kind !== 'system' && !isHistory(block));
  const turns = groupTurns(history, positionOf);
  const gaps: Unit[] = [
    ...trims.map((trim) => {
      const position = positionOf(trim.turnId);
      return { at: position ?? 0, row: { kind: 'trim', trim, position } as const };
    }),
    ...leftOut.map((span) => ({ at: span.first, row: { kind: 'out', span } as const })),
  ];
  const units = [...turns, ...gaps].sort((a, b) => a.at - b.at);
  return [...head.map(rowOf), ...foldTurns(units, positionOf), ...tail.map(rowOf)];
}

/** The turns dropped up to this attempt, each with the attempt it went before. */
export function findTrims(receipts: readonly Receipt[], upTo: number): Trim[] {
  const seen = receipts.slice(0, upTo + 1);
  const dropped = seen.at(-1)?.telemetry?.trimmed ?? [];
  return dropped.map((turnId) => {
    const at = seen.findIndex((receipt) => receipt.telemetry?.trimmed.includes(turnId));
    const costs = seen.flatMap((receipt) => receipt.telemetry?.selection.find((each) => each.turn_id === turnId) ?? []);
    return { turnId, attempt: at + 1, tokens: costs[0]?.tokens ?? null };
  });
}

function groupTurns(history: readonly Block[], positionOf: Given['positionOf']): Unit[] {
  const groups = new Map<string, Block[]>();
  for (const block of history) {
    const key = block.turnId ?? `${block.index}`;
    groups.set(key, [...(groups.get(key) ?? []), block]);
  }
  let last = 0;
  return [...groups].map(([turnId, turn]) => {
    last = positionOf(turnId) ?? last;
    return { at: last, turn };
  });
}

/** The first and the last turn stay open; what lies between them is one run, parted where something was left out. */
function foldTurns(units: readonly Unit[], positionOf: Given['positionOf']): Row[] {
  const turns = units.filter((unit) => 'turn' in unit);
  const open = new Set([turns[0], turns.at(-1)]);
  const rows: Row[] = [];
  let run: Block[][] = [];
  const close = () => {
    if (run.length < SHORTEST_RUN) rows.push(...run.flat().map(rowOf));
    else
      rows.push({
        kind: 'run',
        blocks: run.flat(),
        positions: run.flatMap(([block]) => positionIn(block, positionOf)),
      });
    run = [];
  };
  for (const unit of units) {
    if ('turn' in unit && !open.has(unit)) {
      run.push([...unit.turn]);
      continue;
    }
    close();
    rows.push(...('turn' in unit ? unit.turn.map(rowOf) : [unit.row]));
  }
  close();
  return rows;
}

function positionIn(block: Block | undefined, positionOf: Given['positionOf']): number[] {
  const position = block?.turnId ? positionOf(block.turnId) : null;
  return position === null ? [] : [position];
}

function rowOf(block: Block): Row {
  return { kind: 'block', block };
}
