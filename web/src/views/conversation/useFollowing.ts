/** Where the list stands: at the end while the person is there, where they left it otherwise, where a wish sends it. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { OutlineRow } from '../../model/outline';
import { focusOn, screen } from '../../model/screen';
import { on } from '../../model/signals';
import { setViewport } from '../../model/viewport';
import { isNarrow } from '../parts/useNarrow';
import { keepPlaces } from './places';
import { explainMissing, isAbove, type List, show, type Wish } from './showing';

const LINE = 24;
const PAGE_SHARE = 0.9;
/** The list follows a row that grew within this time; the browser tells of it later, a busy one seconds later. */
const SETTLING = 2000;
/** This close to the end counts as being there. */
export const END = 32;

interface ShownRows {
  list: List;
  rows: readonly OutlineRow[];
}

export function useFollowing(scroller: RefObject<HTMLElement | null>, now: ShownRows): { hold: (list: List) => void } {
  const latest = useRef(now);
  const wish = useRef<Wish | null>(null);
  const held = useRef<string | null>(null);
  const errand = useRef(0);
  const grown = useRef({ size: 0, at: 0 });
  const again = useRef<() => void>(() => undefined);
  latest.current = now;

  now.list.shouldAdjustScrollPositionOnItemSizeChange = isAbove;
  useEnd(scroller, now);
  useViewport(now);

  useEffect(() => {
    const fulfil = (wanted: Wish) => {
      wish.current = null;
      const { list, rows } = latest.current;
      const index = rows.findIndex((row) => row.id === wanted.turnId);
      if (index < 0) {
        wish.current = explainMissing(wanted) ? null : wanted;
        return;
      }
      if (wanted.advisorId && isNarrow()) openAlone(wanted.turnId, wanted.advisorId);
      focusOn(wanted.turnId, wanted.advisorId ?? null);
      held.current = index === rows.length - 1 && wanted.align === 'start' ? wanted.turnId : null;
      const mine = ++errand.current;
      show(list, index, wanted, () => errand.current === mine);
    };
    // A conversation that has just begun: its first turn was wished for before there was a list.
    const newest = latest.current.rows.at(-1)?.id ?? null;
    if (newest !== null && screen.getState().turnId === newest) held.current = newest;
    again.current = () => {
      if (wish.current !== null) fulfil(wish.current);
    };
    const release = () => {
      held.current = null;
      errand.current++;
    };
    const stops = [
      on('showTurn', fulfil),
      on('scrollBy', ({ lines = 0, pages = 0 }) => {
        release();
        const height = scroller.current?.clientHeight ?? 0;
        scroller.current?.scrollBy({ top: lines * LINE + pages * height * PAGE_SHARE });
      }),
      on('scrollToEdge', (edge) => {
        release();
        if (edge === 'last') latest.current.list.scrollToEnd();
        else latest.current.list.scrollToOffset(0);
      }),
      ...keepPlaces(scroller, release),
      listen(scroller.current, release),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [scroller]);
  // What was wished for before the feed told of it is fulfilled when its row is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are the reason to look again.
  useEffect(() => void again.current(), [now.rows]);

  return {
    /** The newest turn grows out of the bottom until its first line is at the top, and then stays for reading. */
    hold: (list) => {
      const { rows } = latest.current;
      const item = list.measurementsCache[rows.length - 1];
      const element = scroller.current;
      if (element === null || item === undefined || held.current === null) return;
      if (item.size !== grown.current.size) grown.current = { size: item.size, at: performance.now() };
      if (rows.at(-1)?.id !== held.current || element.scrollTop <= item.start + 1) return;
      // Words moved it, now or a moment ago: back to the first line. Anything else that moved it was meant.
      if (performance.now() - grown.current.at < SETTLING) list.scrollToOffset(item.start);
      else held.current = null;
    },
  };
}

/** Where one voice is shown at a time, the wanted one is. */
function openAlone(turnId: string, advisorId: string): void {
  screen.setState(({ opened }) => ({ opened: { ...opened, [turnId]: advisorId } }));
}

/** Hands on the wheel, the screen or the keys: the person leads. */
function listen(element: HTMLElement | null, release: () => void): () => void {
  const kinds = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'] as const;
  for (const kind of kinds) element?.addEventListener(kind, release, { passive: true });
  return () => {
    for (const kind of kinds) element?.removeEventListener(kind, release);
  };
}

/** Begin at the end, and stay there when the space changes: a growing composer, another window size. */
function useEnd(scroller: RefObject<HTMLElement | null>, { list, rows }: ShownRows): void {
  const atEnd = useRef(true);
  const begun = useRef(false);
  useLayoutEffect(() => {
    if (begun.current || rows.length === 0) return;
    begun.current = true;
    list.scrollToEnd();
  }, [list, rows.length]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= END;
    };
    const size = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', look, { passive: true });
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [scroller]);
}

function useViewport({ list, rows }: ShownRows): void {
  const first = rows[list.range?.startIndex ?? -1]?.position ?? null;
  const last = rows[list.range?.endIndex ?? -1]?.position ?? null;
  useEffect(() => setViewport(first, last), [first, last]);
  useEffect(() => () => setViewport(null, null), []);
}
