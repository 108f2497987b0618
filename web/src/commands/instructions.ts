/** Custom instructions: for every conversation, and for the one on the screen. */
import { say } from '../locales/i18n';
import { type Instruction, moved, reminders } from '../model/reminders';
import { announce, notify, openBeside, screen } from '../model/screen';
import type { ChangedInstruction } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { refreshReminded } from './preview';
import { attempt } from './refused';

export function flipInstructions(): void {
  openBeside(screen.getState().beside === 'instructions' ? null : 'instructions');
}

/** Those for every conversation, and those of this one. */
export async function loadInstructions(conversationId: string | null): Promise<void> {
  const { items: instructions } = await ask('GET /v1/instructions', {
    query: { conversation: conversationId },
  });
  reminders.setState({ instructions });
}

export interface NewInstruction {
  readonly name: string;
  readonly text: string;
  /** Null for every conversation. */
  readonly conversationId: string | null;
}

export function addInstruction(here: string | null, { name, text, conversationId }: NewInstruction): Promise<boolean> {
  const body = { name, text, conversation_id: conversationId };
  return change(here, () => ask('POST /v1/instructions', { body }));
}

export function changeInstruction(here: string | null, id: string, body: ChangedInstruction): Promise<boolean> {
  return change(here, () => ask('PATCH /v1/instructions/{instruction_id}', { path: { instruction_id: id }, body }));
}

/** One for every conversation is switched in this one alone, if there is one. */
export async function switchInstruction(
  here: string | null,
  instruction: Instruction,
  enabled: boolean,
): Promise<boolean> {
  const before = reminders.getState().instructions;
  const instructions =
    before?.map((each) => (each.id === instruction.id ? { ...each, counts: enabled } : each)) ?? null;
  // Shown at once, and taken back when the server refuses it.
  reminders.setState({ instructions });
  const done = await sendSwitch(here, instruction, enabled);
  if (!done && reminders.getState().instructions === instructions) reminders.setState({ instructions: before });
  return done;
}

function sendSwitch(here: string | null, instruction: Instruction, enabled: boolean): Promise<boolean> {
  if (here === null || instruction.conversation_id !== null)
    return changeInstruction(here, instruction.id, { enabled });
  const path = { instruction_id: instruction.id, conversation_id: here };
  // Back to what it is everywhere is no exception any more.
  const body = { enabled: enabled === instruction.enabled ? null : enabled };
  return change(here, () =>
    ask('PUT /v1/instructions/{instruction_id}/conversations/{conversation_id}', { path, body }),
  );
}

export async function removeInstruction(here: string | null, gone: Instruction): Promise<void> {
  const place = siblingsOf(gone).indexOf(gone.id);
  const done = await change(here, () =>
    ask('DELETE /v1/instructions/{instruction_id}', { path: { instruction_id: gone.id } }),
  );
  if (!done) return;
  notify(say('reminders:instructions.removed', { name: gone.name }), {
    undo: () => void bringBack(here, gone, place),
  });
}

/** The same words again, off if they were off, where they stood. */
function bringBack(here: string | null, gone: Instruction, place: number): Promise<boolean> {
  const { name, text, conversation_id, enabled } = gone;
  const others = siblingsOf(gone);
  return change(here, async () => {
    const { id } = await ask('POST /v1/instructions', { body: { name, text, conversation_id } });
    if (!enabled)
      await ask('PATCH /v1/instructions/{instruction_id}', { path: { instruction_id: id }, body: { enabled } });
    if (place < others.length)
      await ask('POST /v1/instructions/order', { body: { ids: others.toSpliced(place, 0, id) } });
  });
}

/** Those it stands among, in their order. */
function siblingsOf({ conversation_id }: Instruction): string[] {
  const all = reminders.getState().instructions ?? [];
  return all.filter((each) => each.conversation_id === conversation_id).map((each) => each.id);
}

export async function moveInstruction(here: string | null, instruction: Instruction, step: 1 | -1): Promise<void> {
  const all = reminders.getState().instructions ?? [];
  const place = all.filter((each) => each.conversation_id === instruction.conversation_id);
  const at = place.findIndex((each) => each.id === instruction.id);
  const after = moved(place, at, step);
  if (after === place) return;
  const body = { ids: after.map((each) => each.id) };
  const done = await change(here, () => ask('POST /v1/instructions/order', { body }));
  if (done) announce(say('reminders:moved', { name: instruction.name, place: at + step + 1 }));
}

function change(here: string | null, deed: () => Promise<unknown>): Promise<boolean> {
  return attempt(async () => {
    await deed();
    await loadInstructions(here);
    void refreshReminded();
  });
}
