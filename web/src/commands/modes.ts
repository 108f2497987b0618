/**
 * INPUT, VIEW and COMMAND, and the ways between them.
 *
 * VIEW -Enter→ INPUT -Esc→ VIEW -Esc→ COMMAND. In COMMAND the line itself takes Enter and Esc, and leads back to where
 * the person came from.
 */
import { route } from '../model/route';
import { type Mode, screen, setMode } from '../model/screen';
import { emit } from '../model/signals';
import { isSpeaking } from '../model/speech/speech';
import { closeOpened } from './reading';
import { stopSpeaking } from './speech';

export const isHere = () => route.getState().now.page === 'conversation';

export function enterMode(mode: Mode, from?: Mode): void {
  if (!isHere()) return;
  setMode(mode, from);
  if (mode === 'input') emit('focusComposer');
  else if (mode === 'command') emit('focusFilter');
  else leaveField();
}

/** Esc, when nothing that floats has taken it: silence; else out of what is open, nearest first; else to a mode. */
export function stepBack(): void {
  const { mode, drawer } = screen.getState();
  const isBeside = isInInspector() || (mode === 'view' && isTextField(document.activeElement));
  if (isSpeaking()) stopSpeaking();
  else if (drawer) screen.setState({ drawer: false });
  else if (!isHere()) leaveField();
  else if ((mode === 'view' || isInOpened()) && !isBeside && closeOpened()) stay();
  else if (mode === 'view' && !isBeside) enterMode('command', walking ? 'input' : 'view');
  else {
    enterMode('view');
    walking = mode === 'input';
  }
}

// From INPUT, Esc and Esc again lead to COMMAND: whoever did nothing in VIEW on the way came from INPUT.
let walking = false;

/** Something else than Esc was pressed: the person is where they are on purpose. */
export function stay(): void {
  walking = false;
}

const GIVEN_BACK = 500;

/**
 * Leaving COMMAND gives the focus to the filter line's button, where Enter would open the line again. In VIEW Enter
 * means writing, so the focus is let go; Tab still goes on from there.
 */
export function watchModes(): () => void {
  let left = -GIVEN_BACK;
  const release = ({ target }: FocusEvent) => {
    const given = performance.now() - left < GIVEN_BACK && screen.getState().mode === 'view';
    if (given && target instanceof HTMLElement && target.closest('.filter')) target.blur();
  };
  document.addEventListener('focusin', release);
  const stop = screen.subscribe((now, before) => {
    if (before.mode === 'command' && now.mode === 'view') left = performance.now();
  });
  return () => {
    document.removeEventListener('focusin', release);
    stop();
  };
}

/** Whether somebody can type into this element. */
export function isTextField(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable || element instanceof HTMLTextAreaElement) return true;
  // The filter line is an editor in a shadow root, of which only the host is seen from outside.
  if (element.shadowRoot?.activeElement) return isTextField(element.shadowRoot.activeElement);
  return element instanceof HTMLInputElement && !NOT_TYPED.has(element.type);
}

const NOT_TYPED: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'radio',
  'range',
  'submit',
  'reset',
  'file',
  'color',
]);

function isInOpened(): boolean {
  return Boolean(document.activeElement?.closest('.opened'));
}

function isInInspector(): boolean {
  return Boolean(document.activeElement?.closest('.insp'));
}

/** Focus goes to the page itself. What holds it in the conversation may keep it, so that a reader goes on from there. */
function leaveField(): void {
  const now = document.activeElement;
  if (now instanceof HTMLElement && (isTextField(now) || now.closest('.talk') === null)) now.blur();
}
