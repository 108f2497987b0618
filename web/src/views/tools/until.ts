import { formatMoment, formatTime } from '../parts/format';

/** Until when something waits: the time today, the day and the time after that. */
export function formatUntil(at: string, now = new Date()): string {
  return new Date(at).toDateString() === now.toDateString() ? formatTime(at) : formatMoment(at);
}
