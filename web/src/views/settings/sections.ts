/** The parts of the settings page, in order. */
import type { Section, Setting } from '../../commands/settings';

export const SECTIONS: readonly Section[] = [
  'appearance',
  'speech',
  'sending',
  'spending',
  'models',
  'server',
  'about',
];

/** Where a setting stands: what can be changed here stands by its subject, the rest is told together. */
export function sectionOf(setting: Setting): Section {
  if (setting.needs_restart) return 'server';
  if (setting.group === 'spending' || setting.group === 'models') return setting.group;
  return 'sending';
}
