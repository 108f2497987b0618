import { say } from '../locales/i18n';
import { notify } from '../model/screen';

/** Put words on the clipboard and say so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(say('conversation:copied'));
  } catch {
    notify(say('conversation:notCopied'), { tone: 'caution' });
  }
}
