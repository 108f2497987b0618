import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { watchAnswers } from '../../commands/announce';
import { watchAsking } from '../../commands/toolAnnounce';
import { conversation } from '../../model/conversation';
import { fatesOf } from '../../model/fates';
import { preview } from '../../model/preview';
import { useConversation, useDraft } from '../parts/store';
import { HeldQuestion } from './HeldQuestion';
import { BoundaryRule, DividerRule } from './Rules';
import { TurnRow } from './TurnRow';
import { useClicks } from './useClicks';
import { END, useFollowing } from './useFollowing';
import { useLongReplies } from './useLongReplies';
import { findVisible } from './visible';

// What a row is taken for until it has been measured.
const DIGEST_HEIGHT = 104;
const NEWEST_HEIGHT = 420;

/** Every turn the filter shows, newest at the bottom; only those near the window are drawn. */
export function TurnList() {
  const { t } = useTranslation('conversation');
  const scroller = useRef<HTMLElement>(null);
  const { rows, latest, fates } = useRows();
  const newestId = useStore(conversation, (state) => state.rows.at(-1)?.id ?? null);
  const dividers = useConversation((state) => state.view?.dividers ?? []);
  const { opened, toggle } = useOpened();
  const held = useRef<(list: Virtualizer<HTMLElement, HTMLElement>) => void>(() => undefined);
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const list = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: (index) => (index === rows.length - 1 ? NEWEST_HEIGHT : DIGEST_HEIGHT),
    overscan: 5,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END,
    onChange: (instance) => held.current(instance),
  });
  const { hold } = useFollowing(scroller, { list, rows });
  held.current = hold;
  useClicks(scroller);
  useLongReplies(scroller);
  useEffect(watchAnswers, []);
  useEffect(watchAsking, []);
  return (
    <>
      <HeldQuestion scroller={scroller} />
      <section className="talk" ref={scroller} aria-label={t('label')}>
        {rows.length === 0 && <p className="nothing">{t('noMatch')}</p>}
        <ol className="turns" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ insetBlockStart: start }}
              >
                {row.position === fates.firstForAll && !fates.whole && (
                  <BoundaryRule included={latest?.included ?? 0} voices={fates.advisorIds.length} />
                )}
                <TurnRow
                  row={row}
                  newest={row.id === newestId}
                  opened={opened.has(row.id)}
                  out={fates.outFor(row.position).join(' ')}
                  asked={fates.advisorIds.length}
                  onToggle={toggle}
                />
                {dividers.includes(row.position) && <DividerRule />}
              </li>
            );
          })}
        </ol>
      </section>
    </>
  );
}

function useRows() {
  const id = useStore(conversation, (state) => state.id);
  const all = useStore(conversation, (state) => state.rows);
  const latest = useStore(preview, (state) => (state.conversationId === id ? state.latest : null));
  const { replaces } = useDraft();
  const rows = useMemo(() => findVisible(all, latest, replaces), [all, latest, replaces]);
  const fates = fatesOf(conversation.getState(), preview.getState());
  return { rows, latest, fates };
}

function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((turnId: string) => {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(turnId)) after.add(turnId);
      return after;
    });
  }, []);
  return { opened, toggle };
}
