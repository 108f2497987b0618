/** Numbers, money, durations, moments and lists, in the person's language. */
import { i18n, say } from '../../locales/i18n';
import { region } from '../../locales/region';

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function remembered<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => Format): Format {
  const name = `${i18n.language}.${key}`;
  const known = made.get(name) as Format | undefined;
  if (known) return known;
  const format = make();
  made.set(name, format);
  return format;
}

export function formatNumber(value: number, digits = 0): string {
  return remembered(`n${digits}`, () => new Intl.NumberFormat(region(), { maximumFractionDigits: digits })).format(
    value,
  );
}

/** 512 bytes, 24 kB, 3.1 MB, 1.2 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return inUnit('byte', bytes, 'long');
  if (bytes >= 1e9) return inUnit('gigabyte', bytes / 1e9, 'short', 1);
  return bytes < 1e6 ? inUnit('kilobyte', bytes / 1000, 'short') : inUnit('megabyte', bytes / 1e6, 'short', 1);
}

function inUnit(unit: string, size: number, unitDisplay: 'long' | 'short', maximumFractionDigits = 0): string {
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
  return remembered(`u${unit}`, () => new Intl.NumberFormat(region(), options)).format(size);
}

export function formatPercent(share: number, digits = 0): string {
  const options = { style: 'percent', maximumFractionDigits: digits, signDisplay: 'auto' } as const;
  return remembered(`p${digits}`, () => new Intl.NumberFormat(region(), options)).format(share);
}

/** Dollars with as many digits as a small amount needs: $0.09, $0.0021, $12.40. */
export function formatMoney(dollars: number): string {
  return moneyFor(dollars).format(dollars);
}

/** The format that shows an amount of this size. */
export function moneyFor(dollars: number): Intl.NumberFormat {
  const digits = dollars !== 0 && Math.abs(dollars) < 0.01 ? 4 : Math.abs(dollars) < 0.1 ? 3 : 2;
  const options = {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  } as const;
  return remembered(`m${digits}`, () => new Intl.NumberFormat(region(), options));
}

/** 6.4 s, 2 min 05 s. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return formatUnit('second', seconds, { maximumFractionDigits: 1 });
  const whole = Math.round(seconds);
  const minutes = formatUnit('minute', Math.floor(whole / 60), { useGrouping: false });
  return `${minutes} ${formatUnit('second', whole % 60, { minimumIntegerDigits: 2 })}`;
}

/** How long something has lasted, in its largest unit: 40 seconds, 5 minutes, 3 days. */
export function formatAge(seconds: number): string {
  const [unit, size] = AGES.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  return inUnit(unit, Math.floor(Math.max(0, seconds) / size), 'long');
}

const AGES = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

// Intl says 6.4 sec in American English and 6.4 secs in British.
const ENGLISH = { second: 's', minute: 'min' } as const;

function formatUnit(unit: keyof typeof ENGLISH, value: number, digits: Intl.NumberFormatOptions): string {
  const options = { ...digits, style: 'unit', unit, unitDisplay: 'short' } as const;
  const format = remembered(JSON.stringify(options), () => new Intl.NumberFormat(region(), options));
  const parts = format.formatToParts(value);
  return parts.map((part) => (part.type === 'unit' && i18n.language === 'en' ? ENGLISH[unit] : part.value)).join('');
}

export function formatTime(at: number | string | Date): string {
  return remembered('t', () => new Intl.DateTimeFormat(region(), { hour: '2-digit', minute: '2-digit' })).format(
    new Date(at),
  );
}

export function formatMoment(at: number | string | Date): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return remembered('dt', () => new Intl.DateTimeFormat(region(), options)).format(new Date(at));
}

/** The time today, the weekday this week, the date before that. */
export function formatWhen(at: number | string | Date, now = new Date()): string {
  const moment = new Date(at);
  const days = (now.getTime() - moment.getTime()) / 86_400_000;
  if (days < 1 && moment.getDate() === now.getDate()) return formatTime(moment);
  if (days < 6) return remembered('wd', () => new Intl.DateTimeFormat(region(), { weekday: 'short' })).format(moment);
  return remembered('md', () => new Intl.DateTimeFormat(region(), { day: 'numeric', month: 'short' })).format(moment);
}

/**
 * a, b, c: things beside each other, no sentence.
 *
 * The comma is a phrase of ours: Intl.ListFormat parts them by blanks in Japanese and by "and" in Arabic.
 */
export function joinWords(words: readonly string[]): string {
  return words.join(say('comma'));
}

/** What follows other words that stand in an element of their own: ", turn 5". */
export function followWith(words: string): string {
  return say('comma') + words;
}
