/** What single keys do with the focused turn and voice. */
import { say } from '../../locales/i18n';
import { conversation, findTurn, openTurn } from '../../model/conversation';
import { inspect, notify, screen } from '../../model/screen';
import { haveAllFailed, isCut, isCutByLength, isFailed, variantsOf } from '../../model/voices';
import { branchFrom } from '../branches';
import { closeVoice, openVoice } from '../reading';
import { reask, reaskFailed } from '../reask';
import { chooseReply, replayReply } from '../replies';
import { draftAgain, stopAll, stopReply } from '../send';
import { markContext, markTurns, openId, removeTurns } from '../turns';
import { canWordAnew } from '../wordings';
import { focusedReply, focusedTurn, nearestReply, takeRow } from './focus';

export function setStars(stars: number): void {
  const row = takeRow();
  if (row) void markTurns([row.id], { stars });
}

export function cycleStars(): void {
  const row = takeRow();
  if (row) void markTurns([row.id], { stars: (row.stars + 1) % 4 });
}

const FLAGS = ['none', 'blue', 'grey'] as const;

export function cycleFlag(): void {
  const row = takeRow();
  if (!row) return;
  const at = FLAGS.indexOf(row.colour_flag ?? 'none');
  void markTurns([row.id], { colour_flag: FLAGS[(at + 1) % FLAGS.length] ?? 'none' });
}

export function flipPin(): void {
  const row = takeRow();
  if (row) void markTurns([row.id], { pinned: !row.pinned });
}

/** Leave the turn out for the focused voice, or for everybody; pressed again, it goes as it comes. */
export async function flipOut(everybody: boolean): Promise<void> {
  const row = takeRow();
  const reply = everybody ? null : focusedReply();
  if (!row) return;
  const advisorId = reply?.advisor_id ?? '';
  const before = row.marks[advisorId] ?? null;
  const after = before === 'out' ? null : 'out';
  const where = openId();
  if (!(await markContext([row.id], advisorId, after, where))) return;
  const facts = { position: row.position, name: reply?.name ?? '' };
  const sentence = reply
    ? say(`conversation:deed.out.${after ?? 'auto'}For`, facts)
    : say(`conversation:deed.out.${after ?? 'auto'}`, facts);
  notify(sentence, { undo: () => void markContext([row.id], advisorId, before, where) });
}

/** Whether the key deletes here: the focused answer failed, or without a focused voice all of them did. */
export function isErrorTurn(): boolean {
  const turn = focusedTurn();
  if (!turn?.all_completed) return false;
  const reply = focusedReply();
  return reply ? isFailed(reply) : haveAllFailed(turn);
}

/** An error turn goes without a question; any other turn stays, and the way to delete it is told. */
export function deleteError(): void {
  takeRow();
  const turn = focusedTurn();
  if (!turn) return;
  if (isErrorTurn()) void removeTurns([turn.id]);
  else notify(say(turn.all_completed ? 'conversation:deed.noError' : 'conversation:deed.stillAnswering'));
}

/** Ask the focused voice again, or every voice of the turn that failed. */
export function askAgain(): void {
  const turn = focusedTurn();
  if (!turn) return;
  const reply = focusedReply();
  if (reply === null && turn.replies.some(isFailed)) void reaskFailed(turn.id);
  else if (reply && (isFailed(reply) || isCut(reply))) void reask(turn.id, reply.id);
  else if (reply && isCutByLength(reply)) void replayReply(reply.id, {});
  else notify(say('conversation:deed.nothingFailed'));
}

/** Put the focused question back into the composer, to be asked in other words. */
export function editQuestion(): void {
  const turn = focusedTurn();
  if (!turn) return;
  if (canWordAnew(turn.id)) draftAgain(turn);
  else notify(say(turn.all_completed ? 'conversation:deed.notNewest' : 'conversation:deed.stillAnswering'));
}

/** Go on from the focused turn in a conversation of its own. */
export function branchFocused(): void {
  const row = takeRow();
  if (row) void branchFrom(row.id);
}

/** The variant before the one that stands now; from the first on to the last. */
export function swapVariant(): void {
  const turn = focusedTurn();
  const reply = nearestReply();
  if (!turn || !reply) return;
  const variants = variantsOf(conversation.getState(), turn.id, reply.advisor_id).filter(
    (each) => each.chosen || each.state === 'complete',
  );
  const other = variants.at(variants.findIndex((each) => each.chosen) - 1);
  if (other && !other.chosen) void chooseReply(other.id);
  else notify(say('conversation:deed.noVariant', { name: reply.name }));
}

export function stopFocused(): void {
  const reply = focusedReply();
  if (reply && !reply.completed) void stopReply(reply.id);
  else void stopAll();
}

export const isAnswering = () => openTurn(conversation.getState()) !== null;

/** Ctrl+C copies when something is selected, and stops when nothing is. */
export function isSelected(): boolean {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)
    return field.selectionStart !== field.selectionEnd;
  return document.getSelection()?.isCollapsed === false;
}

export function readFocused(): void {
  const turn = focusedTurn();
  const reply = nearestReply();
  if (turn === null || reply === null) return;
  if (screen.getState().opened[turn.id] === undefined) openVoice(turn.id, reply.advisor_id);
  else closeVoice(turn.id);
}

/** What the focused voice was sent; what would be sent when none is focused. The same subject again closes it. */
export function inspectFocused(): void {
  const { inspector, turnId } = screen.getState();
  const reply = focusedReply();
  const same = reply ? inspector?.kind === 'reply' && inspector.replyId === reply.id : inspector !== null;
  const turn = turnId === null ? null : findTurn(conversation.getState(), turnId);
  if (same) inspect(null);
  else if (reply && turn) inspect({ kind: 'reply', turnId: turn.id, replyId: reply.id });
  else inspect({ kind: 'draft', advisorId: null });
}
