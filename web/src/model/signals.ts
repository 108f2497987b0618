/** Short-lived wishes from commands to whichever view can fulfil them. Nothing is kept: a wish nobody hears is gone. */

export interface Signals {
  focusComposer: undefined;
  focusFilter: undefined;
  /** The search box of the library. */
  focusSearch: undefined;
  /** Scroll the conversation: lines of text, or parts of its height. */
  scrollBy: { lines?: number; pages?: number };
  scrollToEdge: 'first' | 'last';
  /** Bring a turn (and one voice of it) into sight and focus it. */
  showTurn: { turnId: string; advisorId?: string | null; align?: 'start' | 'center' | 'end' | 'auto' };
  /** Remember where the list stands while a voice of this turn is opened, and stand there again. */
  keepPlace: string;
  takePlace: string;
  /** Put text into the composer in place of what is there (a question that is asked again). */
  fillComposer: string;
  /** Open the menu of panels and advisors in the composer. */
  openPanelMenu: undefined;
  /** Say what a turn or an answer weighs: the id of either. */
  weigh: string;
  /** Open the browser's chooser for files to attach. */
  chooseFiles: undefined;
  /** Lasting work was begun, taken, given back or ended: whoever shows some reads it again. */
  workChanged: undefined;
  /** A conversation was archived or brought back: whoever shows the archive reads it again. */
  archiveChanged: undefined;
  /** A conversation was deleted for good: its id. */
  deleted: string;
}

type Listener<Payload> = (payload: Payload) => void;
const listeners = new Map<keyof Signals, Set<Listener<never>>>();

export function emit<Name extends keyof Signals>(
  name: Name,
  ...payload: Signals[Name] extends undefined ? [] : [Signals[Name]]
): void {
  for (const listener of listeners.get(name) ?? []) (listener as Listener<unknown>)(payload[0]);
}

/** Listen; the answer stops listening. */
export function on<Name extends keyof Signals>(name: Name, listener: Listener<Signals[Name]>): () => void {
  const set = listeners.get(name) ?? new Set();
  listeners.set(name, set);
  set.add(listener as Listener<never>);
  return () => set.delete(listener as Listener<never>);
}
