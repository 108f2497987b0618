/** Folders as the sidebar shows them: which are open, which conversation is to be moved, whether a new one is named. */
import { createStore } from 'zustand/vanilla';
import { keep, recall } from './keep';

export interface FolderList {
  /** Ids of the folders that show what lies in them, kept in this browser. */
  readonly open: readonly string[];
  /** The conversation somebody is asked about: where shall it lie? */
  readonly moving: string | null;
  /** A new folder is being given its name. */
  readonly naming: boolean;
}

export const folderList = createStore<FolderList>(() => ({
  open: recall('openFolders', []),
  moving: null,
  naming: false,
}));

export function flipFolder(id: string): void {
  const { open } = folderList.getState();
  const now = open.includes(id) ? open.filter((each) => each !== id) : [...open, id];
  folderList.setState({ open: now });
  keep('openFolders', now);
}
