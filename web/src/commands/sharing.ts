/** Write the conversation out: to keep it, to hand it on, to print it. Nothing that is sent changes by it. */
import { conversation } from '../model/conversation';
import { address, askText } from '../protocol/request';
import { copyText } from './copyText';
import { focusedRow, visibleRows } from './keys/focus';
import { attempt } from './refused';

export type Kind = 'decision' | 'html' | 'md' | 'json' | Training;
/** Each voice by itself, for a model to be trained on: of whole conversations. */
export type Training = 'openai-chat' | 'preferences' | 'sharegpt';

const TRAINING: ReadonlySet<Kind> = new Set<Training>(['openai-chat', 'preferences', 'sharegpt']);

export const isTraining = (kind: Kind): boolean => TRAINING.has(kind);

export interface Wanted {
  readonly kind: Kind;
  /** Numbers and spans of numbers; null for all of them. */
  readonly turns: string | null;
  /** Every answer in full, on a decision page. */
  readonly answers: boolean;
}

/** What there is to choose from at this moment. */
export interface Scope {
  readonly position: number;
  readonly shown: number;
  readonly spans: string;
  readonly all: number;
}

/** The turn that is looked at, those the filter shows, and all of them. */
export function readScope(): Scope {
  const { rows } = conversation.getState();
  const visible = visibleRows();
  const looked = focusedRow() ?? rows.at(-1);
  const spans = findSpans(rows, new Set(visible.map((row) => row.position)));
  return { position: looked?.position ?? 0, shown: visible.length, spans, all: rows.length };
}

/** Numbers that follow each other in the conversation, as far as they are shown: 1-4,7. */
function findSpans(rows: readonly { position: number }[], shown: ReadonlySet<number>): string {
  const runs: number[][] = [];
  let isOpen = false;
  for (const { position } of rows) {
    if (shown.has(position)) {
      if (isOpen) runs.at(-1)?.push(position);
      else runs.push([position]);
    }
    isOpen = shown.has(position);
  }
  return runs.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}-${run.at(-1)}`)).join(',');
}

/** Where the export is had: to be saved, or to be looked at. */
export function exportAddress({ kind, turns, answers }: Wanted, look: boolean): string {
  const query = { form: kind, turns, answers: (answers && kind === 'decision') || null, look: look || null };
  return address('GET /v1/conversations/{conversation_id}/export', { path: here(), query });
}

export async function copyExport({ kind, turns }: Wanted): Promise<void> {
  await attempt(async () => {
    const query = { form: kind, turns };
    await copyText(await askText('GET /v1/conversations/{conversation_id}/export', { path: here(), query }));
  });
}

/** Open the page and the browser's window for printing; PDF is one of the printers there. */
export function printExport(wanted: Wanted): void {
  const opened = window.open(exportAddress(wanted, true));
  opened?.addEventListener('load', () => opened.print());
}

const here = () => ({ conversation_id: conversation.getState().id ?? '' });
