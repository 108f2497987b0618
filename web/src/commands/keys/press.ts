/** One pressed key: whose it is, and what it does. */
import { preferences } from '../../model/preferences';
import { screen } from '../../model/screen';
import { findCommand, isTyped, keyOf } from '../keymap';
import { isHere, isTextField } from '../modes';
import { COMMANDS, type Command, isAvailable } from '../registry';
import { takeDigit } from './waiting';

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** What has a use of its own for Enter, Space or the arrows. */
const PRESSED = 'button, a[href], summary, select, input, [role="button"], [role="tab"], [role="separator"]';
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
  const command = findCommand(COMMANDS, key, screen.getState().mode);
  if (command === null || !isOurs(command, key, target) || !isAvailable(command)) return false;
  if (!repeated || command.repeats) command.run();
  return true;
}

function isOurs(command: Command, key: string, target: EventTarget): boolean {
  if (!isHere() && !command.everywhere) return false;
  if (isFloating(target) || screen.getState().reading !== null) return isToggle(command);
  if (isTextField(target)) return !isTyped(key) && !isEditing(key);
  if (isTyped(key) && !preferences.getState().modeKeys) return false;
  return !isTaken(key, target);
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
  if (target instanceof Element && target.closest(FLOATING)) return true;
  const { overlay } = screen.getState();
  return overlay === 'palette' || overlay === 'help' || overlay === 'keys' || overlay === 'approvals';
}
