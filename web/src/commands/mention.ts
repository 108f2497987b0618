/** `@name` at the beginning of a message: who is meant, and what could be meant while it is being typed. */
import { changeDraft, draftOf } from '../model/draft';

/** A voice as far as its name matters. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Mentions {
  /** In the order of the panel; empty when nobody is named. */
  readonly ids: readonly string[];
  /** Where the last mention ends. */
  readonly end: number;
}

/** A mention that is not finished: what stands between `start` and the caret is replaced by the choice. */
export interface Partial {
  readonly start: number;
  readonly query: string;
}

const BETWEEN = /[\s,]*/y;
const LONGEST = 60;

/** Who a message addresses by name. Only its beginning counts; an `@` further on is just a word. */
export function readMentions(text: string, voices: readonly Named[]): Mentions {
  const meant = new Set<string>();
  let end = 0;
  let at = skip(text, 0);
  while (text[at] === '@') {
    const found = match(text.slice(at + 1, at + 1 + LONGEST * 2), voices);
    if (found === null) break;
    for (const id of found.ids) meant.add(id);
    end = at + 1 + found.length;
    at = skip(text, end);
  }
  return { ids: voices.filter((voice) => meant.has(voice.id)).map((voice) => voice.id), end };
}

/** The mention being typed right before the caret, if one would count there. */
export function findPartial(text: string, caret: number, voices: readonly Named[]): Partial | null {
  const head = text.slice(0, caret);
  const start = skip(head, readMentions(head, voices).end);
  const query = head.slice(start + 1);
  return head[start] === '@' && query.length <= LONGEST && !query.includes('\n') ? { start, query } : null;
}

/** Voices a query may mean: one of their words begins with it. */
export function matchVoices<Voice extends Named>(query: string, voices: readonly Voice[]): Voice[] {
  const wanted = query.toLocaleLowerCase();
  return voices.filter(({ name }) => {
    const words = name.toLocaleLowerCase();
    return (
      words.startsWith(wanted) || words.split(/\s+/).some((_, at, all) => all.slice(at).join(' ').startsWith(wanted))
    );
  });
}

/** What is written for a voice: its name without the article, unless another one would answer to that too. */
export function mentionOf(voice: Named, voices: readonly Named[]): string {
  const short = shorten(voice.name);
  const shared = voices.some((other) => other.id !== voice.id && shorten(other.name) === short);
  return `@${shared ? voice.name : short}`;
}

/** Change the text. Whoever it newly names is asked; a choice made otherwise stays while the names stay. */
export function writeText(conversationId: string | null, text: string, voices: readonly Named[]): void {
  const before = readMentions(draftOf(conversationId).text, voices).ids;
  const now = readMentions(text, voices).ids;
  const same = before.length === now.length && before.every((id, at) => id === now[at]);
  changeDraft(conversationId, same ? { text } : { text, advisorIds: now.length > 0 ? now : null });
}

function match(rest: string, voices: readonly Named[]): { ids: string[]; length: number } | null {
  let best: { ids: string[]; length: number } | null = null;
  for (const { id, name } of voices) {
    for (const label of new Set([name.trim(), shorten(name)])) {
      const length = label && beginning(rest, label);
      if (!length) continue;
      if (best === null || length > best.length) best = { ids: [id], length };
      else if (length === best.length) best.ids.push(id);
    }
  }
  return best;
}

/** How much of the text the label takes at its beginning as a whole word; 0 when it does not stand there. */
function beginning(text: string, label: string): number {
  const literal = label.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`^${literal}(?![\\p{L}\\p{N}_])`, 'iu').exec(text)?.[0].length ?? 0;
}

function shorten(name: string): string {
  return name.replace(/^(the|a|an)\s+/i, '').trim() || name.trim();
}

function skip(text: string, from: number): number {
  BETWEEN.lastIndex = from;
  BETWEEN.exec(text);
  return BETWEEN.lastIndex;
}
