/** What others say, made fit to stand among our sentences. */
import { i18n } from './i18n';

/** With a capital first letter, and a full stop where nothing else ends it. Nothing stays nothing. */
export function asSentence(text: string): string {
  const begun = beginSentence(text);
  return begun === '' || /[.!?…。؟！？]$/.test(begun) ? begun : `${begun}.`;
}

export function beginSentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1);
}
