/** Asking which folder a conversation shall lie in; `folders.ts` comes with the answer. */
import { conversation } from '../model/conversation';
import { folderList } from '../model/folders';
import { openPalette } from './keys/palette';

export function askWhereTo(id: string): void {
  folderList.setState({ moving: id });
  openPalette('folder');
}

/** The open one. */
export function askWhereToHere(): void {
  const { id } = conversation.getState();
  if (id !== null) askWhereTo(id);
}
