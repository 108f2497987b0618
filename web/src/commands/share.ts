/** The way to what hands a conversation on. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { focusOn, notify, screen } from '../model/screen';

/** Choose what to hand on; with a turn, that one is meant where one is. */
export function openShare(turnId: string | null = null): void {
  if (turnId !== null) focusOn(turnId);
  if (conversation.getState().rows.length === 0) notify(say('shell:shareNothing'));
  else screen.setState({ overlay: 'share' });
}
