import type { KeyboardEvent } from 'react';

/** Move the focus among the rows (`data-row`) of the list an event came from. True when the key was about that. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): boolean {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(event.target as HTMLElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return false;
  event.preventDefault();
  event.stopPropagation();
  rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
  return true;
}

/** The row to focus when this one goes: the next, or the one before. */
export function neighbourOf(row: HTMLElement): HTMLElement | null {
  const rows = [...(row.closest('[data-rows]')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.indexOf(row);
  return rows[at + 1] ?? rows[at - 1] ?? null;
}
