/** A difference as the lines it is drawn in: what both share, where the cache breaks, what only one has. */
import type { ChangeAnswer, PayloadDiffAnswer, PieceAnswer } from '../../protocol/generated/answers';
import type { Kind } from '../payloads/blocks';

export type Line =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'removed'; readonly text: string }
  | { readonly kind: 'added'; readonly text: string };

export type Reason = 'own' | 'reference' | 'state' | 'other';

export type Part =
  | { readonly kind: 'same'; readonly count: number }
  /** Messages with other words; folded, with the reason they differ. */
  | { readonly kind: 'differ'; readonly reason: Reason; readonly changes: readonly ChangeAnswer[] }
  | { readonly kind: 'only'; readonly side: 'removed' | 'added'; readonly changes: readonly ChangeAnswer[] }
  /** One message, word by word, in sight. */
  | { readonly kind: 'words'; readonly role: string; readonly lines: readonly Line[] }
  | { readonly kind: 'break'; readonly byte: number; readonly of: number; readonly where: 'words' | 'start' | 'end' };

interface Given {
  readonly diff: PayloadDiffAnswer;
  /** Whether another voice is compared, or the same one at another time. */
  readonly against: 'voice' | 'self';
  /** What the second payload's messages are there for, when the provider's form has as many. */
  readonly kindOf: (index: number) => Kind | null;
  /** The byte at which the second payload's messages begin. */
  readonly messagesFrom: number;
}

/** The parts in order, the break among them exactly once unless the bytes are the same. */
export function foldChanges({ diff, against, kindOf, messagesFrom }: Given): Part[] {
  const parts: Part[] = [];
  for (const change of diff.changes) {
    const last = parts.at(-1);
    const reason = reasonOf(change, against, kindOf);
    if (change.kind === 'same') {
      if (last?.kind === 'same') parts[parts.length - 1] = { ...last, count: last.count + 1 };
      else parts.push({ kind: 'same', count: 1 });
    } else if (change.kind === 'changed') {
      if (reason === null) parts.push({ kind: 'words', role: change.role, lines: foldPieces(change.pieces) });
      else addTo(parts, { kind: 'differ', reason, changes: [change] });
    } else addTo(parts, { kind: 'only', side: change.kind, changes: [change] });
  }
  return placeBreak(gatherOwn(parts), diff, messagesFrom);
}

// Two differing words with less than this between them read as one replaced phrase.
const SHORTEST_SAME = 24;
const WORD = /[\p{L}\p{N}]/u;

/** Runs of words as lines: short agreements inside a replaced passage are not worth a line of their own. */
export function foldPieces(pieces: readonly PieceAnswer[]): Line[] {
  const lines: Line[] = [];
  let gone = '';
  let come = '';
  const flush = () => {
    if (gone.trim() !== '') lines.push({ kind: 'removed', text: gone.trim() });
    if (come.trim() !== '') lines.push({ kind: 'added', text: come.trim() });
    gone = '';
    come = '';
  };
  pieces.forEach(({ op, text }, place) => {
    const isInner = place > 0 && place < pieces.length - 1;
    if (op === 'removed') gone += text;
    else if (op === 'added') come += text;
    else if (gone + come !== '' && ((isInner && text.length < SHORTEST_SAME) || !WORD.test(text))) {
      gone += text;
      come += text;
    } else {
      flush();
      if (text.trim() !== '') lines.push({ kind: 'same', text: text.trim() });
    }
  });
  flush();
  return lines;
}

/** Why a message differs where that needs no words: null when the words are what one wants to see. */
function reasonOf(change: ChangeAnswer, against: Given['against'], kindOf: Given['kindOf']): Reason | null {
  const kind = change.b === null ? null : kindOf(change.b);
  if (change.role === 'assistant') return against === 'voice' ? 'own' : 'other';
  if (kind === 'reference') return 'reference';
  if (kind === 'state') return 'state';
  return change.role === 'system' ? null : 'other';
}

function addTo(parts: Part[], part: Extract<Part, { kind: 'differ' | 'only' }>): void {
  const last = parts.at(-1);
  if (last?.kind === 'differ' && part.kind === 'differ' && last.reason === part.reason)
    parts[parts.length - 1] = { ...last, changes: [...last.changes, ...part.changes] };
  else if (last?.kind === 'only' && part.kind === 'only' && last.side === part.side)
    parts[parts.length - 1] = { ...last, changes: [...last.changes, ...part.changes] };
  else parts.push(part);
}

/** Own words differ in every turn by design: they become one line, and what is the same between them another. */
function gatherOwn(parts: readonly Part[]): Part[] {
  const gathered: Part[] = [];
  for (const part of parts) {
    const [twin, between] = gathered.slice(-2);
    if (part.kind === 'same' && between?.kind === 'same')
      gathered[gathered.length - 1] = { ...part, count: part.count + between.count };
    else if (
      part.kind === 'differ' &&
      between?.kind === 'same' &&
      twin?.kind === 'differ' &&
      twin.reason === part.reason
    )
      gathered[gathered.length - 2] = { ...twin, changes: [...twin.changes, ...part.changes] };
    else gathered.push(part);
  }
  return gathered;
}

function placeBreak(parts: readonly Part[], diff: PayloadDiffAnswer, messagesFrom: number): Part[] {
  const byte = diff.first_difference;
  if (byte === null) return [...parts];
  const mark = (where: 'words' | 'start' | 'end'): Part => ({ kind: 'break', byte, of: diff.b_size, where });
  if (byte < messagesFrom) return [mark('start'), ...parts];
  const at = parts.findIndex((part) => part.kind !== 'same');
  const part = parts[at];
  if (part === undefined) return [...parts, mark('end')];
  const [first, ...others] = part.kind === 'words' ? part.lines : [];
  if (part.kind !== 'words' || first?.kind !== 'same')
    return [...parts.slice(0, at), mark('words'), ...parts.slice(at)];
  const head: Part = { ...part, lines: [first] };
  return [...parts.slice(0, at), head, mark('words'), { ...part, lines: others }, ...parts.slice(at + 1)];
}
