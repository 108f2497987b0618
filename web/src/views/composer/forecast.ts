/** A forecast in words and figures. */
import type { TFunction } from 'i18next';
import type { Forecast } from '../../commands/ceiling';
import { sayCount } from '../parts/counts';
import { moneyFor } from '../parts/format';

/** $0.09–0.14: both ends with the same digits, the currency once. */
export function formatRange(low: number, high: number): string {
  const format = moneyFor(high);
  const [from, to] = [format.format(low), format.format(high)];
  if (from === to) return to;
  const isLeading = format.formatToParts(high)[0]?.type === 'currency';
  return isLeading ? `${from}–${bare(format, high)}` : `${bare(format, low)}–${to}`;
}

function bare(format: Intl.NumberFormat, value: number): string {
  const parts = format.formatToParts(value).filter((part) => part.type !== 'currency');
  return parts
    .map((part) => part.value)
    .join('')
    .trim();
}

/** The price of a send; what nobody knows is said and never shown as nothing. */
export function sayForecast(t: TFunction<'composer'>, forecast: Forecast, count: number): string {
  if (forecast.free) return count === 1 ? t('forecast.freeOne') : t('forecast.free');
  if (forecast.unknown === 0 && forecast.high === 0) return t('forecast.freeOne');
  if (forecast.unknown === count) return t('forecast.unknown');
  const range = formatRange(forecast.low, forecast.high);
  if (forecast.unknown === 0) return range;
  return t('forecast.partly', { range, number: sayCount(t, forecast.unknown) });
}
