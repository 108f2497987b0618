/**
 * State plus event gives state: the same fold as the server's, tested on the same recorded feeds.
 *
 * Replaying an event already seen changes nothing. Offsets and lengths count code points.
 */
import type { ConversationView, Delta, Fact, FeedEvent, Reply, Turn } from '../protocol/events';
import { countPoints, unitOf } from '../protocol/points';
import { changeTurn, removeTurns, restoreTurns } from './foldTurns';
import { MissingText } from './missing';
import { putUses } from './toolUse';

/** The view after one event; the same view when it was already known. Throws `MissingText` at a hole. */
export function applyEvent(view: ConversationView, event: FeedEvent): ConversationView {
  if (event.kind === 'delta') return withTurns(view, changeReply(view.turns, event.reply_id, applyDelta(event)));
  if (event.seq <= view.seq) return view;
  if (event.seq > view.seq + 1) throw new MissingText(`fact ${event.seq} does not follow ${view.seq}`);
  return { ...applyFact(view, event), seq: event.seq };
}

/** A turn after one event that may be about it: for turns held outside the view. */
export function applyToTurn(turn: Turn, event: FeedEvent): Turn {
  if (event.kind === 'delta') return changeReply([turn], event.reply_id, applyDelta(event))[0] ?? turn;
  return applyToTurns([turn], event)[0] ?? turn;
}

function applyFact(view: ConversationView, fact: Fact): ConversationView {
  switch (fact.kind) {
    case 'conversation_created':
    case 'conversation_renamed':
      return { ...view, title: fact.title };
    case 'turn_accepted':
      return { ...view, turns: [...view.turns, fact.turn] };
    case 'divider_drawn':
      return { ...view, dividers: [...new Set([...view.dividers, fact.position])].sort((a, b) => a - b) };
    case 'conversation_deleted':
      return { ...view, title: '', turns: [], dividers: [], has_older: false };
    case 'turns_removed':
      return withTurns(view, removeTurns(view.turns, fact.turn_ids, view.has_older));
    case 'turns_restored':
      return withTurns(view, restoreTurns(view.turns, fact.turns, view.has_older));
    default:
      return withTurns(view, applyToTurns(view.turns, fact));
  }
}

function applyToTurns(turns: Turn[], fact: Fact): Turn[] {
  switch (fact.kind) {
    case 'replies_sending':
      return fact.replies.reduce((now, each) => changeReply(now, each.reply_id, start(each.epoch)), turns);
    case 'reply_used_tools':
      return changeReply(turns, fact.reply_id, (reply) => ({ ...reply, tools: putUses(reply.tools, fact.uses) }));
    case 'reply_pictured':
      return changeReply(turns, fact.reply_id, (reply) => ({ ...reply, pictures: fact.pictures }));
    case 'reply_settled':
      return changeReply(turns, fact.reply_id, settle(fact));
    case 'reply_edited':
      return changeReply(turns, fact.reply_id, (reply) => ({
        ...reply,
        edited: fact.text,
        importance: fact.importance,
      }));
    case 'reply_weighed':
      return changeReply(turns, fact.reply_id, (reply) => ({ ...reply, worth: fact.worth }));
    case 'reply_added':
    case 'reply_chosen':
    case 'turns_marked':
      return changeTurn(turns, fact);
    default:
      return turns;
  }
}

const applyDelta =
  (delta: Delta) =>
  (reply: Reply): Reply => {
    if (delta.epoch !== reply.epoch || reply.completed) return reply;
    const known = reply[delta.channel];
    const length = knownPoints(reply, delta.channel);
    if (delta.offset > length) {
      throw new MissingText(`${delta.channel} of ${reply.id} is known to ${length}, not to ${delta.offset}`);
    }
    const added = length === delta.offset ? delta.text : delta.text.slice(unitOf(delta.text, length - delta.offset));
    if (added === '') return reply;
    const grown: Reply = { ...reply, state: 'streaming', [delta.channel]: known + added };
    const other = delta.channel === 'text' ? 'thinking' : 'text';
    remember(grown, delta.channel, length + countPoints(added));
    remember(grown, other, knownPoints(reply, other));
    return grown;
  };

const start =
  (epoch: number) =>
  (reply: Reply): Reply => ({ ...reply, epoch, state: 'sending', completed: false, text: '', thinking: '' });

/** The reply as it ended. Words that were heard but never saved before a crash are taken back here. */
const settle =
  (fact: Extract<Fact, { kind: 'reply_settled' }>) =>
  (reply: Reply): Reply => {
    if (knownPoints(reply, 'text') < fact.text_length || knownPoints(reply, 'thinking') < fact.thinking_length) {
      throw new MissingText(`reply ${reply.id} ended at ${fact.text_length}, known to ${knownPoints(reply, 'text')}`);
    }
    return {
      ...reply,
      text: reply.text.slice(0, unitOf(reply.text, fact.text_length)),
      thinking: reply.thinking.slice(0, unitOf(reply.thinking, fact.thinking_length)),
      epoch: fact.epoch,
      state: fact.state,
      completed: true,
      finish_reason: fact.finish_reason,
      error: fact.error,
      metrics: fact.metrics,
      importance: fact.importance,
    };
  };

/** Replace one reply; newest turns are looked at first because that is where change happens. */
function changeReply(turns: Turn[], replyId: string, change: (reply: Reply) => Reply): Turn[] {
  for (let index = turns.length - 1; index >= 0; index--) {
    const turn = turns[index] as Turn;
    const slot = turn.replies.findIndex((reply) => reply.id === replyId);
    if (slot < 0) continue;
    const before = turn.replies[slot] as Reply;
    const after = change(before);
    if (after === before) return turns;
    const replies = turn.replies.with(slot, after);
    return turns.with(index, { ...turn, replies, all_completed: areAllCompleted(replies) });
  }
  return turns;
}

function areAllCompleted(replies: readonly Reply[]): boolean {
  return replies.every((reply) => reply.completed);
}

function withTurns(view: ConversationView, turns: Turn[]): ConversationView {
  return turns === view.turns ? view : { ...view, turns };
}

// Counting code points of a growing text from its start would cost more with every word, so the count travels along.
const counted = new WeakMap<Reply, { text?: number; thinking?: number }>();

function knownPoints(reply: Reply, channel: 'text' | 'thinking'): number {
  const known = counted.get(reply)?.[channel];
  if (known !== undefined) return known;
  const count = countPoints(reply[channel]);
  remember(reply, channel, count);
  return count;
}

function remember(reply: Reply, channel: 'text' | 'thinking', points: number): void {
  counted.set(reply, { ...counted.get(reply), [channel]: points });
}
