/** Old questions, asked of a panel in a new conversation. */
import { say } from '../locales/i18n';
import { go } from '../model/route';
import { notify } from '../model/screen';
import type { RevisitForecastAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';

export function forecastRevisit(id: string, panelId: string): Promise<RevisitForecastAnswer> {
  const path = { conversation_id: id };
  return ask('POST /v1/conversations/{conversation_id}/revisits/forecast', { path, body: { panel_id: panelId } });
}

/** The first question is on its way, and its conversation is opened. Refusals are the caller's to show. */
export async function startRevisit(id: string, panelId: string, title: string): Promise<void> {
  const begun = await ask('POST /v1/conversations/{conversation_id}/revisits', {
    path: { conversation_id: id },
    body: { panel_id: panelId, title: say('revisit:named', { title }).slice(0, 200) },
  });
  go({ page: 'conversation', id: begun.conversation_id, turnId: null });
  notify(say('revisit:begun'));
}
