/** The tools of one send: who is told about which, and what was left out of it. */
import type { AdvisorPreview } from './preview';

export interface ChosenTool {
  /** `server/tool`. */
  readonly name: string;
  /** What its description takes; 0 when nobody is told. */
  readonly tokens: number;
  readonly advisorIds: readonly string[];
  /** Those it is left out for by name. */
  readonly withoutIds: readonly string[];
}

/** How a tool is named when it is left out; without an advisor it is for everybody. */
export function omissionOf(name: string, advisorId = ''): string {
  return `${advisorId}/tool:${name}`;
}

/** Every tool somebody is told about, and those that this send leaves out, by name. */
export function chosenTools(
  advisors: readonly Pick<AdvisorPreview, 'advisor_id' | 'tools'>[],
  omit: readonly string[],
): ChosenTool[] {
  const names = new Map<string, ChosenTool>();
  const at = (name: string) => names.get(name) ?? { name, tokens: 0, advisorIds: [], withoutIds: [] };
  for (const { advisor_id: id, tools } of advisors) {
    for (const { name, tokens } of tools) {
      const known = at(name);
      names.set(name, { ...known, tokens: Math.max(known.tokens, tokens), advisorIds: [...known.advisorIds, id] });
    }
  }
  for (const each of omit) {
    const [, advisorId = '', name] = /^([^/]*)\/tool:(.+)$/.exec(each) ?? [];
    if (name === undefined) continue;
    const known = at(name);
    names.set(name, advisorId === '' ? known : { ...known, withoutIds: [...known.withoutIds, advisorId] });
  }
  return [...names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
