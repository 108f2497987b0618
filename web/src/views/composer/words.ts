/** Counts and names as words. */
import type { TFunction } from 'i18next';
import { region } from '../../locales/region';
import { formatNumber } from '../parts/format';

type Say = TFunction<'composer'>;
type Digit = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export function sayCount(t: Say, count: number): string {
  return count >= 1 && count <= 9 ? t(`number.${count as Digit}`) : formatNumber(count);
}

export function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat(region(), { type: 'conjunction' }).format(names);
}

/** What the empty composer says: by whom the message would be answered. */
export function sayPlaceholder(t: Say, asked: readonly string[], seats: number): string {
  if (asked.length === 0) return t('placeholder.none');
  if (asked.length === 1) return t('placeholder.names', { names: joinNames(asked) });
  if (asked.length === seats) {
    return seats === 2 ? t('placeholder.both') : t('placeholder.all', { number: sayCount(t, seats) });
  }
  if (asked.length === 2) return t('placeholder.names', { names: joinNames(asked) });
  return t('placeholder.some', { number: sayCount(t, asked.length) });
}
