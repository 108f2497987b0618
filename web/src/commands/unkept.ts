/** Conversations that are not kept: begin one, keep it after all, and say when it was left. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { go, route } from '../model/route';
import { notify } from '../model/screen';
import { unkept } from '../model/unkept';
import { address, ask } from '../protocol/request';
import { startNew } from './conversations';
import { quietly } from './quietly';
import { attempt } from './refused';
import { refreshConversations } from './workspace';

export function startUnkept(): void {
  startNew();
  unkept.setState({ starting: true });
}

export async function keepIt(): Promise<boolean> {
  const { id } = unkept.getState();
  if (id === null) {
    unkept.setState({ starting: false });
    return true;
  }
  return attempt(async () => {
    await ask('PATCH /v1/conversations/{conversation_id}', { path: { conversation_id: id }, body: { kept: true } });
    unkept.setState({ id: null, until: null });
    const { view } = conversation.getState();
    if (view?.conversation_id === id) conversation.setState({ view: { ...view, kept_until: null } });
    await refreshConversations();
    notify(say('keeping:unkept.kept'));
  });
}

/** Know the one that is open, and tell the server when it is left: for another conversation, or with the page. */
export function watchUnkept(): () => void {
  const stopView = conversation.subscribe(({ id, view }) => {
    if (id === null || view === null || view.kept_until === null || unkept.getState().id === id) return;
    unkept.setState({ starting: false, id, until: view.kept_until });
    void quietly(() => comeBack(id));
  });
  const stopRoute = route.subscribe(({ now }) => {
    const { id, starting } = unkept.getState();
    if (now.page !== 'conversation' || now.id === id) return;
    if (starting && now.id !== null) unkept.setState({ starting: false });
    if (id !== null) leave(id);
  });
  window.addEventListener('pagehide', leaveWithPage);
  return () => {
    stopView();
    stopRoute();
    window.removeEventListener('pagehide', leaveWithPage);
  };
}

/** Somebody is here: its whole time begins again. */
async function comeBack(id: string): Promise<void> {
  const path = { conversation_id: id };
  const { kept_until } = await ask('PATCH /v1/conversations/{conversation_id}', { path, body: { kept: false } });
  if (unkept.getState().id === id) unkept.setState({ until: kept_until });
}

function leave(id: string): void {
  unkept.setState({ id: null, until: null });
  void quietly(async () => {
    await ask('POST /v1/conversations/{conversation_id}/leave', { path: { conversation_id: id } });
    notify(say('keeping:unkept.left'), { undo: () => go({ page: 'conversation', id, turnId: null }) });
  });
}

/** The page may be on its way back (a reload): the server waits a minute. */
function leaveWithPage(): void {
  const { id } = unkept.getState();
  if (id === null) return;
  const place = address('POST /v1/conversations/{conversation_id}/leave', { path: { conversation_id: id } });
  void fetch(place, { method: 'POST', keepalive: true }).catch(() => undefined);
}
