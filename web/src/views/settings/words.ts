/** A setting in words: its name, its value, and where that comes from. */
import '../../locales/settings';
import type { TFunction } from 'i18next';
import type { Setting, Value } from '../../commands/settings';
import { i18n } from '../../locales/i18n';
import { asSentence } from '../../locales/sentence';
import { formatNumber } from '../parts/format';

type Words = TFunction<'settings'>;

const DIGITS = 4;

export function sayName(t: Words, { name }: Setting): string {
  return t(`name.${name as 'dropping'}`, { defaultValue: name });
}

/** Our words for what it does, or the server's where we have none. */
export function sayHelp(t: Words, { name, description }: Setting): string {
  return t(`help.${name as 'dropping'}`, { defaultValue: asSentence(description) });
}

export function sayChoice(t: Words, name: string, choice: string): string {
  return t(`choice.${name as 'dropping'}.${choice as 'oldest'}`, { defaultValue: choice });
}

export function sayUnit(t: Words, { name }: Setting): string {
  return i18n.exists(`settings:unit.${name}`) ? t(`unit.${name as 'max_tokens'}`) : '';
}

export function sayValue(t: Words, setting: Setting, value: Value = setting.value): string {
  if (value === null || value === '') return t('none');
  if (setting.kind === 'secret') return t('hidden');
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  if (typeof value === 'number') return setting.name === 'port' ? String(value) : formatNumber(value, DIGITS);
  return setting.kind === 'choice' ? sayChoice(t, setting.name, value) : value;
}

/** Whether the value was chosen by those the setting belongs to, and not somewhere wider. */
export function isOwn({ source, place, scope }: Setting): boolean {
  return source === 'database' && place === scope;
}

export function saySource(t: Words, setting: Setting): string {
  const { source, place } = setting;
  if (source === 'database' && !isOwn(setting)) return t(`source.${place as 'workspace' | 'instance'}`);
  if (source === 'environment') return place ? t('source.environmentAt', { place }) : t('source.environment');
  if (source === 'file') return place && !isUsualFile(place) ? t('source.fileAt', { place }) : t('source.file');
  return t(`source.${source}`);
}

/** Why a setting that could be changed here is not. */
export function sayWhyNot(t: Words, { source, place, why_not: reason }: Setting): string {
  if (source === 'environment' || source === 'file') return t(`whyNot.${source}`, { place: place ?? '' });
  return source === 'start' ? t('whyNot.start') : asSentence(reason ?? '');
}

function isUsualFile(place: string): boolean {
  return /(^|[\\/])antiphon\.toml$/.test(place);
}
