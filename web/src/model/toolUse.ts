/** Tools used in the middle of an answer: where they stand in its words, and what was asked of them. */
import type { Picture, Reply, ToolUse } from '../protocol/events';
import { unitOf } from '../protocol/points';

export type ToolStatus = ToolUse['status'];

/** The known uses with these in their places, and new ones behind them. */
export function putUses(known: readonly ToolUse[], changed: readonly ToolUse[]): ToolUse[] {
  const byId = new Map(known.map((use) => [use.id, use]));
  for (const use of changed) byId.set(use.id, use);
  return [...byId.values()];
}

export const isOpen = (use: ToolUse) => use.status === 'asking' || use.status === 'running';
export const isAsking = (reply: Reply) => !reply.completed && reply.tools.some((use) => use.status === 'asking');
/** It waits for a tool or for the person, not for the model. */
export const isAtWork = (reply: Reply) => !reply.completed && reply.tools.some(isOpen);

/** How often results were handed back; each time is a request of its own and no second try. */
export function countRounds(uses: readonly ToolUse[]): number {
  return new Set(uses.map((use) => use.round)).size;
}

/** `server/tool`; a tool that nobody knows has no server. */
export function nameOfUse({ server, tool }: Pick<ToolUse, 'server' | 'tool'>): string {
  return server === '' ? tool : `${server}/${tool}`;
}

export type Passage =
  | { readonly kind: 'words'; readonly key: string; readonly text: string; readonly last: boolean }
  | { readonly kind: 'tool'; readonly key: string; readonly use: ToolUse }
  | { readonly kind: 'picture'; readonly key: string; readonly picture: Picture; readonly tool: string | null };

/**
 * An answer as it was said: words, the calls and pictures that stand in them, and words again. Other words put in its
 * place follow. A picture stands behind the paragraph it came in.
 */
export function passagesOf(reply: Reply): Passage[] {
  const { edited, text } = reply;
  const words = edited ?? text;
  const passages: Passage[] = [];
  let from = 0;
  const say = (to: number) => {
    const piece = words.slice(from, to);
    const last = to === words.length;
    if (piece.trim() !== '') passages.push({ kind: 'words', key: `w${from}`, text: piece, last });
    from = to;
  };
  const made = [...reply.pictures];
  const nameMade = (picture: Picture): Passage => {
    return { kind: 'picture', key: `p${reply.pictures.indexOf(picture)}`, picture, tool: null };
  };
  const show = (to: number) => {
    while (made[0] && placeOf(words, made[0]) <= to) {
      const picture = made.shift() as Picture;
      if (edited === null) say(Math.max(from, placeOf(words, picture)));
      passages.push(nameMade(picture));
    }
  };
  for (const use of reply.tools) {
    if (made.length > 0) show(unitOf(words, use.at));
    if (edited === null) say(Math.max(from, unitOf(words, use.at)));
    passages.push({ kind: 'tool', key: `t${use.id}`, use });
    for (const [number, picture] of use.pictures.entries())
      passages.push({ kind: 'picture', key: `t${use.id}-${number}`, picture, tool: nameOfUse(use) });
  }
  if (edited === null && made.length > 0) show(words.length);
  if (from < words.length) say(words.length);
  passages.push(...made.map(nameMade));
  return passages;
}

function placeOf(words: string, { at }: Picture): number {
  const unit = unitOf(words, at);
  // Right behind a paragraph it needs no other to end.
  if (words.slice(0, unit).endsWith('\n\n')) return unit;
  const end = words.indexOf('\n\n', unit);
  return end < 0 ? words.length : end;
}

/** Arguments in one line: their values by name, as far as a line goes. */
export function oneLine(json: string, most = 120): string {
  const value = parse(json);
  const line = isRecord(value)
    ? Object.entries(value)
        .map(([name, each]) => `${name}: ${typeof each === 'string' ? each : JSON.stringify(each)}`)
        .join(', ')
    : json;
  const flat = line.replace(/\s+/g, ' ').trim();
  const letters = [...flat];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : flat;
}

/** Arguments over several lines; what is no JSON stays as it is. */
export function pretty(json: string): string {
  const value = parse(json);
  return value === undefined ? json : JSON.stringify(value, null, 2);
}

export function parse(json: string): unknown {
  try {
    return JSON.parse(json.trim() === '' ? '{}' : json) as unknown;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
