import { expect, test } from 'vitest';
import type { AdvisorPreview } from '../../model/preview';
import type { Receipt } from '../../model/receipts';
import { describeSaw } from '../inspector/saw';
import { apportion, type Block, blocksOfPreview, blocksOfReceipt, type Kind } from './blocks';
import recorded from './fixtures/trimmed.json';
import { formatRanges } from './ranges';
import { buildRows, findTrims } from './rows';
import { cutMessages, firstMessageByte, readWire } from './wire';

const receipts = recorded.receipts as unknown as Receipt[];
const positions = new Map(recorded.turns.map((turn) => [turn.id, turn.position]));
const positionOf = (turnId: string) => positions.get(turnId) ?? null;
const last = receipts.length - 1;
const delivered = receipts[last] as Receipt;

function buildBlock(index: number, kind: Kind, turnId: string | null = null, tokens = 10): Block {
  const role = kind === 'system' ? 'system' : kind === 'reply' ? 'assistant' : 'user';
  return { index, role, kind, turnId, chars: 30, content: 'words', tokens, images: [], calls: [], exact: true };
}

/** A payload with this many old turns, numbered from 1. */
function buildPayload(turns: number): Block[] {
  const history = Array.from({ length: turns }, (_, place) => [
    buildBlock(place * 2 + 1, 'turn', `t${place + 1}`),
    buildBlock(place * 2 + 2, 'reply', `t${place + 1}`),
  ]).flat();
  const next = turns * 2 + 1;
  return [
    buildBlock(0, 'system'),
    ...history,
    buildBlock(next, 'reference', `t${turns}`, 412),
    buildBlock(next + 1, 'human'),
  ];
}
const numbered = (turnId: string) => Number(turnId.slice(1)) || null;

test('R1: every message of a receipt has its words back, although the provider was given fewer', () => {
  const wire = readWire(delivered.body);

  const blocks = blocksOfReceipt(delivered);

  expect(wire?.messages.length).toBeLessThan(blocks.length);
  expect(blocks.map((block) => block.content?.length)).toEqual(delivered.telemetry?.messages.map((each) => each.chars));
  expect(blocks.at(-1)?.content).toMatch(/And now\?$/);
  expect(blocks[0]?.content).toMatch(/^You are /);
});

test('W65: the parts of an estimate add up to the attempt’s total', () => {
  for (const receipt of receipts) {
    const sum = blocksOfReceipt(receipt).reduce((tokens, block) => tokens + block.tokens, 0);
    expect(sum).toBe(receipt.telemetry?.attempt_total_tokens);
  }
});

test('D14: a share is told from a count', () => {
  const blocks = blocksOfReceipt(delivered);

  expect(blocks.find((block) => block.kind === 'human')).toMatchObject({ exact: true, tokens: 8 });
  expect(blocks.find((block) => block.kind === 'system')?.exact).toBe(false);
});

test('shares are whole and lose nothing, also when nothing weighs anything', () => {
  expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(apportion(7, [0, 0])).toEqual([7, 0]);
  expect(apportion(0, [])).toEqual([]);
});

test('a preview’s messages share its three sums', () => {
  const messages = [
    { role: 'system', kind: 'system', turn_id: null, content: 'You are Keel.' },
    { role: 'user', kind: 'turn', turn_id: 't1', content: 'Sign?' },
    { role: 'assistant', kind: 'reply', turn_id: 't1', content: 'Not yet, no.' },
    { role: 'user', kind: 'human', turn_id: null, content: 'And now?' },
  ];
  const preview = {
    messages,
    history_tokens: 9,
    request_tokens: 3,
    fixed_tokens: 5,
    tool_tokens: 0,
  } as unknown as AdvisorPreview;

  const blocks = blocksOfPreview(preview);

  expect(blocks.map((block) => block.tokens)).toEqual([5, 3, 6, 3]);
  expect(blocks.map((block) => block.exact)).toEqual([true, false, false, true]);
});

test('old turns between the first and the last are one run, and all of them are in it', () => {
  const blocks = buildPayload(11);

  const rows = buildRows({ blocks, positionOf: numbered });

  expect(rows.map((row) => row.kind)).toEqual(['block', 'block', 'block', 'run', ...Array(4).fill('block')]);
  const run = rows.find((row) => row.kind === 'run');
  expect(run?.blocks).toHaveLength(18);
  expect(formatRanges(run?.positions ?? [])).toBe('2–10');
  const shown = rows.flatMap((row) => (row.kind === 'run' ? row.blocks : row.kind === 'block' ? [row.block] : []));
  expect(shown).toEqual(blocks);
});

test('a few turns are shown one by one; none at all is fine too', () => {
  expect(buildRows({ blocks: buildPayload(4), positionOf: numbered }).every((row) => row.kind === 'block')).toBe(true);
  expect(buildRows({ blocks: [buildBlock(0, 'system'), buildBlock(1, 'human')], positionOf: numbered })).toHaveLength(
    2,
  );
  expect(buildRows({ blocks: [], positionOf: numbered })).toEqual([]);
});

