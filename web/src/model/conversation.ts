/**
 * The conversation on the screen: the newest turns as the feed tells them, older ones as pages that were looked at,
 * and one outline row for every turn.
 *
 * Turns and replies keep their identity until something about them changes, so a card redraws only for its own words.
 */
import { createStore } from 'zustand/vanilla';
import type { ConversationView, FeedEvent, Frame, Reply, Turn } from '../protocol/events';
import { applyEvent, applyToTurn } from './fold';
import { MissingText } from './missing';
import { applyToRows, type OutlineRow, withTurns } from './outline';

export type Phase = 'none' | 'opening' | 'ready' | 'missing' | 'deleted';
export type Connection = 'connecting' | 'live' | 'lost' | 'missing';

/** There is nothing to show and nothing to write in. */
export const isGone = (phase: Phase) => phase === 'missing' || phase === 'deleted';

export interface Conversation {
  readonly id: string | null;
  readonly phase: Phase;
  readonly connection: Connection;
  /** The newest turns: exactly what the server's own fold would hold. */
  readonly view: ConversationView | null;
  /** Turns before those, by id, as far as somebody has looked. */
  readonly older: ReadonlyMap<string, Turn>;
  /** Every turn, oldest first. Empty until the outline has been read. */
  readonly rows: readonly OutlineRow[];
}

const NOTHING: Conversation = {
  id: null,
  phase: 'none',
  connection: 'connecting',
  view: null,
  older: new Map(),
  rows: [],
};

export const conversation = createStore<Conversation>(() => NOTHING);

// What was said of replies nobody has looked at yet: the page that shows them may be older than that. It overlaps with
// what was said in the last half second, so the newest suffice.
const MOST_UNPLACED = 1_000;
let unplaced: readonly FeedEvent[] = [];

export function openConversation(id: string): void {
  unplaced = [];
  conversation.setState({ ...NOTHING, id, phase: 'opening' }, true);
}

export function closeConversation(): void {
  conversation.setState(NOTHING, true);
}

export function setConnection(connection: Connection): void {
  conversation.setState(connection === 'missing' ? { connection, phase: 'missing' } : { connection });
}

/** It was deleted for good, here or elsewhere: nothing of it is shown any more. */
export function loseConversation(id: string): void {
  if (conversation.getState().id === id) conversation.setState({ ...NOTHING, id, phase: 'deleted' }, true);
}

/** What the feed says that is no part of the conversation. */
const BESIDE: ReadonlySet<Frame['event']> = new Set(['gap', 'reconnect', 'list_changed', 'work_changed']);

/** Take what the feed said. False when something is missing and only a snapshot helps. */
export function receiveFrames(frames: readonly Frame[]): boolean {
  const before = conversation.getState();
  let { view, older, rows } = before;
  let waiting = unplaced;
  try {
    for (const frame of frames) {
      if (frame.event === 'snapshot') {
        view = frame.data as ConversationView;
        older = new Map();
        waiting = [];
        rows = withTurns(rows, view.turns);
      } else if (!BESIDE.has(frame.event) && view !== null) {
        const event = frame.data as FeedEvent;
        const known = view;
        view = applyEvent(view, event);
        // A word belongs to one reply; where the newest turns took it, no older one has to be asked.
        if (event.kind !== 'delta' || view === known) older = applyToOlder(older, event, view);
        rows = applyToRows(rows, event);
        if (isUnplaced(event, view, older)) waiting = [...waiting, event].slice(-MOST_UNPLACED);
      }
    }
  } catch (error) {
    if (!(error instanceof MissingText)) throw error;
    unplaced = [];
    return false;
  }
  unplaced = waiting;
  if (view !== null && view !== before.view) rows = withTurns(rows, changedTurns(before.view, view));
  rows = withTurns(rows, changedOlder(before.older, older));
  conversation.setState({ view, older, rows, phase: view === null ? before.phase : 'ready' });
  return true;
}

/** Take the outline. Turns the feed already told are newer than it. */
export function receiveOutline(id: string, outline: readonly OutlineRow[]): void {
  const { id: open, view } = conversation.getState();
  if (open !== id) return;
  conversation.setState({ rows: withTurns(outline, view?.turns ?? []) });
}

