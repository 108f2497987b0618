/** The list and lasting work as other tabs, other people and the terminal change them: the feed says when to look again. */
import { Feed } from '../feed/connection';
import { setConnection } from '../model/conversation';
import { emit } from '../model/signals';
import type { Frame } from '../protocol/events';
import { quietly } from './quietly';

let known: number | null = null;

/** What a batch says of the list and of lasting work. The first number is news too: the list may have changed since it was read. */
export function hearList(batch: readonly Frame[]): void {
  if (batch.some((frame) => frame.event === 'work_changed')) emit('workChanged');
  const told = batch.findLast((frame) => frame.event === 'list_changed');
  if (told?.event !== 'list_changed' || told.data.number === known) return;
  known = told.data.number;
  void import('./rereading').then(
    ({ readListAgain }) => quietly(readListAgain),
    // The server went away before it was asked for this; it tells the number again when it is back.
    () => {
      known = null;
    },
  );
}

/** Follow it where no conversation is followed, and only while somebody looks: whoever comes back reads it anyway. */
export function followList(): { close(): void } {
  let feed: Feed | null = null;
  const look = () => {
    feed?.close();
    feed = document.hidden ? null : new Feed(null, { frames: hearList, connection: setConnection });
    void feed?.run();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return {
    close() {
      document.removeEventListener('visibilitychange', look);
      feed?.close();
    },
  };
}
