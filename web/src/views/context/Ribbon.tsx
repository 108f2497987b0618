import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markStretch } from '../../commands/ribbon';
import { emit } from '../../model/signals';
import type { Mark } from '../../protocol/events';
import { useMedia } from '../parts/useMedia';
import { columnAt, turnAt } from './geometry';
import { Legend } from './Legend';
import type { Picked } from './paint';
import { RangeMenu } from './RangeMenu';
import { useCellWords } from './useCellWords';
import { useFates } from './useFates';
import { useRibbonCanvas } from './useRibbonCanvas';

interface Cell {
  readonly index: number;
  readonly column: number;
}

/** Every visible turn by every advisor: what goes along and what stays behind. A thin strip where there is no room. */
export function Ribbon({ slim }: { slim: boolean }) {
  const { t } = useTranslation('context');
  const small = useMedia('(max-width: 1100px)');
  const thin = slim || small;
  const fates = useFates();
  const words = useCellWords(fates);
  const described = useId();
  const [hover, setHover] = useState<(Cell & { y: number }) | null>(null);
  const [cursor, setCursor] = useState<Cell | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const drag = useRef<Cell | null>(null);

  const count = fates.visible.length;
  const picked = useMemo<Picked | null>(() => {
    if (cursor === null || cursor.index >= count) return null;
    const from = Math.min(cursor.index, anchor ?? cursor.index);
    return { from, to: Math.max(cursor.index, anchor ?? cursor.index), column: thin ? -1 : cursor.column };
  }, [cursor, anchor, count, thin]);
  const { canvas, host, layout, columns } = useRibbonCanvas(fates, { thin, picked, cursor: cursor?.index ?? null });

  const cellAt = (event: PointerEvent): (Cell & { y: number }) | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const y = event.clientY - box.top;
    const index = layout.current && turnAt(layout.current, y);
    if (index === null) return null;
    return { index, column: thin || !columns.current ? -1 : columnAt(columns.current, event.clientX - box.left), y };
  };
  const rowOf = (index: number) => fates.rows[fates.visible[index] ?? -1];
  const jump = ({ index, column }: Cell) => {
    const row = rowOf(index);
    if (row) emit('showTurn', { turnId: row.id, advisorId: fates.advisorIds[column] ?? null, align: 'center' });
  };
  const mark = (range: Picked, how: Mark | null) => {
    const ids: string[] = [];
    for (let index = range.from; index <= range.to; index++) ids.push(rowOf(index)?.id ?? '');
    setAnchor(null);
    void markStretch(ids, fates.advisorIds[range.column] ?? '', how);
  };

  const press = (event: PointerEvent) => {
    const cell = cellAt(event);
    if (cell === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = cell;
    setCursor(cell);
    setAnchor(cell.index);
  };
  const move = (event: PointerEvent) => {
    const cell = cellAt(event);
    setHover(cell);
    if (drag.current && cell) setCursor({ index: cell.index, column: drag.current.column });
  };
  const release = (event: PointerEvent) => {
    const start = drag.current;
    drag.current = null;
    if (start === null || cursor === null) return;
    if (cursor.index === start.index) {
      setAnchor(null);
      jump(start);
    } else setMenu({ x: event.clientX, y: event.clientY });
  };
  const type = (event: KeyboardEvent) => {
    const now = cursor ?? { index: count - 1, column: thin ? -1 : 0 };
    const least = -1;
    const most = thin ? -1 : fates.advisorIds.length - 1;
    const step = KEYS[event.key];
    if (step !== undefined && count > 0) {
      const index = clamp(step.to ?? now.index + (step.rows ?? 0), 0, count - 1);
      setAnchor(event.shiftKey && step.columns === undefined ? (anchor ?? now.index) : null);
      setCursor({ index, column: clamp(now.column + (step.columns ?? 0), least, most) });
    } else if (event.key === 'Enter') jump(now);
    else if (event.key in MARKS && picked && !event.ctrlKey && !event.metaKey && !event.altKey)
      mark(picked, MARKS[event.key] ?? null);
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const told = hover ?? (cursor && document.activeElement === host.current ? { ...cursor, y: null } : null);
  return (
    <nav className={thin ? 'ribbon slim' : 'ribbon'} aria-label={t('ribbon.name')}>
      <div
        className="staff"
        ref={host}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is driven by keys, and this one explains itself
        tabIndex={0}
        role="application"
        aria-label={words.summary()}
        aria-describedby={described}
        onKeyDown={type}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerLeave={() => setHover(null)}
        onBlur={() => menu === null && setCursor(null)}
      >
        <canvas ref={canvas} />
      </div>
      <p className="vh" id={described} aria-live="polite">
        {picked && !hover ? words.picked(picked) : ''}
      </p>
      {told && (
        <p className="ribbon-tip" aria-hidden="true" style={{ top: `${told.y ?? layout.yOf(told.index)}px` }}>
          {picked && picked.to > picked.from ? words.picked(picked) : words.cell(told.index, told.column)}
        </p>
      )}
      {!thin && <Legend />}
      {menu && picked && (
        <RangeMenu
          at={menu}
          caption={words.picked(picked)}
          onMark={(how) => mark(picked, how)}
          onClose={() => {
            setMenu(null);
            setAnchor(null);
          }}
        />
      )}
    </nav>
  );
}

const KEYS: Readonly<Record<string, { rows?: number; columns?: number; to?: number }>> = {
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
  PageUp: { rows: -10 },
  PageDown: { rows: 10 },
  Home: { to: 0 },
  End: { to: Number.MAX_SAFE_INTEGER },
  ArrowLeft: { columns: -1 },
  ArrowRight: { columns: 1 },
};

const MARKS: Readonly<Record<string, Mark | null>> = { i: 'in', x: 'out', p: 'pin', Backspace: null };

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
