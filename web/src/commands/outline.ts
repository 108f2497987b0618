/** Read the outline of a conversation: columns on the wire, rows here. */
import type { OutlineRow } from '../model/outline';
import type { Mark, ReplyState } from '../protocol/events';
import type { OutlineAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';

const NO_MARKS: Readonly<Record<string, Mark>> = {};
const NO_TAGS: readonly string[] = [];
const FLAGS: Readonly<Record<string, OutlineRow['colour_flag']>> = { b: 'blue', g: 'grey' };

export async function readOutline(id: string): Promise<OutlineRow[]> {
  const path = { conversation_id: id };
  return toRows(await ask('GET /v1/conversations/{conversation_id}/outline', { path }));
}

export function toRows(outline: OutlineAnswer): OutlineRow[] {
  // Most turns share one of a few combinations of states; each combination becomes one object.
  const known = new Map<string, OutlineRow['states']>();
  const statesOf = (letters: string) => {
    const states = known.get(letters) ?? readStates(outline, letters);
    known.set(letters, states);
    return states;
  };
  return outline.positions.map((position, index) => ({
    id: outline.ids[index] ?? '',
    position,
    at: outline.created_at[index] ?? 0,
    opening: outline.openings[index] ?? '',
    stars: Number(outline.stars[index] ?? 0),
    colour_flag: FLAGS[outline.flags[index] ?? ''] ?? null,
    pinned: outline.pins[index] === 'p',
    topic: outline.topics[outline.topic[index] ?? -1] ?? null,
    tags: NO_TAGS,
    marks: (outline.marks[String(position)] as Record<string, Mark> | undefined) ?? NO_MARKS,
    states: statesOf(outline.states[index] ?? ''),
  }));
}

function readStates({ advisors, codes }: OutlineAnswer, letters: string): OutlineRow['states'] {
  const said = advisors.map((advisor, slot) => [advisor, codes[letters[slot] ?? '.']] as const);
  return Object.fromEntries(said.filter(([, state]) => state !== undefined)) as Record<string, ReplyState>;
}
