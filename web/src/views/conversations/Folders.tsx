import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { makeFolder } from '../../commands/folders';
import { quietly } from '../../commands/quietly';
import { loadFolders } from '../../commands/workspace';
import { folderList } from '../../model/folders';
import type { ConversationEntry } from '../../model/workspace';
import { moveAmongRows } from '../parts/rowKeys';
import { useWorkspace } from '../parts/store';
import { FolderRow } from './FolderRow';
import { Rename } from './Rename';
import './folders.css';

/** Folders above the conversations that lie in none. */
export function Folders({ currentId }: { currentId: string | null }) {
  const { t } = useTranslation(['folders', 'library']);
  const { folders, conversations } = useWorkspace(({ folders, conversations }) => ({ folders, conversations }));
  const naming = useStore(folderList, (state) => state.naming);
  useCounts(conversations);
  const make = (name: string | null) => {
    folderList.setState({ naming: false });
    if (name) void makeFolder(name);
  };
  return (
    <>
      <h2>
        {t('folders:title')}
        <button type="button" onClick={() => folderList.setState({ naming: true })}>
          {t('library:conversations.newFolder')}
        </button>
      </h2>
      <ul data-rows onKeyDown={moveAmongRows}>
        {naming && (
          <li>
            <Rename label={t('folders:name')} value="" onDone={make} />
          </li>
        )}
        {folders.map((folder, index) => (
          <FolderRow
            key={folder.id}
            folder={folder}
            entries={conversations.filter((each) => each.folder_id === folder.id)}
            currentId={currentId}
            stop={index === 0}
          />
        ))}
      </ul>
    </>
  );
}

/** How many lie in a folder is counted by the server; it is asked again when something comes, goes or moves. */
function useCounts(conversations: readonly ConversationEntry[]): void {
  const places = conversations.flatMap((each) => (each.folder_id ? [`${each.id} ${each.folder_id}`] : [])).sort();
  const now = places.join();
  const known = useRef(now);
  useEffect(() => {
    if (known.current === now) return;
    known.current = now;
    void quietly(loadFolders);
  }, [now]);
}
