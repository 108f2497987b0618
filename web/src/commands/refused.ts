/** What went wrong, in the status line. */
import { say } from '../locales/i18n';
import { asSentence } from '../locales/sentence';
import { notify } from '../model/screen';
import { isAborted, Refusal } from '../protocol/request';

/** Run something that asks the server; a refusal becomes a sentence in the status line. True when it went well. */
export async function attempt(deed: () => Promise<unknown>): Promise<boolean> {
  try {
    await deed();
    return true;
  } catch (error) {
    if (isAborted(error)) return false;
    if (!(error instanceof Refusal)) throw error;
    notify(explain(error), { tone: 'caution', offline: error.code === 'offline' });
    return false;
  }
}

export function explain(refusal: Refusal): string {
  switch (refusal.code) {
    case 'offline':
      return say('refused.offline');
    case 'turn_in_flight':
      return say('refused.turn_in_flight');
    case 'preview_stale':
      return say('refused.preview_stale');
  }
  const message = asSentence(refusal.message);
  // What went wrong over there stands in its log; whoever runs it can look it up.
  if (refusal.status >= 500 && refusal.requestId) return say('refused.fault', { message, id: refusal.requestId });
  return say('refused.other', { message });
}

/** Run something a form asked for. Null when it went well, or the sentence to show beside the form. */
export async function refusalOf(deed: () => Promise<unknown>): Promise<string | null> {
  try {
    await deed();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return explain(error);
  }
}
