import { expect, test } from 'vitest';
import type { Receipt } from '../../model/receipts';
import type { ChangeAnswer, PayloadDiffAnswer } from '../../protocol/generated/answers';
import recorded from '../payloads/fixtures/trimmed.json';
import { describeAttempts, hostOf, offBy } from './attempts';
import { foldChanges, foldPieces } from './changes';
import { type Figure, hudOfReceipts } from './hud';
import { nextPlace } from './VoiceTabs';

const receipts = recorded.receipts as unknown as Receipt[];
const around = { habits: { most_trims: 10, dropping: 'oldest' }, estimateError: null, policy: 'oldest' };

function figureOf(figures: readonly Figure[] | undefined, name: string): unknown {
  const figure = figures?.find((each) => each.name === name);
  if (!figure) return undefined;
  return 'number' in figure
    ? figure.number
    : 'code' in figure
      ? figure.code
      : 'word' in figure
        ? figure.word
        : 'nth' in figure
          ? figure.nth
          : figure.share;
}

test('W66, D49: the HUD’s three groups, read off a send that was trimmed twice', () => {
  const hud = hudOfReceipts(receipts, 2, around);

  expect(hud?.parameters.map((each) => each.name)).toEqual(['ml_characters', 'window', 'cpt', 'ura', 'nta', 'policy']);
  expect(figureOf(hud?.parameters, 'ml_characters')).toBe(42858);
  expect(figureOf(hud?.parameters, 'cpt')).toBe(3.5);
  expect(figureOf(hud?.parameters, 'ura')).toBe(100);
  expect(figureOf(hud?.parameters, 'nta')).toBe(10);
  expect(hud?.trimming.map((each) => figureOf(hud.trimming, each.name))).toEqual([84, 625, 8, 505, 2, 42353, 4, 11]);
  expect(figureOf(hud?.error, 'last')).toBe('overflow');
  expect(figureOf(hud?.error, 'stage')).toBe('stages.overflow_retry');
  expect(hud?.error.find((each) => each.name === 'settled')).toMatchObject({ nth: 3 });
  expect(figureOf(hud?.error, 'retries')).toBe(0);
});

test('W51: what was predicted is the same for every attempt, what was attempted only shrinks', () => {
  const huds = receipts.map((_, at) => hudOfReceipts(receipts, at, around));

  expect(new Set(huds.map((hud) => figureOf(hud?.trimming, 'predictedTotal')))).toEqual(new Set([625]));
  expect(huds.map((hud) => figureOf(hud?.trimming, 'attemptTotal'))).toEqual([533, 519, 505]);
  expect(figureOf(huds[0]?.error, 'stage')).toBe('stages.overflow_initial');
});

test('D14: a learned estimate shows what it came to, and how far off it usually is', () => {
  const [first] = receipts;
  const learned = { ...first, telemetry: { ...first?.telemetry, calibrated: true, chars_per_token: 16 } } as Receipt;

  const hud = hudOfReceipts([learned], 0, { ...around, estimateError: 0.012 });

  expect(figureOf(hud?.parameters, 'cptLearned')).toBeCloseTo(3.46, 1);
  expect(figureOf(hud?.parameters, 'estimateError')).toBe(0.012);
});

test('W54: each attempt says what happened and what the next one went without', () => {
  const attempts = describeAttempts(receipts);

  expect(attempts.map((each) => each.happening)).toEqual(['overflow', 'overflow', 'delivered']);
  expect(attempts.map((each) => each.dropped.map((one) => one.tokens))).toEqual([[14], [14], []]);
  expect(attempts.map((each) => each.tokens)).toEqual([533, 519, 505]);
  expect(attempts.some((each) => each.restarted || each.droppedReference)).toBe(false);
});

test('“Our estimate was off by” holds the provider’s count against ours', () => {
  const [receipt] = receipts.slice(-1) as [Receipt];

  expect(offBy(receipt)).toBeCloseTo(10 / 505 - 1);
  expect(offBy({ ...receipt, usage: null })).toBeNull();
});

test('an endpoint is its host; what has none is itself', () => {
  expect(hostOf('https://api.example.org/v1/chat')).toBe('api.example.org');
  expect(hostOf('scripted:rehearsal')).toBe('scripted:rehearsal');
});

