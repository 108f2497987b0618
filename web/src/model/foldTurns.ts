/** What facts about whole turns do to the turns somebody holds. */
import type { Fact, Mark, Marks, Reply, Turn } from '../protocol/events';
import { MissingText } from './missing';

type AboutTurns = Extract<Fact, { kind: 'reply_added' | 'reply_chosen' | 'turns_marked' }>;

export function changeTurn(turns: Turn[], fact: AboutTurns): Turn[] {
  switch (fact.kind) {
    case 'reply_added':
      return change(turns, [fact.turn_id], (turn) => addReply(turn, fact.reply));
    case 'reply_chosen':
      return change(turns, [fact.turn_id], (turn) => ({ ...turn, replies: choose(turn.replies, fact.reply_id) }));
    case 'turns_marked':
      return change(turns, fact.turn_ids, (turn) => applyMarks(turn, fact.marks));
  }
}

/** The other turns. A view that shows only the newest cannot know what is left behind it. */
export function removeTurns(turns: Turn[], ids: readonly string[], hasOlder: boolean): Turn[] {
  const gone = new Set(ids);
  const kept = turns.filter((turn) => !gone.has(turn.id));
  if (hasOlder && (kept.length === 0 || turns.length - kept.length < gone.size)) {
    throw new MissingText('turns were removed that this view does not show');
  }
  return kept;
}

/** These turns in their places again; those older than what the view shows stay outside it. */
export function restoreTurns(turns: Turn[], restored: readonly Turn[], hasOlder: boolean): Turn[] {
  if (hasOlder && turns.length === 0) throw new MissingText('this view cannot tell which restored turns it shows');
  const known = new Set(turns.map((turn) => turn.id));
  const oldest = hasOlder ? (turns[0]?.position ?? 0) : 0;
  const back = restored.filter((turn) => !known.has(turn.id) && turn.position > oldest);
  return [...turns, ...back].sort((a, b) => a.position - b.position);
}

/** The turn with what these marks set; absent keys change nothing. */
export function applyMarks<Marked extends Pick<Turn, 'stars' | 'colour_flag' | 'pinned' | 'topic' | 'tags' | 'marks'>>(
  turn: Marked,
  marks: Marks,
): Marked {
  const removed = new Set(marks.remove_tags ?? []);
  const tags = [...new Set([...turn.tags, ...(marks.add_tags ?? [])])].filter((tag) => !removed.has(tag)).sort();
  const contexts = Object.entries({ ...turn.marks, ...marks.contexts }).filter(([, mark]) => mark !== null);
  return {
    ...turn,
    ...('stars' in marks && { stars: marks.stars }),
    ...('colour_flag' in marks && { colour_flag: marks.colour_flag }),
    ...('pinned' in marks && { pinned: marks.pinned }),
    ...('worth' in marks && 'worth' in turn && { worth: marks.worth }),
    ...('topic' in marks && { topic: marks.topic }),
    tags,
    marks: Object.fromEntries(contexts.sort(([a], [b]) => (a < b ? -1 : 1))) as Record<string, Mark>,
  };
}

function addReply(turn: Turn, added: Reply): Turn {
  if (turn.replies.some((reply) => reply.id === added.id)) return turn;
  const replies = [...turn.replies, added];
  const chosen = added.chosen ? choose(replies, added.id) : replies;
  return { ...turn, replies: chosen, all_completed: chosen.every((reply) => reply.completed) };
}

function choose(replies: readonly Reply[], chosenId: string): Reply[] {
  const advisorId = replies.find((reply) => reply.id === chosenId)?.advisor_id;
  return replies.map((reply) => (reply.advisor_id === advisorId ? { ...reply, chosen: reply.id === chosenId } : reply));
}

function change(turns: Turn[], ids: readonly string[], apply: (turn: Turn) => Turn): Turn[] {
  const wanted = new Set(ids);
  return turns.some((turn) => wanted.has(turn.id))
    ? turns.map((turn) => (wanted.has(turn.id) ? apply(turn) : turn))
    : turns;
}
