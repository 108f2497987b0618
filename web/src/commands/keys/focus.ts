/** The turn and the voice that VIEW's keys act on, and the way to the next ones. */
import { chosenReplies, conversation, findTurn } from '../../model/conversation';
import { fatesOf } from '../../model/fates';
import type { OutlineRow } from '../../model/outline';
import { preview } from '../../model/preview';
import { focusOn, screen } from '../../model/screen';
import { emit } from '../../model/signals';
import { viewport } from '../../model/viewport';
import type { Reply, Turn } from '../../protocol/events';

/** The turns the filter shows, oldest first. */
export function visibleRows(): readonly OutlineRow[] {
  const { rows, visible } = fatesOf(conversation.getState(), preview.getState());
  return Array.from(visible, (index) => rows[index] as OutlineRow);
}

/** The focused turn, or the newest one when none is. A focused turn that the filter hides is out of reach, not replaced. */
export function focusedRow(): OutlineRow | null {
  const rows = visibleRows();
  const focused = focusedAnywhere();
  return focused === null ? (rows.at(-1) ?? null) : (rows.find((row) => row.id === focused.id) ?? null);
}

/** The same to act on: from now on it is focused, so that what was acted on is seen. */
export function takeRow(): OutlineRow | null {
  const row = focusedRow();
  if (row && screen.getState().turnId !== row.id) focusOn(row.id);
  return row;
}

function focusedAnywhere(): OutlineRow | null {
  const { turnId } = screen.getState();
  return conversation.getState().rows.find((row) => row.id === turnId) ?? null;
}

/** The same with its words; null while it is not loaded. */
export function focusedTurn(): Turn | null {
  const row = focusedRow();
  return row && findTurn(conversation.getState(), row.id);
}

/** The answer that stands for the focused voice; null when no voice of the turn is focused. */
export function focusedReply(): Reply | null {
  const { advisorId } = screen.getState();
  const turn = focusedTurn();
  return turn === null ? null : (chosenReplies(turn).find((reply) => reply.advisor_id === advisorId) ?? null);
}

/** The focused answer, or the first of the turn. */
export function nearestReply(): Reply | null {
  const turn = focusedTurn();
  return focusedReply() ?? (turn ? (chosenReplies(turn)[0] ?? null) : null);
}

export function stepTurn(step: 1 | -1): void {
  const rows = visibleRows();
  const from = focusedAnywhere();
  const next = from === null ? findInSight(rows, step) : findBeyond(rows, from.position, step);
  if (next) emit('showTurn', { turnId: next.id, align: 'start' });
}

function findBeyond(rows: readonly OutlineRow[], position: number, step: 1 | -1): OutlineRow | undefined {
  return step === 1 ? rows.find((row) => row.position > position) : rows.findLast((row) => row.position < position);
}

/** Without a focus, going down begins at the top of what is in sight, going up at its end. */
function findInSight(rows: readonly OutlineRow[], step: 1 | -1): OutlineRow | undefined {
  const { firstPosition, lastPosition } = viewport.getState();
  const inSight = rows.filter(
    ({ position }) => position >= (firstPosition ?? 0) && position <= (lastPosition ?? Infinity),
  );
  return inSight.at(step === 1 ? 0 : -1) ?? rows.at(-1);
}

/** The next voice of the turn; it stays at the ends. Without a focused voice the first or the last one is taken. */
export function stepVoice(step: 1 | -1): void {
  const turn = focusedTurn();
  if (turn === null) return;
  const voices = chosenReplies(turn).map((reply) => reply.advisor_id);
  const at = voices.indexOf(screen.getState().advisorId ?? '');
  const advisorId = at < 0 ? voices.at(step === 1 ? 0 : -1) : voices[at + step];
  if (advisorId !== undefined) emit('showTurn', { turnId: turn.id, advisorId, align: 'auto' });
}

export function showTop(): void {
  const row = focusedRow();
  if (row) emit('showTurn', { turnId: row.id, align: 'start' });
}

export function showEdge(edge: 'first' | 'last'): void {
  const row = visibleRows().at(edge === 'first' ? 0 : -1);
  if (row) focusOn(row.id);
  emit('scrollToEdge', edge);
}

/** The newest turn, at the first of its answers. */
export function showNewest(): void {
  const row = visibleRows().at(-1);
  if (!row) return;
  const turn = findTurn(conversation.getState(), row.id);
  const advisorId = turn ? (chosenReplies(turn)[0]?.advisor_id ?? null) : null;
  emit('showTurn', { turnId: row.id, advisorId, align: 'start' });
}
