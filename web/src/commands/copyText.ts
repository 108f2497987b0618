import { say } from '../locales/i18n';
import { notify } from '../model/screen';

/** Put words on the clipboard and say so. */
export async function copyText(text: string): Promise<void> {
  if (await toClipboard(text)) notify(say('conversation:copied'));
}

/** Put words on the clipboard. Where that may not be done, as on a page that came without TLS, it says so. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify(say('conversation:notCopied'), { tone: 'caution' });
    return false;
  }
}
