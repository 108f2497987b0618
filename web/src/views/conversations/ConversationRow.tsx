import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findTitle, removeConversation, renameConversation } from '../../commands/conversations';
import { askToDelete } from '../../commands/deleting';
import { askWhereTo } from '../../commands/moving';
import { askToRevisit } from '../../commands/revisiting';
import { openTurn } from '../../model/conversation';
import type { ConversationEntry } from '../../model/workspace';
import { Menu, MenuItem, MenuLine } from '../parts/Floating';
import { formatMoment, formatNumber, formatWhen } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { neighbourOf } from '../parts/rowKeys';
import { useConversation } from '../parts/store';
import { takeAlong } from './dragging';
import { Rename } from './Rename';

interface Props {
  entry: ConversationEntry;
  current: boolean;
  /** Tab stops here; the arrow keys go on. */
  stop: boolean;
}

export const ConversationRow = memo(function ConversationRow({ entry, current, stop }: Props) {
  const { t } = useTranslation(['library', 'keeping']);
  const [renaming, setRenaming] = useState(false);
  // A finger comes near nothing before it presses: the open one has its menu from the start.
  const [menu, setMenu] = useState<'unknown' | 'closed' | 'open'>(current ? 'closed' : 'unknown');
  const link = useRef<HTMLAnchorElement>(null);
  const title = entry.title || entry.opening || t('conversations.untitled');
  const rename = (name: string | null) => {
    setRenaming(false);
    if (name !== null) void renameConversation(entry.id, name);
    requestAnimationFrame(() => link.current?.focus());
  };
  const remove = async () => {
    const next = link.current && neighbourOf(link.current);
    if (await removeConversation(entry)) next?.focus();
  };
  const act = (event: KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete' && event.shiftKey) askToDelete(entry.id, title);
    else if (event.key === 'Delete') void remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (renaming) {
    return (
      <li className="conv">
        <Rename label={t('conversations.renameLabel')} value={entry.title || entry.opening} onDone={rename} />
      </li>
    );
  }
  // The menu of a row is made when somebody comes near it: fifty of them would be felt on the first screen.
  const near = () => menu === 'unknown' && setMenu('closed');
  return (
    <li className="conv" onPointerEnter={near} onFocus={near}>
      <RouteLink
        ref={link}
        to={{ page: 'conversation', id: entry.id, turnId: null }}
        data-row
        tabIndex={stop ? 0 : -1}
        aria-current={current ? 'page' : undefined}
        onDoubleClick={() => setRenaming(true)}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenu('open');
        }}
        onDragStart={(event) => takeAlong(event, entry.id)}
        onKeyDown={act}
      >
        <span className="t" dir="auto">
          {title}
        </span>
        {entry.surface !== null && <Outside />}
        {entry.unread > 0 ? <Unread count={entry.unread} /> : <When entry={entry} current={current} />}
      </RouteLink>
      {menu !== 'unknown' && (
        <Menu
          align="end"
          open={menu === 'open'}
          onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
          trigger={
            <button type="button" className="more" tabIndex={stop ? 0 : -1} aria-label={t('more.label', { title })}>
              {t('more.word')}
            </button>
          }
        >
          <MenuItem onClick={() => setTimeout(() => setRenaming(true))}>
            {t('conversations.rename')} <kbd>F2</kbd>
          </MenuItem>
          <MenuItem onClick={() => setTimeout(() => askWhereTo(entry.id))}>{t('conversations.move')}</MenuItem>
          <MenuItem onClick={() => askToRevisit(entry.id, title)}>{t('conversations.revisit')}</MenuItem>
          <MenuItem onClick={() => void findTitle(entry)}>{t('conversations.findTitle')}</MenuItem>
          <MenuItem onClick={() => void remove()}>
            {t('conversations.putAway')} <kbd>Del</kbd>
          </MenuItem>
          <MenuLine />
          <MenuItem onClick={() => askToDelete(entry.id, title)}>
            {t('keeping:delete.word')} <kbd>Shift+Del</kbd>
          </MenuItem>
        </Menu>
      )}
    </li>
  );
});

/** A program began it, not a person here. */
function Outside() {
  const { t } = useTranslation('library');
  const words = t('conversations.outside');
  return (
    <span className="outside" title={words}>
      <span aria-hidden="true">⇄</span>
      <span className="vh">{words}</span>
    </span>
  );
}

/** How many messages wait there that nobody asked for. */
function Unread({ count }: { count: number }) {
  const { t } = useTranslation('heartbeats');
  if (count === 0) return null;
  return (
    <>
      <span className="badge num" aria-hidden="true">
        {formatNumber(count)}
      </span>
      <span className="vh">{t('unread', { count })}</span>
    </>
  );
}

/** When it last changed; while somebody answers there, that. */
function When({ entry, current }: { entry: ConversationEntry; current: boolean }) {
  const { t } = useTranslation('library');
  const live = useConversation((state) =>
    current && state.phase === 'ready' ? openTurn(state) !== null : entry.in_flight,
  );
  if (live) return <span className="n live">{t('conversations.answering')}</span>;
  return (
    <time className="n" dateTime={entry.updated_at} title={formatMoment(entry.updated_at)}>
      {formatWhen(entry.updated_at)}
    </time>
  );
}
