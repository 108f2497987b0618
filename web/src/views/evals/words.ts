import '../../locales/evals';
import type { useTranslation } from 'react-i18next';
import { count, type EvalRun } from '../../model/evals';
import { type Assertion, readLine, writeLines } from '../../model/expectations';
import { formatMoney, formatNumber } from '../parts/format';

export type Say = ReturnType<typeof useTranslation<'evals'>>['t'];

/** How many hold of those that were judged; what was not graded is told beside it. */
export function sayHeld(t: Say, run: EvalRun): string {
  const passed = count(run, 'passed');
  const judged = passed + count(run, 'failed');
  return judged === 0 ? t('run.nothingJudged') : t('run.held', { passed, judged });
}

/** What keeps a run from being whole. */
export function sayGaps(t: Say, run: EvalRun): string[] {
  const [graded, answered] = [count(run, 'not_graded'), count(run, 'error')];
  return [
    ...(graded > 0 ? [t('run.notGraded', { count: graded })] : []),
    ...(answered > 0 ? [t('run.errors', { count: answered })] : []),
  ];
}

/** Tokens, and dollars where the price is known. */
export function sayUsed(t: Say, { tokens, cost }: Pick<EvalRun, 'tokens' | 'cost'>): string[] {
  const used = t('run.tokens', { count: tokens, formatted: formatNumber(tokens) });
  return cost === null ? [used] : [used, cost === 0 ? t('run.free') : formatMoney(cost)];
}

export function sayScore(score: number): string {
  return formatNumber(score, 2);
}

/** What an assertion asks for, in words where there are any for it; null for what only a file can say. */
export function sayAssertion(t: Say, assertion: Assertion): string | null {
  const { text } = writeLines([assertion]);
  if (text === '') return typeof assertion === 'string' ? assertion : null;
  const { kind, value, negate } = readLine(text);
  if (kind === 'judged') return value;
  return negate ? t(`lineNot.${kind}`, { value }) : t(`line.${kind}`, { value });
}
