import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Move the focus among the rows of a list; keys pressed in a field or on a button of a row are its own. */
export function moveAmongMemories(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const row = event.target as HTMLElement;
  if (step === undefined || !row.matches('[data-row]') || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  rows[rows.indexOf(row) + step]?.focus();
}
