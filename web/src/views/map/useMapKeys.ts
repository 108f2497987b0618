import { useEffect } from 'react';
import { keyOf } from '../../commands/keymap';
import { leaveMap } from '../../commands/map';
import { isTextField } from '../../commands/modes';
import { screen } from '../../model/screen';
import { type Cell, stepFrom, stepOf } from './cells';

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
// Arrows scroll the page unless a cell is focused; letters do not.
const LETTER = /^[a-z]$/;

/** J and K go from claim to claim, L and H from voice to voice; Esc goes back to the turn. */
export function useMapKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
      if (isTextField(target) || target.closest(FLOATING) || screen.getState().overlay !== null) return;
      const key = keyOf(event);
      if (key === null) return;
      const isIn = target.closest('[data-cell]') !== null;
      if (key === 'Escape' && !screen.getState().drawer) leaveMap();
      else if (!(isIn || LETTER.test(key)) || !move(key, target)) return;
      event.preventDefault();
    };
    // Before the keys of the house: Esc would only leave a field there.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
}

function move(key: string, target: Element): boolean {
  const step = stepOf(key, document.documentElement.dir === 'rtl');
  if (step === null) return false;
  const buttons = [...document.querySelectorAll<HTMLElement>('.claims [data-cell]')];
  const cells = buttons.map(placeOf);
  const at = buttons.findIndex((each) => each.contains(target));
  const next = stepFrom(cells, cells[at] ?? null, step);
  const index = cells.findIndex((each) => each.row === next?.row && each.column === next.column);
  buttons[index]?.focus();
  buttons[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return index >= 0;
}

/** A hatched cell reaches over many rows, so the place among the children says nothing. */
function placeOf(button: HTMLElement): Cell {
  return { row: button.closest('tr')?.rowIndex ?? 0, column: Number(button.closest('td')?.dataset.column ?? 0) };
}
