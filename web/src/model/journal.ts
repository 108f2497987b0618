/** Decisions: what was chosen, how sure the person was, who stood where, and how it turned out. */
import { createStore } from 'zustand/vanilla';
import type {
  CalibrationAnswer,
  DecisionAnswer,
  FrozenStanceAnswer,
  DecisionLine as Line,
  MapAnswer,
  ScoreAnswer,
} from '../protocol/generated/answers';

export type Decision = DecisionAnswer;
export type DecisionLine = Line;
export type FrozenStance = FrozenStanceAnswer;
export type Calibration = CalibrationAnswer;
export type Score = ScoreAnswer;
export type Attitude = NonNullable<FrozenStance['attitude']>;
export type Outcome = NonNullable<Decision['outcome']>;
export type Claims = MapAnswer['claims'];

export const OUTCOMES: readonly Outcome[] = ['right', 'wrong', 'mixed', 'unknown'];
export const ATTITUDES: readonly Attitude[] = ['for', 'against', 'open'];

export interface Journal {
  /** Null until it was read. */
  readonly decisions: readonly DecisionLine[] | null;
  readonly due: number;
  /** Where the following page begins; null when there is none. */
  readonly next: string | null;
  readonly calibration: Calibration | null;
  readonly scores: readonly Score[];
  readonly enough: number;
  /** The decision that is looked at; `missing` when it is not in the journal. */
  readonly one: Decision | 'missing' | null;
}

export const journal = createStore<Journal>(() => ({
  decisions: null,
  due: 0,
  next: null,
  calibration: null,
  scores: [],
  enough: 5,
  one: null,
}));

/** Whether there is anything to tell of how its stances turned out. */
export const hasStood = (score: Score): boolean => score.stood_for.count + score.stood_against.count > 0;

/** The stances a claim of the map gives: who was silent on it stands nowhere. */
export function attitudesFrom(claim: Claims[number]): Record<string, Attitude> {
  const read = (stand: string) => stand === 'agrees' || stand === 'contradicts';
  const counted = claim.stances.filter((each) => !each.disputed && read(each.stand));
  return Object.fromEntries(counted.map((each) => [each.advisor_id, each.stand === 'agrees' ? 'for' : 'against']));
}

/** The claim that says what was chosen: the same words, whatever their case, or one within the other. */
export function claimFor(choice: string, claims: Claims): Claims[number] | null {
  const wanted = bare(choice);
  if (wanted.length < 4) return null;
  const texts = claims.map((each) => bare(each.text));
  const same = texts.indexOf(wanted);
  const near = texts.findIndex((text) => text.includes(wanted) || (text.length >= 4 && wanted.includes(text)));
  return claims[same === -1 ? near : same] ?? null;
}

function bare(text: string): string {
  return text
    .toLocaleLowerCase()
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim();
}

/** The day a date field shows, and the morning of that day as a moment; in the person's own zone. */
export function dayOf(moment: string | Date): string {
  const at = new Date(moment);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

// Nobody looks back at midnight.
const MORNING = 'T09:00:00';

export function morningOf(day: string): string {
  return new Date(day + MORNING).toISOString();
}

/** A day some months from now; the last of a shorter month where that day does not exist. */
export function monthsFrom(now: Date, months: number): string {
  const day = new Date(now.getFullYear(), now.getMonth() + months, 1);
  const last = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
  day.setDate(Math.min(now.getDate(), last));
  return dayOf(day);
}

const LONGEST_QUESTION = 1_000;

/** A message as the question of a decision: in one line, and as much of it as a question may have. */
export function questionOf(message: string): string {
  const points = [...message.trim().replace(/\s+/g, ' ')];
  if (points.length <= LONGEST_QUESTION) return points.join('');
  return `${points
    .slice(0, LONGEST_QUESTION - 2)
    .join('')
    .trimEnd()} …`;
}
