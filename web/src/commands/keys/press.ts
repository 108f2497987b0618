/** One pressed key: whose it is, and what it does. */
import { preferences } from '../../model/preferences';
import { screen } from '../../model/screen';
import { emit } from '../../model/signals';
import { findCommand, isTyped, keyOf } from '../keymap';
import { isHere, isTextField, stay } from '../modes';
import { COMMANDS, type Command, isAvailable } from '../registry';
import { FLOATING, isCovered } from './early';
import { takeDigit } from './waiting';

/** What has a use of its own for Enter, Space or the arrows. */
const PRESSED = 'button, a[href], summary, select, input, [role="button"], [role="tab"], [role="separator"]';
/** What letters choose from, or move in. */
const CHOSEN_BY_LETTER = 'select, [role="tree"], [role="listbox"], [role="combobox"]';
const STEERED = 'select, input, pre, [role="tab"], [role="radio"], [role="slider"], [role="separator"], [role="tree"]';

/** Act on a key, or leave it to whatever it was pressed in. */
export function press(event: KeyboardEvent): void {
  // Safari says that an input method composes only by the code 229.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  const key = keyOf(event);
  const target = event.composedPath()[0] ?? window;
  if (key !== null && act(key, target, event.repeat)) event.preventDefault();
}

/** True when the key was ours. */
function act(key: string, target: EventTarget, repeated: boolean): boolean {
  if (!isTextField(target) && !isFloating(target) && takeDigit(key)) return true;
  if (isMeantForTheBox(key, target)) {
    // The browser writes or pastes into whatever has the focus when the key has been heard.
    emit('focusComposer');
    return false;
  }
  const command = findCommand(COMMANDS, key, screen.getState().mode);
  if (command === null || !isOurs(command, key, target) || !isAvailable(command)) return false;
  if (command.id !== 'stepBack') stay();
  if (!repeated || command.repeats) command.run();
  return true;
}

function isOurs(command: Command, key: string, target: EventTarget): boolean {
  if (!isHere() && !command.everywhere) return false;
  const isWriting = isTextField(target) && isTyped(key);
  if (isFloating(target)) return isToggle(command) && !isWriting;
  if (isTextField(target)) return !isTyped(key) && !isEditing(key);
  if (isTyped(key) && !preferences.getState().modeKeys) return false;
  return !isTaken(key, target);
}

/** Whether somebody writes on although the focus is elsewhere, as after a click on the page. */
function isMeantForTheBox(key: string, target: EventTarget): boolean {
  const { mode } = screen.getState();
  const isActing = mode === 'command' || (mode === 'view' && preferences.getState().modeKeys);
  if (!isHere() || isActing || isTextField(target) || isFloating(target)) return false;
  if (target instanceof Element && target.closest(CHOSEN_BY_LETTER)) return false;
  return (isTyped(key) && key !== 'Space') || (mode === 'input' && /^(Ctrl|Meta)\+v$/.test(key));
}

/** Over something that floats, only the key that opened it acts, and closes it. Esc is taken there already. */
function isToggle(command: Command): boolean {
  const { overlay } = screen.getState();
  return overlay !== null && command.id === overlay;
}

/** Keys that write, move or paste in a field belong to it: Ctrl+V is VIEW only where nothing would be pasted. */
function isEditing(key: string): boolean {
  return key === 'Ctrl+v' || /^(Shift\+)?(Enter|Tab|Backspace|Delete|Home|End|Page(Up|Down)|Arrow\w+)$/.test(key);
}

function isTaken(key: string, target: EventTarget): boolean {
  if (!(target instanceof Element)) return false;
  if (key === 'Enter' || key === 'Space') return target.closest(PRESSED) !== null;
  return /Arrow|Home|End|Page/.test(key) && target.closest(STEERED) !== null;
}

function isFloating(target: EventTarget): boolean {
  // A sheet that is still on its way holds the keys already.
  return isCovered() || (target instanceof Element && target.closest(FLOATING) !== null);
}
