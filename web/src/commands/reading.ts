/** One answer opened for reading, beside the others; and back to all of them. */
import { conversation, findTurn } from '../model/conversation';
import { focusOn, screen } from '../model/screen';
import { emit } from '../model/signals';
import { voicesOf } from '../model/voices';

/** Open a voice where its turn stands. The list keeps its place for the way back. */
export function openVoice(turnId: string, advisorId: string): void {
  const { opened } = screen.getState();
  if (opened[turnId] === undefined) emit('keepPlace', turnId);
  screen.setState({ opened: { ...opened, [turnId]: advisorId } });
  emit('showTurn', { turnId, advisorId, align: 'start' });
}

/** All voices of a turn, from its question on. */
export function showAll(turnId: string): void {
  const { [turnId]: _, ...opened } = screen.getState().opened;
  screen.setState({ opened });
  emit('showTurn', { turnId, align: 'start' });
}

/** All voices again, where the list stood before. */
export function closeVoice(turnId: string): void {
  const { [turnId]: advisorId, ...opened } = screen.getState().opened;
  if (advisorId === undefined) return;
  screen.setState({ opened });
  focusOn(turnId, advisorId);
  emit('takePlace', turnId);
}

/** Close what is opened in the turn in focus, or else in the newest one; false when there is nothing. */
export function closeOpened(): boolean {
  const { opened, turnId } = screen.getState();
  const id = turnId ?? conversation.getState().rows.at(-1)?.id ?? '';
  if (opened[id] === undefined) return false;
  closeVoice(id);
  return true;
}

/** The voice after (1) or before (-1) this one in its turn; null at the ends. */
export function voiceBeside(turnId: string, advisorId: string, step: 1 | -1): string | null {
  const turn = findTurn(conversation.getState(), turnId);
  const voices = turn ? voicesOf(turn) : [];
  return voices[voices.indexOf(advisorId) + step] ?? null;
}

export function readBeside(turnId: string, advisorId: string, step: 1 | -1): void {
  const next = voiceBeside(turnId, advisorId, step);
  if (next !== null) openVoice(turnId, next);
}