/** Take a page of older turns, with what was said of them before it came. */
export function receivePage(id: string, turns: readonly Turn[]): void {
  const { id: open, view, older, rows } = conversation.getState();
  if (open !== id) return;
  const told = new Set(view?.turns.map((turn) => turn.id));
  const outside = turns.filter((turn) => !told.has(turn.id));
  const caughtUp = outside.map(catchUp);
  const pages = new Map([...older, ...caughtUp.map((turn) => [turn.id, turn] as const)]);
  unplaced = unplaced.filter((event) => isUnplaced(event, view, pages));
  const changed = caughtUp.filter((turn, at) => turn !== outside[at]);
  conversation.setState({ older: pages, rows: withTurns(rows, changed) });
}

/** Where something lies between the page and what was heard, the feed notices at the next word. */
function catchUp(turn: Turn): Turn {
  try {
    return unplaced.reduce(applyToTurn, turn);
  } catch (error) {
    if (!(error instanceof MissingText)) throw error;
    return turn;
  }
}

export function findTurn({ view, older }: Conversation, turnId: string): Turn | null {
  return view?.turns.findLast((turn) => turn.id === turnId) ?? older.get(turnId) ?? null;
}

export function findReply(
  state: Pick<Conversation, 'view' | 'older'>,
  replyId: string,
): { turn: Turn; reply: Reply } | null {
  const holds = (turn: Turn) => turn.replies.some((each) => each.id === replyId);
  let turn = state.view?.turns.findLast(holds);
  if (!turn) for (const each of state.older.values()) if (holds(each)) turn = each;
  const reply = turn?.replies.find((each) => each.id === replyId);
  return turn && reply ? { turn, reply } : null;
}

/** The turn in which somebody is still answering (there is one at most). */
export function openTurn({ view }: Conversation): Turn | null {
  return view?.turns.findLast((turn) => !turn.all_completed) ?? null;
}

/** One reply per advisor, the chosen one, in the order they were asked. */
export function chosenReplies(turn: Turn): Reply[] {
  return turn.replies.filter((reply) => reply.chosen);
}

function applyToOlder(
  older: ReadonlyMap<string, Turn>,
  event: FeedEvent,
  view: ConversationView,
): ReadonlyMap<string, Turn> {
  let changed: Map<string, Turn> | null = null;
  if (event.kind === 'turns_restored') {
    // One among the newest is told there what becomes of it, and a second copy would fall behind.
    const newest = new Set(view.turns.map((turn) => turn.id));
    const back = event.turns.filter((turn) => !newest.has(turn.id));
    return new Map([...older, ...back.map((turn) => [turn.id, turn] as const)]);
  }
  if (older.size === 0) return older;
  if (event.kind === 'turns_removed') {
    changed = new Map(older);
    for (const id of event.turn_ids) changed.delete(id);
    return changed;
  }
  for (const [id, turn] of older) {
    const after = applyToTurn(turn, event);
    if (after === turn) continue;
    changed ??= new Map(older);
    changed.set(id, after);
  }
  return changed ?? older;
}

/** Whether it is about a reply that is not held. */
function isUnplaced(event: FeedEvent, view: Conversation['view'], older: Conversation['older']): boolean {
  return repliesOf(event).some((id) => findReply({ view, older }, id) === null);
}

function repliesOf(event: FeedEvent): string[] {
  if (event.kind === 'replies_sending') return event.replies.map((each) => each.reply_id);
  if (event.kind === 'reply_added') return [event.reply.id];
  return 'reply_id' in event ? [event.reply_id] : [];
}

function changedOlder(before: Conversation['older'], after: Conversation['older']): Turn[] {
  return before === after ? [] : [...after.values()].filter((turn) => before.get(turn.id) !== turn);
}

function changedTurns(before: ConversationView | null, after: ConversationView): Turn[] {
  const known = new Set(before?.turns);
  return after.turns.filter((turn) => !known.has(turn));
}
