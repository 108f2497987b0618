/** The filter line: reading it, applying it, carrying out its command, and the filters kept under a name. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { changeDraft } from '../model/draft';
import { keep, recall } from '../model/keep';
import { inspect, notify } from '../model/screen';
import type { CompletionAnswer } from '../protocol/generated/answers';
import { pointOf, unitOf } from '../protocol/points';
import { ask, Refusal } from '../protocol/request';
import { attempt, explain } from './refused';
import { restoreTurns } from './turns';

/** A line as the server reads it; columns, cursors and completions are UTF-16 units from 0. */
export interface Reading {
  readonly canonical: string | null;
  readonly words: string | null;
  readonly command: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> } | null;
  readonly wrong: Wrong | null;
  readonly completions: readonly CompletionAnswer[];
}

export interface Wrong {
  readonly at: number;
  /** As people count: characters from 1. */
  readonly column: number;
  readonly reason: string;
}

export async function readLine(line: string, cursor?: number, signal?: AbortSignal): Promise<Reading> {
  const body = { line, ...(cursor !== undefined && { cursor: pointOf(line, cursor) }) };
  const read = await ask('POST /v1/filters/read', { body, signal });
  return {
    canonical: read.canonical,
    words: read.words,
    command: read.command,
    wrong: read.error && {
      at: unitOf(line, read.error.column - 1),
      column: read.error.column,
      reason: read.error.reason,
    },
    completions: read.completions.map((each) => ({
      ...each,
      start: unitOf(line, each.start),
      end: unitOf(line, each.end),
    })),
  };
}

/** What came of pressing Enter. `ask` waits for a yes; nothing was done yet. */
export type Outcome =
  | { readonly kind: 'applied' }
  | { readonly kind: 'wrong'; readonly wrong: Wrong }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'ask'; readonly count: number };

/** Apply a filter, or carry out the command behind it. What goes wrong is told to the line, and changes nothing. */
export async function runLine(line: string, { confirm = false } = {}): Promise<Outcome> {
  const { id } = conversation.getState();
  try {
    const read = await readLine(line);
    // Another conversation was opened meanwhile: what was meant for one does not happen in another.
    if (conversation.getState().id !== id) return { kind: 'applied' };
    if (read.wrong) return { kind: 'wrong', wrong: read.wrong };
    if (read.command) return await runCommand(line, read.command, confirm);
    applyFilter(read.canonical === '*' ? '' : line.trim());
    rememberLine(line);
    return { kind: 'applied' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', message: explain(error) };
  }
}

/** Show what this line shows, which must be one that can be read. */
export function applyFilter(filter: string): void {
  changeDraft(conversation.getState().id, { filter });
}

interface Done {
  command: string;
  count: number;
  done: boolean;
  text: string | null;
  undo: string[];
}

async function runCommand(line: string, command: NonNullable<Reading['command']>, confirm: boolean): Promise<Outcome> {
  const { id } = conversation.getState();
  if (id === null && command.name !== 'hud') return { kind: 'refused', message: say('context:command.nowhere') };
  if (command.name === 'hud') {
    inspect(command.arguments.on === true ? { kind: 'draft', advisorId: null } : null);
  } else {
    const body = { line, confirm };
    const path = { conversation_id: id ?? '' };
    const done = await ask('POST /v1/conversations/{conversation_id}/command', { path, body });
    if (!done.done && done.count > 0) return { kind: 'ask', count: done.count };
    if (!done.done) return { kind: 'refused', message: say('context:command.nothing') };
    report(done, command.arguments, path.conversation_id);
  }
  // What the command was about is no wish to send less next time: the filter stays as it was.
  rememberLine(line);
  return { kind: 'applied' };
}

function report({ command, count, text, undo }: Done, options: Readonly<Record<string, unknown>>, where: string): void {
  if (text !== null) save(text, String(options.format ?? 'json'));
  const sentence = say(`context:done.${command as 'star'}`, { count });
  notify(sentence, { undo: undo.length > 0 ? () => void restoreTurns(undo, where) : null });
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  html: 'text/html',
};

/** Hand a text to the person as a file. */
function save(text: string, format: string): void {
  const moment = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const place = URL.createObjectURL(new Blob([text], { type: `${TYPES[format] ?? 'text/plain'};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = place;
  link.download = `antiphon-${moment}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(place), 60_000);
}

const MOST_LINES = 100;

/** Lines that went well, the newest last. */
export function pastLines(): readonly string[] {
  return recall<string[]>('filterLines', []);
}

export function rememberLine(line: string): void {
  const said = line.trim();
  if (said === '') return;
  keep('filterLines', [...pastLines().filter((each) => each !== said), said].slice(-MOST_LINES));
}

export interface SavedFilter {
  readonly name: string;
  readonly line: string;
}

export async function readSavedFilters(): Promise<readonly SavedFilter[]> {
  const { items: filters } = await ask('GET /v1/filters');
  return filters;
}

export const saveFilter = (name: string, line: string) =>
  attempt(() => ask('PUT /v1/filters/{name}', { path: { name }, body: { line } }));

export const deleteFilter = (name: string) => attempt(() => ask('DELETE /v1/filters/{name}', { path: { name } }));
