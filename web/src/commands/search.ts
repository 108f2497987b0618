/** Looking for words in everything that was said. */
import type { ClaimHitAnswer, DecisionHitAnswer, HitAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';

export type Hit = HitAnswer;
export type ClaimHit = ClaimHitAnswer;
export type DecisionHit = DecisionHitAnswer;

export interface Found {
  readonly hits: readonly Hit[];
  /** What was claimed and decided; they come with the first answer. */
  readonly claims: readonly ClaimHit[];
  readonly decisions: readonly DecisionHit[];
  /** Where to go on; null when everything was looked at. */
  readonly next: string | null;
  /** How far back it was looked. */
  readonly searchedTo: string | null;
  /** How many were found that weigh less than all that are shown. */
  readonly passedOver: number;
}

export type Order = 'newest' | 'importance';

const ENOUGH = 20;

/**
 * Look until there are enough hits or nothing is left. One call of the server looks for a moment only, so what is
 * known after each is told, and a rare word in a long history takes several.
 */
export async function findWords(
  words: string,
  {
    before = null,
    order = 'newest',
    signal,
    tell,
  }: { before?: string | null; order?: Order; signal: AbortSignal; tell: (found: Found) => void },
): Promise<void> {
  const hits: Hit[] = [];
  const claims: ClaimHit[] = [];
  const decisions: DecisionHit[] = [];
  let next = before;
  let passedOver = 0;
  do {
    const query = { q: words, limit: ENOUGH, before: next, order };
    const answer = await ask('GET /v1/search', { query, signal });
    hits.push(...answer.items);
    claims.push(...answer.claims);
    decisions.push(...answer.decisions);
    next = answer.next;
    passedOver += answer.passed_over;
    const searchedTo = answer.searched_to;
    tell({ hits: [...hits], claims: [...claims], decisions: [...decisions], next, searchedTo, passedOver });
  } while (next !== null && hits.length < ENOUGH && !signal.aborted);
}
