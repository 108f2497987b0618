/** Read one answer on the whole screen, and go from voice to voice and from turn to turn there. */
import { conversation, findTurn } from '../model/conversation';
import { fatesOf } from '../model/fates';
import { preview } from '../model/preview';
import { focusOn, screen } from '../model/screen';
import { emit } from '../model/signals';
import { voicesOf } from '../model/voices';
import { loadAround } from './open';

export function openReader(turnId: string, advisorId: string): void {
  screen.setState({ reading: { turnId, advisorId } });
}

/** Close it; the list stands where the reading ended. */
export function closeReader(): void {
  const { reading } = screen.getState();
  if (reading === null) return;
  screen.setState({ reading: null });
  focusOn(reading.turnId, reading.advisorId);
  emit('showTurn', { ...reading, align: 'auto' });
}

/** The next (1) or previous (-1) voice of the turn; it stays at the ends. */
export function readVoice(step: 1 | -1): void {
  const { reading } = screen.getState();
  const turn = reading && findTurn(conversation.getState(), reading.turnId);
  if (!turn) return;
  const voices = voicesOf(turn);
  const advisorId = voices[voices.indexOf(reading.advisorId) + step];
  if (advisorId !== undefined) openReader(turn.id, advisorId);
}

/** The same voice in the next or previous visible turn, or the first one there when it was not asked. */
export async function readTurn(step: 1 | -1): Promise<void> {
  const { reading } = screen.getState();
  if (reading === null) return;
  const { rows, visible } = fatesOf(conversation.getState(), preview.getState());
  const place = visible.findIndex((index) => rows[index]?.id === reading.turnId);
  const next = place < 0 ? undefined : rows[visible[place + step] ?? -1];
  if (next === undefined) return;
  if (findTurn(conversation.getState(), next.id) === null) await loadAround(next.position);
  const turn = findTurn(conversation.getState(), next.id);
  if (turn === null || screen.getState().reading !== reading) return;
  const voices = voicesOf(turn);
  const advisorId = voices.includes(reading.advisorId) ? reading.advisorId : voices[0];
  if (advisorId !== undefined) openReader(turn.id, advisorId);
}
