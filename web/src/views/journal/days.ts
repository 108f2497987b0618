/** Days, and confidence, as the journal says them. */
import { region } from '../../locales/region';
import { formatPercent } from '../parts/format';

/** 19 May, with the year when it is another one. */
export function formatDay(at: string | Date, now = new Date()): string {
  const day = new Date(at);
  const year = day.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(region(), { day: 'numeric', month: 'long', ...year }).format(day);
}

export function formatSure(confidence: number): string {
  return formatPercent(confidence / 100);
}
