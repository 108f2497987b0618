/** What the screen is doing: mode, focus, what is open beside the conversation. */
import { createStore } from 'zustand/vanilla';

export type Mode = 'input' | 'view' | 'command';

/** What the inspector looks at: the message being written, a reply that was sent, or looks at the conversation. */
export type Subject =
  | { readonly kind: 'draft'; readonly advisorId: string | null }
  | { readonly kind: 'reply'; readonly turnId: string; readonly replyId: string }
  | { readonly kind: 'analyses'; readonly analysisId: string | null };

export type Overlay =
  | 'palette'
  | 'help'
  | 'keys'
  | 'builder'
  | 'approvals'
  | 'rounds'
  | 'assert'
  | 'models'
  | 'deleting'
  | 'revisit'
  | 'share'
  | null;

/** What can stand beside the conversation in the inspector's place. */
export type Beside = 'todo' | 'instructions';

export interface Notice {
  readonly id: number;
  /** A whole sentence in the person's language. */
  readonly text: string;
  readonly tone: 'plain' | 'caution';
  /** Takes back what the sentence says was done. */
  readonly undo: (() => void) | null;
  /** True only until the server is heard again. */
  readonly offline: boolean;
}

export interface Screen {
  readonly mode: Mode;
  /** The turn and voice that VIEW's keys act on. */
  readonly turnId: string | null;
  readonly advisorId: string | null;
  readonly inspector: Subject | null;
  /** Never together with the inspector: there is one place. */
  readonly beside: Beside | null;
  /** The voice opened for reading, by turn; a turn that is not here shows all of them. */
  readonly opened: Readonly<Record<string, string>>;
  readonly overlay: Overlay;
  /** The sidebar where it is a drawer. */
  readonly drawer: boolean;
  readonly notice: Notice | null;
  /** The last thing to tell a screen reader: one sentence per finished voice. */
  readonly announcement: string;
}

export const screen = createStore<Screen>(() => ({
  mode: 'input',
  turnId: null,
  advisorId: null,
  inspector: null,
  beside: null,
  opened: {},
  overlay: null,
  drawer: false,
  notice: null,
  announcement: '',
}));

let beforeCommand: Mode = 'input';

/** VIEW is entered by the person alone: from then on letters act instead of writing. COMMAND leads back to `from`. */
export function setMode(mode: Mode, from: Mode = screen.getState().mode): void {
  if (screen.getState().mode === mode) return;
  if (mode === 'command') beforeCommand = from;
  screen.setState({ mode });
}

/** Out of COMMAND to where it was entered from. */
export function leaveCommand(): Mode {
  if (screen.getState().mode === 'command') setMode(beforeCommand);
  return screen.getState().mode;
}

/** Where a voice is opened, the one in focus is. */
export function focusOn(turnId: string | null, advisorId: string | null = null): void {
  const { opened } = screen.getState();
  const follows = turnId !== null && advisorId !== null && (opened[turnId] ?? advisorId) !== advisorId;
  screen.setState({ turnId, advisorId, ...(follows && { opened: { ...opened, [turnId]: advisorId } }) });
}

export function inspect(subject: Subject | null): void {
  screen.setState(subject === null ? { inspector: null } : { inspector: subject, beside: null });
}

export function openBeside(beside: Beside | null): void {
  screen.setState(beside === null ? { beside: null } : { beside, inspector: null });
}

let notices = 0;

export function notify(
  text: string,
  { undo = null, tone = 'plain', offline = false }: Partial<Omit<Notice, 'id' | 'text'>> = {},
): void {
  screen.setState({ notice: { id: ++notices, text, tone, undo, offline } });
}

export function announce(sentence: string): void {
  screen.setState({ announcement: sentence });
}
