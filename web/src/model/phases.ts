/** The phases of a panel while they are being edited. */
import type { PanelAnswer } from '../protocol/generated/answers';

type Phase = PanelAnswer['phases'][number];

/** Figures stay text until they are saved; the last phase has no turns. */
export interface PhaseEdit {
  readonly key: string;
  readonly name: string;
  readonly turns: string;
  readonly prompt: string;
  readonly note: string;
}

export const BUILT_IN = ['early', 'ongoing'] as const;
export const MOST_PHASES = 8;
const MOST_TURNS = 1_000;

export function isOwnPrompt(prompt: string): boolean {
  return !BUILT_IN.some((each) => each === prompt);
}

export function editPhases(phases: readonly Phase[]): PhaseEdit[] {
  return phases.map((each, index) => ({
    key: `${index}`,
    name: each.name,
    turns: each.turns == null ? '' : String(each.turns),
    prompt: each.prompt ?? 'ongoing',
    note: each.note ?? '',
  }));
}

export function readPhases(phases: readonly PhaseEdit[]): Phase[] {
  return phases.map(({ name, turns, prompt, note }, index) => ({
    name: name.trim(),
    turns: index === phases.length - 1 ? null : Number(turns),
    prompt,
    note: note.trim(),
  }));
}

/** The usual phases, to begin with. */
export function startPhases(early: number, t: (key: 'phases.early' | 'phases.ongoing') => string): PhaseEdit[] {
  const turns = String(Math.max(1, early));
  return [
    { key: 'first', name: t('phases.early'), turns, prompt: 'early', note: '' },
    { key: 'last', name: t('phases.ongoing'), turns: '', prompt: 'ongoing', note: '' },
  ];
}

/** What keeps these from being saved, if anything does. */
export function wrongPhases(phases: readonly PhaseEdit[]): 'turnsWrong' | 'blank' | null {
  if (phases.some((each) => each.name.trim() === '' || each.prompt.trim() === '')) return 'blank';
  const lengths = phases.slice(0, -1).map((each) => Number(each.turns));
  return lengths.some((each) => !Number.isInteger(each) || each < 1 || each > MOST_TURNS) ? 'turnsWrong' : null;
}
