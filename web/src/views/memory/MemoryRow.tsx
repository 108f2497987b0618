import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Change, decideMemory, forgetMemory } from '../../commands/memory';
import type { Memory } from '../../model/memory';
import { Confirm } from '../parts/Confirm';
import { RouteLink } from '../parts/RouteLink';
import { neighbourOf } from '../parts/rowKeys';
import { EditMemory } from './EditMemory';
import { useInbox } from './useInbox';

/** One memory: what it says, the words it rests on, and what may be done about it. */
export function MemoryRow({ memory, stop }: { memory: Memory; stop: boolean }) {
  const { t } = useTranslation('memory');
  const [editing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const decide = async (change: Change) => {
    const next = row.current && neighbourOf(row.current);
    if (await decideMemory(memory, change)) next?.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== row.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const deeds: Record<string, () => unknown> = { e: () => setEditing(true) };
    if (memory.status !== 'accepted') deeds.a = () => decide({ status: 'accepted' });
    if (memory.status === 'proposed') deeds.d = () => decide({ status: 'declined' });
    const deed = deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    void deed();
  };
  const leave = () => {
    setEditing(false);
    row.current?.focus();
  };
  return (
    <li className="memory" data-row ref={row} tabIndex={stop ? 0 : -1} onKeyDown={press}>
      {editing ? (
        <EditMemory memory={memory} onEnd={leave} />
      ) : (
        <>
          <p className="t" dir="auto">
            {memory.text}
          </p>
          <Source memory={memory} />
          <div className="acts">
            {memory.status !== 'accepted' && (
              <button type="button" className="btn sm" onClick={() => void decide({ status: 'accepted' })}>
                {t('accept')}
              </button>
            )}
            <button type="button" className="btn sm" onClick={() => setEditing(true)}>
              {t(memory.status === 'proposed' ? 'editAccept' : 'edit')}
            </button>
            {memory.status === 'proposed' && (
              <button type="button" className="btn sm quiet" onClick={() => void decide({ status: 'declined' })}>
                {t('decline')}
              </button>
            )}
            {memory.status !== 'proposed' && (
              <Confirm word={t('forget')} question={t('forgetQuestion')} onYes={() => void forgetMemory(memory)} />
            )}
          </div>
        </>
      )}
    </li>
  );
}

/** The quote with the way to its turn, and what it would replace. */
function Source({ memory }: { memory: Memory }) {
  const { t } = useTranslation('memory');
  const replaced = useInbox((state) => state.memories.find((each) => each.id === memory.replaces_id) ?? null);
  const { conversation_id: id, turn_id: turnId, position } = memory;
  return (
    <div className="source">
      {memory.quote !== '' && (
        <blockquote dir="auto" aria-label={t('quote')}>
          {memory.quote}
        </blockquote>
      )}
      {id !== null && position !== null && (
        <RouteLink className="link" to={{ page: 'conversation', id, turnId }}>
          {t('turn', { position })}
        </RouteLink>
      )}
      {memory.quote === '' && id === null && <span>{t('byHand')}</span>}
      {id !== null && position === null && <span>{t('turnGone')}</span>}
      {replaced && (
        <span>
          {t('replaces')} <q dir="auto">{replaced.text}</q>
        </span>
      )}
    </div>
  );
}
