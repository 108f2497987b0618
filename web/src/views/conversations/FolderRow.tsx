import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { loadInside, removeFolder, renameFolder } from '../../commands/folders';
import { attempt } from '../../commands/refused';
import { flipFolder, folderList } from '../../model/folders';
import type { ConversationEntry, Folder } from '../../model/workspace';
import { Menu, MenuCaption, MenuItem, MenuLine } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { neighbourOf } from '../parts/rowKeys';
import { ConversationRow } from './ConversationRow';
import { useDrop } from './dragging';
import { Rename } from './Rename';

interface Props {
  folder: Folder;
  /** Those of its conversations that were read. */
  entries: readonly ConversationEntry[];
  currentId: string | null;
  /** Tab stops here; the arrow keys go on. */
  stop: boolean;
}

export function FolderRow({ folder, entries, currentId, stop }: Props) {
  const { t } = useTranslation(['folders', 'library']);
  const [renaming, setRenaming] = useState(false);
  const [menu, setMenu] = useState(false);
  const open = useStore(folderList, (state) => state.open.includes(folder.id));
  const head = useRef<HTMLButtonElement>(null);
  const drop = useDrop(folder.id);
  const isHere = entries.some((each) => each.id === currentId);
  const missing = open && entries.length < folder.conversations;
  useEffect(() => {
    if (missing) void attempt(() => loadInside(folder.id));
  }, [missing, folder.id]);
  const rename = (name: string | null) => {
    setRenaming(false);
    if (name) void renameFolder(folder, name);
    requestAnimationFrame(() => head.current?.focus());
  };
  const remove = async () => {
    const next = head.current && neighbourOf(head.current);
    if (await removeFolder(folder)) next?.focus();
  };
  const act = (event: KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete') void remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li className="folder" {...drop}>
      {renaming ? (
        <Rename label={t('folders:name')} value={folder.name} onDone={rename} />
      ) : (
        <button
          ref={head}
          type="button"
          className="row"
          data-row
          tabIndex={stop ? 0 : -1}
          aria-expanded={open}
          aria-current={isHere && !open ? 'true' : undefined}
          onClick={() => flipFolder(folder.id)}
          onContextMenu={(event) => {
            event.preventDefault();
            setMenu(true);
          }}
          onKeyDown={act}
        >
          <span className="t" dir="auto">
            {folder.name}
          </span>
          <span className="n num" title={t('folders:count', { count: folder.conversations })}>
            {formatNumber(folder.conversations)}
          </span>
        </button>
      )}
      <Menu
        align="end"
        open={menu}
        onOpenChange={setMenu}
        trigger={
          <button
            type="button"
            className="more"
            tabIndex={-1}
            aria-label={t('library:more.label', { title: folder.name })}
          >
            {t('library:more.word')}
          </button>
        }
      >
        <MenuItem onClick={() => setTimeout(() => setRenaming(true))}>
          {t('library:conversations.rename')} <kbd>F2</kbd>
        </MenuItem>
        <MenuItem onClick={() => void remove()}>
          {t('folders:remove')} <kbd>Del</kbd>
        </MenuItem>
        <MenuLine />
        <MenuCaption>{t('folders:difference')}</MenuCaption>
      </Menu>
      {open && folder.conversations === 0 && <p className="empty">{t('folders:empty')}</p>}
      {open && entries.length > 0 && (
        <ul>
          {entries.map((each) => (
            <ConversationRow key={each.id} entry={each} current={each.id === currentId} stop={each.id === currentId} />
          ))}
        </ul>
      )}
    </li>
  );
}
