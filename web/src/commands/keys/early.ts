/**
 * Keys pressed while a sheet is on its way.
 *
 * A sheet is loaded at its first use, and takes the focus a moment after it is there. Until then the focus is still in
 * the message or on the page, but what is typed is meant for the sheet: nothing of it is written or acted on elsewhere.
 */
import { screen } from '../../model/screen';
import { closeOverlay, palette } from './palette';

export const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a sheet lies over the page or is about to; the builder lies beside the line and lets keys through. */
export function isCovered(): boolean {
  const { overlay } = screen.getState();
  return overlay !== null && overlay !== 'builder';
}

/** Hears every key first. Letters go to the palette's field if that is what comes; other sheets have no use for them. */
export function holdEarly(event: KeyboardEvent): void {
  if (!isCovered() || isIn(event.target)) return;
  if (event.isComposing || event.keyCode === 229) letGo();
  else if (take(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** True when the key was meant for the sheet. */
function take(event: KeyboardEvent): boolean {
  const { key } = event;
  if (key === 'Escape') {
    // A sheet that is there closes itself.
    if (document.querySelector(FLOATING) !== null) return false;
    closeOverlay();
    return true;
  }
  if (!isWriting(event)) return isPasting(event);
  const { early } = palette.getState();
  if (key.length === 1) palette.setState({ early: early + key });
  else if (key === 'Backspace') palette.setState({ early: early.slice(0, -1) });
  return true;
}

function isIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FLOATING) !== null;
}

function isWriting(event: KeyboardEvent): boolean {
  const isChord = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
  return !isChord && (event.key.length === 1 || ['Enter', 'Backspace', 'Delete'].includes(event.key));
}

function isPasting({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'v';
}

/** What an input method composes cannot be held back, only be given no field to go to. */
function letGo(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
