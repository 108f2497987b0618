import { Command as Menu } from 'cmdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { moveTo, moveToNew } from '../../commands/folders';
import { closeOverlay } from '../../commands/keys/palette';
import { attempt } from '../../commands/refused';
import { loadFolders } from '../../commands/workspace';
import { folderList } from '../../model/folders';
import { useWorkspace } from '../parts/store';

/** Where a conversation shall lie: in a folder that is there, in a new one, or in none. */
export function FolderList({ words }: { words: string }) {
  const { t } = useTranslation(['folders', 'keys']);
  const id = useStore(folderList, (state) => state.moving);
  const folders = useWorkspace((state) => state.folders);
  const current = useWorkspace((state) => state.conversations.find((each) => each.id === id)?.folder_id ?? null);
  useEffect(() => void attempt(loadFolders), []);
  if (id === null) return null;
  const choose = (deed: () => Promise<boolean>) => {
    closeOverlay();
    void deed();
  };
  const wanted = words.trim();
  const isNew = wanted !== '' && !folders.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return (
    <>
      <Menu.Group heading={t('folders:title')}>
        {folders.map((folder) => (
          <Menu.Item
            key={folder.id}
            value={`folder:${folder.id}`}
            keywords={[folder.name]}
            onSelect={() => choose(() => moveTo(id, folder.id))}
          >
            <span className="what">
              <bdi>{folder.name}</bdi>
            </span>
            {folder.id === current && <span className="hint">{t('keys:palette.current')}</span>}
          </Menu.Item>
        ))}
        {current !== null && (
          <Menu.Item value="folder:" keywords={[t('folders:none')]} onSelect={() => choose(() => moveTo(id, null))}>
            <span className="what">{t('folders:none')}</span>
          </Menu.Item>
        )}
      </Menu.Group>
      {isNew && (
        <Menu.Item value="folder:new" forceMount onSelect={() => choose(() => moveToNew(id, wanted))}>
          <span className="what">{t('folders:make', { name: wanted })}</span>
        </Menu.Item>
      )}
      {folders.length === 0 && wanted === '' && (
        <Menu.Item value="folder:none" forceMount disabled>
          {t('folders:noneYet')}
        </Menu.Item>
      )}
    </>
  );
}
