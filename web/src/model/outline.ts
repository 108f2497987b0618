/** One line per turn of a conversation, loaded or not: what the list and the ribbon are drawn from. */
import type { FeedEvent, Mark, Marks, ReplyState, Turn } from '../protocol/events';
import { applyMarks } from './foldTurns';

export interface OutlineRow {
  readonly id: string;
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How the human message begins. */
  readonly opening: string;
  readonly stars: number;
  readonly colour_flag: Turn['colour_flag'];
  readonly pinned: boolean;
  readonly topic: Turn['topic'];
  readonly tags: readonly string[];
  readonly marks: Readonly<Record<string, Mark>>;
  /** The state of each advisor's chosen reply. */
  readonly states: Readonly<Record<string, ReplyState>>;
}

const OPENING = 80;

export function rowOf(turn: Turn): OutlineRow {
  const chosen = turn.replies.filter((reply) => reply.chosen);
  return {
    id: turn.id,
    position: turn.position,
    at: Date.parse(turn.created_at),
    opening: turn.text.slice(0, OPENING),
    stars: turn.stars,
    colour_flag: turn.colour_flag ?? null,
    pinned: turn.pinned,
    topic: turn.topic ?? null,
    tags: turn.tags,
    marks: turn.marks as Record<string, Mark>,
    states: Object.fromEntries(chosen.map((reply) => [reply.advisor_id, reply.state as ReplyState])),
  };
}

/** The rows after an event about turns that are not loaded; loaded ones are replaced by `withTurns`. */
export function applyToRows(rows: readonly OutlineRow[], event: FeedEvent): readonly OutlineRow[] {
  switch (event.kind) {
    case 'turns_marked':
      return markRows(rows, event.turn_ids, event.marks);
    case 'turns_removed': {
      const gone = new Set(event.turn_ids);
      return rows.filter((row) => !gone.has(row.id));
    }
    case 'turns_restored':
      return withTurns(rows, event.turns);
    case 'turn_accepted':
      return withTurns(rows, [event.turn]);
    default:
      return rows;
  }
}

/** The rows with these turns in their places; the same rows when nothing a row shows has changed. */
export function withTurns(rows: readonly OutlineRow[], turns: readonly Turn[]): readonly OutlineRow[] {
  let now: OutlineRow[] | null = null;
  for (const turn of turns) {
    const at = placeOf(now ?? rows, turn.position);
    const known = (now ?? rows)[at];
    const row = rowOf(turn);
    if (known?.position === turn.position && isSame(known, row)) continue;
    now ??= [...rows];
    now.splice(at, known?.position === turn.position ? 1 : 0, row);
  }
  return now ?? rows;
}

/** Where a position stands or would stand, by bisection. */
export function placeOf(rows: readonly OutlineRow[], position: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as OutlineRow).position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function markRows(rows: readonly OutlineRow[], ids: readonly string[], marks: Marks): readonly OutlineRow[] {
  const wanted = new Set(ids);
  return rows.map((row) =>
    wanted.has(row.id)
      ? applyMarks({ ...row, tags: [...row.tags], topic: row.topic, marks: { ...row.marks } }, marks)
      : row,
  );
}

function isSame(one: OutlineRow, other: OutlineRow): boolean {
  return (
    one.id === other.id &&
    one.stars === other.stars &&
    one.colour_flag === other.colour_flag &&
    one.pinned === other.pinned &&
    one.topic === other.topic &&
    one.opening === other.opening &&
    one.tags.join() === other.tags.join() &&
    areSame(one.states, other.states) &&
    areSame(one.marks, other.marks)
  );
}

function areSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
