/** What counts of a turn or an answer, and the rules for what goes first, side by side. */
import type { PoliciesAnswer } from '../protocol/generated/answers';

export type Policies = PoliciesAnswer;

/** The person's word, else what was reckoned. */
export function worthOf({ importance, worth }: { importance: number | null; worth: number | null }): number | null {
  return worth ?? importance;
}

/** Neighbouring visible turns that every rule treats alike: kept or not, in the order of the rules. */
export interface PolicyRow {
  readonly first: number;
  readonly last: number;
  readonly kept: readonly boolean[];
  readonly differs: boolean;
}

export function rowsOf(found: Policies, advisorId: string): readonly PolicyRow[] {
  const inside = found.policies.map(({ advisors }) =>
    positionsOf(advisors.find((each) => each.advisor_id === advisorId)?.inside ?? []),
  );
  const rows: PolicyRow[] = [];
  for (const position of positionsOf(found.shown)) {
    const kept = inside.map((each) => each.has(position));
    const before = rows.at(-1);
    if (before?.kept.every((each, index) => each === kept[index])) {
      rows[rows.length - 1] = { ...before, last: position };
    } else {
      rows.push({ first: position, last: position, kept, differs: new Set(kept).size > 1 });
    }
  }
  return rows;
}

function positionsOf(runs: readonly (readonly number[])[]): Set<number> {
  const found = new Set<number>();
  for (const [first = 1, last = 0] of runs) for (let each = first; each <= last; each++) found.add(each);
  return found;
}
