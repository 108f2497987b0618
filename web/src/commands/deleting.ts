/** Asking before a conversation is deleted for good; `deleteForGood.ts` comes with the answer. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { deleting } from '../model/deleting';
import { screen } from '../model/screen';
import { workspace } from '../model/workspace';

/** The row may be of the archive. */
export function askToDelete(id: string, title: string): void {
  deleting.setState({ id, title });
  screen.setState({ overlay: 'deleting' });
}

/** The open one. */
export function askToDeleteHere(): void {
  const { id, view } = conversation.getState();
  if (id === null) return;
  const entry = workspace.getState().conversations.find((each) => each.id === id);
  askToDelete(id, view?.title || entry?.opening || view?.turns[0]?.text || say('library:conversations.untitled'));
}