const change = (
  kind: ChangeAnswer['kind'],
  role: string,
  at: number,
  pieces: ChangeAnswer['pieces'] = [],
): ChangeAnswer => {
  return { kind, role, a: kind === 'added' ? null : at, b: kind === 'removed' ? null : at, pieces };
};
const diffOf = (changes: ChangeAnswer[], first: number | null = 49): PayloadDiffAnswer => {
  return { first_difference: first, a_size: 900, b_size: 1000, shared: 0.1, changes };
};
const given = { against: 'voice' as const, kindOf: () => null, messagesFrom: 12 };
const system = change('changed', 'system', 0, [
  { op: 'same', text: 'You are one of five advisors at a table. You are ' },
  { op: 'removed', text: 'Ledger' },
  { op: 'added', text: 'Keel' },
]);

test('the cache breaks behind what both system prompts begin with', () => {
  const parts = foldChanges({ ...given, diff: diffOf([system]) });

  expect(parts.map((part) => part.kind)).toEqual(['words', 'break', 'words']);
  expect(parts[1]).toMatchObject({ byte: 49, of: 1000, where: 'words' });
  expect(parts[2]).toMatchObject({
    lines: [
      { kind: 'removed', text: 'Ledger' },
      { kind: 'added', text: 'Keel' },
    ],
  });
});

test('own words differ by design: one line for all of them, however the person’s words lie between', () => {
  const talk = Array.from({ length: 11 }, (_, turn) => [
    change('same', 'user', turn * 2 + 1),
    change('changed', 'assistant', turn * 2 + 2),
  ]).flat();

  const parts = foldChanges({ ...given, diff: diffOf([system, ...talk]) });

  expect(parts.slice(3)).toMatchObject([
    { kind: 'same', count: 1 },
    { kind: 'differ', reason: 'own' },
    { kind: 'same', count: 10 },
  ]);
  const own = parts.find((part) => part.kind === 'differ');
  expect(own?.changes).toHaveLength(11);
});

test('a difference before the messages breaks first; one behind them breaks last; none breaks nowhere', () => {
  const same = [change('same', 'system', 0), change('same', 'user', 1)];

  expect(foldChanges({ ...given, diff: diffOf(same, 9) })[0]).toMatchObject({ kind: 'break', where: 'start' });
  expect(foldChanges({ ...given, diff: diffOf(same, 950) }).at(-1)).toMatchObject({ kind: 'break', where: 'end' });
  expect(foldChanges({ ...given, diff: diffOf(same, null) })).toEqual([{ kind: 'same', count: 2 }]);
});

test('the reference block and the state note are named when they differ; neighbours only one has are one line', () => {
  const kinds = ['system', 'reference', 'state'] as const;
  const changes = [
    change('changed', 'user', 1),
    change('changed', 'user', 2),
    change('added', 'user', 3),
    change('added', 'assistant', 4),
  ];

  const parts = foldChanges({ ...given, diff: diffOf(changes), kindOf: (index) => kinds[index] ?? null });

  expect(parts.slice(1)).toMatchObject([
    { reason: 'reference' },
    { reason: 'state' },
    { kind: 'only', side: 'added', changes: [{}, {}] },
  ]);
});

test('words that agree only for a moment do not tear a replaced passage apart', () => {
  const lines = foldPieces([
    { op: 'same', text: 'You ' },
    { op: 'removed', text: 'read' },
    { op: 'added', text: 'ask' },
    { op: 'same', text: ' who ' },
    { op: 'removed', text: 'pays' },
    { op: 'added', text: 'works' },
    { op: 'same', text: ' in this long sentence that both have in common.' },
  ]);

  expect(lines).toEqual([
    { kind: 'same', text: 'You' },
    { kind: 'removed', text: 'read who pays' },
    { kind: 'added', text: 'ask who works' },
    { kind: 'same', text: 'in this long sentence that both have in common.' },
  ]);
});

test('the arrow keys go from voice to voice and around, the other way in right-to-left', () => {
  expect(nextPlace('ArrowRight', 4, 5)).toBe(0);
  expect(nextPlace('ArrowLeft', 0, 5)).toBe(4);
  expect(nextPlace('ArrowRight', 1, 5, true)).toBe(0);
  expect(nextPlace('End', 1, 5)).toBe(4);
  expect(nextPlace('x', 1, 5)).toBeNull();
});