test('W53: what was trimmed stands where it was, with the attempt it went before and what it had cost', () => {
  const trims = findTrims(receipts, last);

  expect(trims.map((trim) => [positionOf(trim.turnId), trim.attempt, trim.tokens])).toEqual([
    [1, 2, 14],
    [2, 3, 14],
  ]);
  const rows = buildRows({ blocks: blocksOfReceipt(delivered), positionOf, trims });
  expect(rows.slice(0, 4).map((row) => row.kind)).toEqual(['block', 'trim', 'trim', 'block']);
  expect(findTrims(receipts, 0)).toEqual([]);
});

test('a turn left out in the middle parts a run; it is drawn at its place', () => {
  const blocks = buildPayload(11).filter((block) => block.turnId !== 't6' || block.kind === 'reference');
  const trims = [{ turnId: 't6', attempt: 2, tokens: 402 }];

  const rows = buildRows({ blocks, positionOf: numbered, trims, leftOut: [] });

  const runs = rows.flatMap((row) => (row.kind === 'run' ? [formatRanges(row.positions)] : []));
  expect(runs).toEqual(['2–5', '7–10']);
  const at = rows.findIndex((row) => row.kind === 'trim');
  expect([rows[at - 1]?.kind, rows[at + 1]?.kind]).toEqual(['run', 'run']);
});

test('what the boundary leaves out of a draft is drawn before what is sent', () => {
  const blocks = buildPayload(3).map((block) => ({
    ...block,
    turnId: block.turnId && `t${(numbered(block.turnId) ?? 0) + 20}`,
  }));
  const leftOut = [{ first: 1, last: 20, turns: 20, why: 'too_old' as const }];

  const rows = buildRows({ blocks, positionOf: numbered, leftOut });

  expect(rows.slice(0, 3).map((row) => row.kind)).toEqual(['block', 'out', 'block']);
});

test('I-20: “Saw its own words, turns 24–34. Of the others, turn 34 only, 412 tokens.”', () => {
  const blocks = buildPayload(11).map((block) => ({
    ...block,
    turnId: block.turnId && `t${(numbered(block.turnId) ?? 0) + 23}`,
  }));

  const saw = describeSaw(blocks, numbered);

  expect(formatRanges(saw.own)).toBe('24–34');
  expect(saw).toMatchObject({ others: [34], otherTokens: 412, quoted: true, ownElsewhere: 0 });
});

test('a voice that never spoke saw nothing of its own, and words of deleted turns are not placed', () => {
  expect(describeSaw([buildBlock(0, 'system'), buildBlock(1, 'human')], numbered)).toMatchObject({
    own: [],
    quoted: false,
  });
  expect(describeSaw([buildBlock(0, 'reply', 'gone')], () => null)).toMatchObject({ own: [], ownElsewhere: 1 });
});

test('D43: a synthesis that was ticked is told apart from what the others said in the turn before', () => {
  const blocks = [buildBlock(0, 'system'), buildBlock(1, 'reference', null, 40), buildBlock(2, 'synthesis', null, 7)];

  expect(describeSaw(blocks, numbered)).toMatchObject({ otherTokens: 40, synthesisTokens: 7 });
});

test('positions become stretches; a long list keeps its ends', () => {
  expect(formatRanges([3, 1, 2, 5, 5])).toBe('1–3, 5');
  expect(formatRanges([1, 3, 5, 7, 9, 11, 13])).toBe('1, 3, 5, 7, 9, …, 13');
});

test('R3: all three wires are read: Chat Completions, Anthropic, Google', () => {
  const chat = readWire(
    '{"model":"m","messages":[{"role":"developer","content":"Be."},{"role":"user","content":"Hi"}]}',
  );
  const messages = '[{"role":"user","content":[{"text":"Hi","type":"text"}]}]';
  const anthropic = readWire(`{"model":"m","system":[{"type":"text","text":"Be."}],"messages":${messages}}`);
  const google = readWire(
    '{"systemInstruction":{"parts":[{"text":"Be."}]},"contents":[{"parts":[{"text":"Hi"}],"role":"model"}]}',
  );

  expect(chat?.messages).toEqual([
    { role: 'developer', text: 'Be.' },
    { role: 'user', text: 'Hi' },
  ]);
  expect(anthropic?.messages).toEqual([
    { role: 'system', text: 'Be.' },
    { role: 'user', text: 'Hi' },
  ]);
  expect(google?.messages).toEqual([
    { role: 'system', text: 'Be.' },
    { role: 'model', text: 'Hi' },
  ]);
  expect(chat?.rest).toEqual({ model: 'm' });
  expect(readWire('no request')).toBeNull();
});

test('lengths count code points; where they do not add up nothing is guessed', () => {
  const wire = [{ role: 'user', text: '🎵a\n\nb' }];

  expect(
    cutMessages(wire, [
      { role: 'user', chars: 2 },
      { role: 'user', chars: 1 },
    ]),
  ).toEqual(['🎵a', 'b']);
  expect(
    cutMessages(wire, [
      { role: 'user', chars: 3 },
      { role: 'user', chars: 1 },
    ]),
  ).toBeNull();
  expect(cutMessages(wire, [{ role: 'user', chars: 9 }])).toBeNull();
});

test('the messages begin behind the parameters, in bytes', () => {
  expect(firstMessageByte('{"model":"é","messages":[]}')).toBe(14);
});
