/** The synthesis of a turn: have it written, take it along to the next turn, take it elsewhere. */
import { changeDraft } from '../model/draft';
import { type Synthesis, type SynthesisMode, syntheses } from '../model/synthesis';
import { ask, askText } from '../protocol/request';
import { copyText } from './copyText';
import { attempt } from './refused';

export async function loadSynthesis(turnId: string): Promise<void> {
  const synthesis = await ask('GET /v1/turns/{turn_id}/synthesis', { path: { turn_id: turnId } });
  if (syntheses.getState().turnId === turnId) syntheses.setState({ synthesis });
}

export interface Wish {
  mode: SynthesisMode;
  /** What `custom` is told. */
  instruction: string;
}

/** Have it written; whoever follows the map of the turn sees what comes of it. */
export async function writeSynthesis(turnId: string, { mode, instruction }: Wish): Promise<boolean> {
  return attempt(async () => {
    const body = { mode, ...(mode === 'custom' && { instruction: instruction.trim() }) };
    await ask('POST /v1/turns/{turn_id}/synthesis', { path: { turn_id: turnId }, body });
    await loadSynthesis(turnId);
  });
}

/** Let it go along with the next message of its conversation, or not. */
export function tickSynthesis({ written_id: id, conversation_id, position }: Synthesis, ticked: boolean): void {
  if (id !== null) changeDraft(conversation_id, { synthesis: ticked ? { id, position } : null });
}

/** The whole of it on the clipboard, as the server writes it: who was heard first, then the text and its sources. */
export async function copySynthesis({ turn_id, written_id: analysis_id }: Synthesis): Promise<void> {
  const asked = { path: { turn_id }, query: { analysis_id } };
  await attempt(async () => copyText(await askText('GET /v1/turns/{turn_id}/synthesis/export', asked)));
}
