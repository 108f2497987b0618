import type { useTranslation } from 'react-i18next';
import { type Analysis, tokensOf } from '../../model/analyses';
import { formatMoney, formatNumber } from '../parts/format';

type Say = ReturnType<typeof useTranslation<'analyses'>>['t'];

/** What the look was for; a kind this page does not know goes by its own name. */
export function sayKind(t: Say, kind: string): string {
  return t(`kind.${kind as 'map'}`, { defaultValue: kind });
}

export function sayStep(t: Say, step: string): string {
  return t(`step.${step as 'scan'}`, { defaultValue: step });
}

export function sayTurns(t: Say, { first_position: first, last_position: last }: Analysis): string {
  return first === last ? t('turn', { first }) : t('turns', { first, last });
}

/** What came of a call; what went wrong at the provider goes by its code. */
export function sayOutcome(t: Say, outcome: string | null, isRunning: boolean): string {
  if (outcome === null) return t(isRunning ? 'outcome.open' : 'outcome.cut');
  return t(`outcome.${outcome as 'complete'}`, { defaultValue: t('outcome.failed', { code: outcome }) });
}

export function sayTokens(t: Say, usage: Readonly<Record<string, number>> | null): string | null {
  const tokens = tokensOf(usage);
  return tokens === null ? null : t('tokens', { count: tokens, formatted: formatNumber(tokens) });
}

/** Nothing at all in a rehearsal; not a word where the price is not known. */
export function sayCost(t: Say, cost: number | null): string | null {
  if (cost === null) return null;
  return cost === 0 ? t('free') : formatMoney(cost);
}

/** The words that are there. */
export function present(words: readonly (string | null)[]): string[] {
  return words.filter((each): each is string => each !== null);
}
