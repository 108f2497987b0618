/** What stands in the empty composer. */
import type { TFunction } from 'i18next';
import { joinNames, sayCount } from '../parts/counts';

/** What the empty composer says: by whom the message would be answered. */
export function sayPlaceholder(t: TFunction<'composer'>, asked: readonly string[], seats: number): string {
  if (asked.length === 0) return t('placeholder.none');
  if (asked.length === 1) return t('placeholder.names', { names: joinNames(asked) });
  if (asked.length === seats) {
    return seats === 2 ? t('placeholder.both') : t('placeholder.all', { number: sayCount(t, seats) });
  }
  if (asked.length === 2) return t('placeholder.names', { names: joinNames(asked) });
  return t('placeholder.some', { number: sayCount(t, asked.length) });
}
