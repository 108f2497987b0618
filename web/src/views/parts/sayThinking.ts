/** How much is thought, in words. */
import { say } from '../../locales/i18n';
import type { Thinking } from '../../model/thinking';
import { formatNumber } from './format';

export function sayThinking(thinking: Thinking): string {
  if (typeof thinking === 'number') return say('composer:think.upTo', { tokens: formatNumber(thinking) });
  return say(`composer:think.along.${thinking}`);
}
