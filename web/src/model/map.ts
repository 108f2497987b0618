/** What was claimed in a turn, and who stands where. */
import { createStore } from 'zustand/vanilla';
import type { ClaimAnswer, MapAnswer, QuorumAnswer } from '../protocol/generated/answers';
import { countPoints, unitOf } from '../protocol/points';

export type RoomMap = MapAnswer;
export type Claim = ClaimAnswer;
export type Stance = ClaimAnswer['stances'][number];
export type Quorum = QuorumAnswer;
export type MapVoice = MapAnswer['voices'][number];

/** Where in which answer some words stand, in code points. */
export interface Span {
  readonly advisor_id: string;
  readonly reply_id: string;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/** How one voice looks beside a claim: every way has a word and a shape of its own. */
export type Stand = Stance['stand'] | 'alone' | 'aloneAgainst' | 'disputed' | 'silent' | Unheard;
/** Why a voice stands nowhere on the whole map. */
export type Unheard = Exclude<MapVoice['heard'], 'read'>;

export interface Maps {
  /** The turn that is looked at. */
  readonly turnId: string | null;
  /** Null until it was read. */
  readonly map: RoomMap | null;
  /** Words to be marked in the conversation, once they are on the page. */
  readonly quoted: (Span & { readonly turnId: string }) | null;
}

export const maps = createStore<Maps>(() => ({ turnId: null, map: null, quoted: null }));

/** Null for a voice whose answer was read. */
export function unheard(map: RoomMap, advisorId: string): Unheard | null {
  const heard = map.voices.find((each) => each.advisor_id === advisorId)?.heard ?? 'absent';
  return heard === 'read' ? null : heard;
}

export function stanceOf(claim: Claim, advisorId: string): Stance | null {
  return claim.stances.find((each) => each.advisor_id === advisorId) ?? null;
}

export function standOf(map: RoomMap, claim: Claim, advisorId: string): Stand {
  const stance = stanceOf(claim, advisorId);
  if (stance === null) return unheard(map, advisorId) ?? 'silent';
  if (stance.disputed) return 'disputed';
  // Nobody has looked whether others say it too.
  if (claim.label !== 'lone' || map.ungrouped > 0) return stance.stand;
  return stance.stand === 'contradicts' ? 'aloneAgainst' : 'alone';
}

export interface StanceCounts {
  readonly agree: number;
  readonly contradict: number;
  /** Those who speak of it without a side that was read. */
  readonly open: number;
  /** Those who answered and said nothing about it. */
  readonly silent: number;
}

/** How many stand where; what the person disputed counts no more. */
export function tally(map: RoomMap, claim: Claim): StanceCounts {
  const counted = claim.stances.filter((each) => !each.disputed);
  const agree = counted.filter((each) => each.stand === 'agrees').length;
  const contradict = counted.filter((each) => each.stand === 'contradicts').length;
  const heard = map.voices.filter((each) => each.heard === 'read').length;
  const open = counted.length - agree - contradict;
  return { agree, contradict, open, silent: Math.max(0, heard - counted.length) };
}

/** A share in words of ten. */
export const tenths = (share: number): number => Math.round(10 * share);

/** The number of the paragraph a place lies in, from 1. */
export function paragraphAt(text: string, start: number): number {
  return text.slice(0, unitOf(text, start)).split(/\n[ \t]*\n\s*/).length;
}

export interface Surroundings {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

const BEFORE = 130;
const AFTER = 110;

/** The quoted words with what stands around them; null when the text has other words there by now. */
export function surround(text: string, { start, end, quote }: Span): Surroundings | null {
  const from = unitOf(text, start);
  const to = unitOf(text, end);
  if (text.slice(from, to) !== quote) return null;
  const head = text.slice(0, from);
  const tail = text.slice(to);
  return { before: lastOf(head), words: quote, after: firstOf(tail) };
}

function lastOf(text: string): string {
  const cut = text.slice(-BEFORE);
  const paragraph = cut.slice(cut.lastIndexOf('\n\n') + 1).trimStart();
  if (cut.length === text.length || paragraph.length < cut.length) return paragraph;
  return `…${cut.slice(cut.search(/\s/))}`;
}

function firstOf(text: string): string {
  const end = text.indexOf('\n\n');
  const paragraph = end < 0 ? text : text.slice(0, end);
  if (paragraph.length <= AFTER) return paragraph;
  const cut = paragraph.slice(0, AFTER);
  return `${cut.slice(0, Math.max(cut.search(/\s\S*$/), 1))}…`;
}

/** The last of a span, counted as the server does. */
export function endsAt({ start, quote }: Pick<Span, 'start' | 'quote'>): number {
  return start + countPoints(quote);
}
