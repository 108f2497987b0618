/** Counts and names as words. */
import type { TFunction } from 'i18next';
import { region } from '../../locales/region';
import { formatNumber } from './format';

type Say = TFunction<'composer'>;
type Digit = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export function sayCount(t: Say, count: number): string {
  return count >= 1 && count <= 9 ? t(`number.${count as Digit}`) : formatNumber(count);
}

/** Which of several tries or answers it is: "second try". From the sixth on it has a number. */
export function sayNth(t: TFunction<'conversation'>, what: 'try' | 'answer', place: number): string {
  return place >= 1 && place <= 5
    ? t(`nth.${what}.${place as 1 | 2 | 3 | 4 | 5}`)
    : t(`nth.${what}.later`, { number: formatNumber(place) });
}

export function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat(region(), { type: 'conjunction' }).format(names);
}
