/** How a panel's advisors answer each other when nobody says otherwise, while it is being edited. */
import type { PanelAnswer } from '../protocol/generated/answers';
import { MOST_ROUNDS } from './rounds';

type Habits = PanelAnswer['rounds'];

export interface HabitsEdit {
  readonly count: string;
  readonly ceiling: string;
  readonly quiet: boolean;
}

export const USUAL_HABITS: HabitsEdit = { count: '2', ceiling: '', quiet: false };

export function editHabits({ count, ceiling, until_quiet }: Habits): HabitsEdit {
  return {
    count: String(count ?? USUAL_HABITS.count),
    ceiling: ceiling == null ? '' : String(ceiling),
    quiet: until_quiet ?? false,
  };
}

export function readHabits(edit: HabitsEdit): Habits {
  return { count: Number(edit.count), ceiling: readCeiling(edit), until_quiet: edit.quiet };
}

/** Nothing when there is no ceiling. */
export function readCeiling({ ceiling }: HabitsEdit): number | null {
  return ceiling.trim() === '' ? null : Number(ceiling.replace(',', '.'));
}

export function wrongHabits(edit: HabitsEdit): 'count' | 'ceiling' | null {
  const count = Number(edit.count);
  if (!Number.isInteger(count) || count < 1 || count > MOST_ROUNDS) return 'count';
  const ceiling = readCeiling(edit);
  return ceiling !== null && !(Number.isFinite(ceiling) && ceiling >= 0) ? 'ceiling' : null;
}
