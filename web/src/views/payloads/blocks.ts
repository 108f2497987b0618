/** A payload as blocks: one per canonical message, with its words and its part of the estimate. */
import type { AdvisorPreview } from '../../model/preview';
import type { Receipt } from '../../model/receipts';
import type { ImageAnswer, MessageAnswer } from '../../protocol/generated/answers';
import type { Call } from './toolWire';
import { cutMessages, readWire, sizeOf, type WireMessage } from './wire';

export type Kind = MessageAnswer['kind'];

export interface Block {
  /** Its place in the payload. */
  readonly index: number;
  readonly role: MessageAnswer['role'];
  readonly kind: Kind;
  readonly turnId: string | null;
  readonly chars: number;
  /** Null when the provider's form could not be taken apart. */
  readonly content: string | null;
  readonly tokens: number;
  /** The server counted this message alone; otherwise it is a share of a sum, by length. */
  readonly exact: boolean;
  /** The pictures shown with it; none are known of a request that was sent. */
  readonly images: readonly ImageAnswer[];
  /** The tools it calls. */
  readonly calls: readonly Call[];
}

type Bare = Omit<Block, 'tokens' | 'exact'>;

const HISTORY: ReadonlySet<Kind> = new Set(['turn', 'reply', 'tool']);

/** What tools did in this very answer belongs to no turn yet. */
export const isRound = ({ kind, turnId }: Pick<Block, 'kind' | 'turnId'>) => kind === 'tool' && turnId === null;
export const isHistory = (block: Pick<Block, 'kind' | 'turnId'>) => HISTORY.has(block.kind) && !isRound(block);

export function blocksOfPreview(preview: AdvisorPreview): Block[] {
  const bare = (preview.messages ?? []).map((message, index) => ({
    index,
    role: message.role,
    kind: message.kind,
    turnId: message.turn_id,
    chars: sizeOf(message.content),
    content: message.content,
    images: message.images,
    calls: message.calls,
  }));
  const sums = new Map([
    ['history', preview.history_tokens],
    ['human', preview.request_tokens],
    ['fixed', preview.fixed_tokens - preview.tool_tokens],
  ]);
  return share(bare, (block) => (isHistory(block) ? 'history' : block.kind === 'human' ? 'human' : 'fixed'), sums);
}

export function blocksOfReceipt(receipt: Receipt): Block[] {
  const wire = readWire(receipt.body)?.messages ?? [];
  const { telemetry } = receipt;
  if (telemetry === null) return blocksOfWire(wire);
  const words = cutMessages(wire, telemetry.messages);
  const bare = telemetry.messages.map(({ role, kind, turn_id, chars }, index) => {
    return { index, role, kind, turnId: turn_id, chars, content: words?.[index] ?? null, images: [], calls: [] };
  });
  const sums = new Map(telemetry.selection.map((each) => [each.turn_id, each.tokens]));
  const { request_tokens: human, fixed_tokens: fixed, tool_tokens: told } = telemetry;
  sums.set('human', human).set('fixed', fixed - told);
  sums.set('round', telemetry.attempt_total_tokens - telemetry.attempt_history_tokens - human - fixed);
  const groupOf = (block: Bare) =>
    isRound(block)
      ? 'round'
      : isHistory(block) && block.turnId
        ? block.turnId
        : block.kind === 'human'
          ? 'human'
          : 'fixed';
  return share(withCalls(bare, wire), groupOf, sums);
}

/** The calls stand in the provider's form only, in the same order. */
function withCalls(bare: readonly Bare[], wire: readonly WireMessage[]): Bare[] {
  const called = wire.flatMap(({ calls }) => (calls ? [calls] : []));
  return bare.map((block) => {
    const calls = block.kind === 'tool' && block.role === 'assistant' ? called.shift() : undefined;
    return calls ? { ...block, calls } : block;
  });
}

const CHARS_PER_TOKEN = 3.5;

/** A receipt from before records were kept tells no kinds; roles are all there is. */
function blocksOfWire(wire: readonly { role: string; text: string }[]): Block[] {
  return wire.map(({ role, text }, index) => {
    const said = role === 'system' || role === 'developer' ? 'system' : role === 'user' ? 'user' : 'assistant';
    const kind = said === 'system' ? 'system' : said === 'user' ? 'turn' : 'reply';
    const chars = sizeOf(text);
    const tokens = Math.ceil(chars / CHARS_PER_TOKEN);
    return { index, role: said, kind, turnId: null, chars, content: text, tokens, exact: false, images: [], calls: [] };
  });
}

function share(bare: readonly Bare[], groupOf: (block: Bare) => string, sums: ReadonlyMap<string, number>): Block[] {
  const groups = new Map<string, Bare[]>();
  for (const block of bare) groups.set(groupOf(block), [...(groups.get(groupOf(block)) ?? []), block]);
  const tokens = new Map<number, number>();
  for (const [group, members] of groups) {
    const parts = apportion(
      sums.get(group) ?? 0,
      members.map((member) => member.chars),
    );
    members.forEach((member, place) => {
      tokens.set(member.index, parts[place] ?? 0);
    });
  }
  return bare.map((block) => {
    const group = groupOf(block);
    const exact = sums.has(group) && groups.get(group)?.length === 1;
    return { ...block, tokens: tokens.get(block.index) ?? 0, exact };
  });
}

/** Whole numbers in proportion to the weights; their sum is exactly the total. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, each) => sum + each, 0);
  if (all === 0) return weights.map((_, place) => (place === 0 ? total : 0));
  const ideal = weights.map((each) => (total * each) / all);
  const parts = ideal.map(Math.floor);
  let missing = total - parts.reduce((sum, each) => sum + each, 0);
  const byRest = ideal.map((each, place) => [each - Math.floor(each), place] as const).sort((a, b) => b[0] - a[0]);
  for (const [, place] of byRest) {
    if (missing-- <= 0) break;
    parts[place] = (parts[place] ?? 0) + 1;
  }
  return parts;
}
