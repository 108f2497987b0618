/** A question five voices disagree about, and a reader who finds in their words what the journeys look for. */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { House } from './house';
import type { Provider, Received, Voice } from './provider';
import { inPieces } from './provider';

export const ASKED = 'Norrvik wants an answer by Friday. Do I sign?';

export const SAID: Record<string, string> = {
  Ledger:
    'Sign, if the first quarter is paid on signature. Nine months of exclusivity costs us two or three clinics at most.\n\n**Do not start small: a quarter of six sites is nothing.** No signature without 25 % up front.',
  Keel: 'Take it, with a shared pager. The named engineer is the real price.',
  Gadfly:
    'Friday is their deadline, not yours. A chain that halves its exclusivity in one evening does not have a second bidder. Do not sign.\n\nNine months is the whole hiring season, so it is not cheap. Whoever signs anyway should have 25 % up front.',
  Counsel: 'Sign nothing before escrow is settled. The escrow clause has no end date.',
  Bedside:
    'Take it, and begin with six sites. Put the busiest desk last.\n\nThe named engineer is what it costs.\n\nPhone booking is not ready for their desks.',
};

/** What is found in each answer: the claim, and the words it rests on. */
const FOUND: Record<string, readonly (readonly [string, string])[]> = {
  Ledger: [
    ['The contract should be signed, with conditions.', 'Sign, if the first quarter is paid on signature.'],
    ['Nine months cost little.', 'Nine months of exclusivity costs us two or three clinics at most.'],
    ['Starting with six sites is wrong.', 'Do not start small: a quarter of six sites is nothing.'],
    ['A quarter has to be paid first.', 'No signature without 25 % up front.'],
  ],
  Keel: [
    ['They should take it with a shared pager.', 'Take it, with a shared pager.'],
    ['The engineer is the price.', 'The named engineer is the real price.'],
  ],
  Gadfly: [
    ['They should not sign.', 'Do not sign.'],
    ['There is no second bidder.', 'A chain that halves its exclusivity in one evening does not have a second bidder.'],
    ['Nine months cost a lot.', 'Nine months is the whole hiring season, so it is not cheap.'],
    ['Money has to come first.', 'Whoever signs anyway should have 25 % up front.'],
    ['This was never said.', 'words that stand nowhere'],
  ],
  Counsel: [['Escrow comes first.', 'Sign nothing before escrow is settled.']],
  Bedside: [
    ['They should take it and start small.', 'Take it, and begin with six sites.'],
    ['Six sites are the right start.', 'begin with six sites'],
    ['The engineer is what it costs.', 'The named engineer is what it costs.'],
    ['Phone booking cannot be used there yet.', 'Phone booking is not ready for their desks.'],
  ],
};

/** What belongs together, by the words the map has for it, and how each stands to it. */
const GROUPS: Record<string, Record<string, 'agrees' | 'contradicts'>> = {
  'The contract should be signed, with conditions.': {
    'The contract should be signed, with conditions.': 'agrees',
    'They should take it with a shared pager.': 'agrees',
    'They should not sign.': 'contradicts',
    'They should take it and start small.': 'agrees',
  },
  'Starting with six sites is wrong.': {
    'Starting with six sites is wrong.': 'agrees',
    'Six sites are the right start.': 'contradicts',
  },
  'Nine months cost little.': {
    'Nine months cost little.': 'agrees',
    'Nine months cost a lot.': 'contradicts',
  },
  'There is no second bidder.': { 'There is no second bidder.': 'agrees' },
  'Phone booking cannot be used there yet.': { 'Phone booking cannot be used there yet.': 'agrees' },
  'The engineer is the price.': {
    'The engineer is the price.': 'agrees',
    'The engineer is what it costs.': 'agrees',
  },
  'A quarter has to be paid first.': {
    'A quarter has to be paid first.': 'agrees',
    'Money has to come first.': 'agrees',
  },
};

/** The text that is written of it: claims by their words, own thoughts without any. */
const WRITTEN: readonly (readonly [string, readonly string[]])[][] = [
  [
    ['Three of them would sign, each with a condition.', ['The contract should be signed, with conditions.']],
    ['Ledger objects to a small beginning.', ['Starting with six sites is wrong.']],
    ['They split on what exclusivity costs.', ['Nine months cost little.']],
    ['Two call the named engineer the real price.', ['The engineer is the price.']],
    ['Nobody would sign without money up front.', ['A quarter has to be paid first.']],
  ],
  [
    ['Gadfly alone holds that there is no second bidder.', ['There is no second bidder.']],
    ['If that is right, every condition can be asked for at once.', []],
  ],
];

/** The first words of what readers are told, by which the model server tells them from voices. */
export const READING = "You read one advisor's answer to a person's question";
export const JUDGING = 'You are given a question and numbered pairs of claims';
export const WRITING = 'You read what several advisors answered';
export const HOLDING = 'You are given a question and numbered sentences of a text';

type Messages = Received['json']['messages'];
const asked = (messages: Messages) => messages.findLast((each) => each.role === 'user')?.content ?? '';

/** The voices of the evening with their readers; some may be given another voice, such as one that fails. */
export function stageRoom(provider: Provider, others: Record<string, Voice> = {}): void {
  provider.voices = {
    [READING]: { says: [], reads: findClaims },
    [JUDGING]: { says: [], reads: judge },
    [WRITING]: { says: [], reads: write },
    [HOLDING]: { says: [], reads: hold },
    ...Object.fromEntries(
      Object.entries(SAID).map(([name, text]) => [`You are ${name}.`, others[name] ?? { says: inPieces(text, 40) }]),
    ),
  };
}

function findClaims(messages: Messages): unknown {
  const text = asked(messages).replaceAll('\n| ', '\n');
  const name = Object.keys(SAID).find((each) => text.includes((SAID[each] ?? '').slice(0, 25))) ?? '';
  return (FOUND[name] ?? []).map(([claim, quote]) => ({ claim, quote }));
}

/** The truth about the claims of this room, and of the rooms a model is checked with before it may judge. */
const POINTS = new Map<string, readonly [point: string, stand: string]>([
  ...Object.entries(GROUPS).flatMap(([point, stands]) =>
    Object.entries(stands).map(([claim, stand]) => [claim, [point, stand]] as const),
  ),
  ...readFileSync(new URL('../../src/antiphon/evals/rooms/rooms.toml', import.meta.url), 'utf8')
    .split('[[panel]]')
    .flatMap((room, at) =>
      [...room.matchAll(/⟦(\w)([+-]) ([^⟧]*)⟧/g)].map(
        ([, key, sign, words = '']) => [words.replaceAll(/\s+/g, ' '), [`${at} ${key}`, sign ?? '']] as const,
      ),
    ),
]);

function judge(messages: Messages): unknown {
  return [...asked(messages).matchAll(/^(\d+)\. (.*)\n {3}(.*)$/gm)].map(([, number, one = '', other = '']) => {
    const [first, second] = [POINTS.get(one) ?? [one, ''], POINTS.get(other) ?? [other, '']];
    const same = first[1] === second[1] ? 'agree' : 'opposed';
    return { pair: Number(number), verdict: first[0] === second[0] ? same : 'different' };
  });
}

/** What is true of sentences beside their sources: one of this room says more, and those a model is checked with. */
const SUPPORT = new Map<string, string>([
  ['Nobody would sign without money up front.', 'more'],
  ...[
    ...readFileSync(new URL('../../src/antiphon/evals/rooms/sources.toml', import.meta.url), 'utf8').matchAll(
      /^\[.*\],$/gm,
    ),
  ].map(([line]) => {
    const [truth = '', , , text = ''] = JSON.parse(line.slice(0, -1)) as string[];
    return [text, truth] as const;
  }),
]);

function hold(messages: Messages): unknown {
  return [...asked(messages).matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, text = '']) => ({
    sentence: Number(number),
    verdict: SUPPORT.get(text) ?? 'supported',
  }));
}

/** Claims stand in what the writer is given with their number in brackets. */
function write(messages: Messages): unknown {
  const given = asked(messages);
  const handle = (claim: string) => new RegExp(`\\[(\\d+)\\] ${claim.replaceAll('.', '\\.')}`).exec(given)?.[1];
  return {
    paragraphs: WRITTEN.map((sentences) => ({
      sentences: sentences.map(([text, claims]) => ({ text, sources: claims.flatMap((each) => handle(each) ?? []) })),
    })),
  };
}

export const QUOTA = { status: 429, body: { error: { message: 'Daily tokens used up', code: 'insufficient_quota' } } };
export const NO_KEY = { status: 401, body: { error: { message: 'Unknown key' } } };

/** A reader that answers what it is asked and says the same of everything: it fails its check. */
export function stageStubborn(provider: Provider): void {
  const same = (field: string, verdict: string) => (messages: Messages) =>
    [...asked(messages).matchAll(/^(\d+)\. /gm)].map(([, number]) => ({ [field]: Number(number), verdict }));
  provider.voices[JUDGING] = { says: [], reads: same('pair', 'opposed') };
  provider.voices[HOLDING] = { says: [], reads: same('sentence', 'supported') };
}

/** The five and their table; their reader is checked, unless nobody wants to know. */
export async function seatRoom(house: House, isChecked = true): Promise<void> {
  const seats: string[] = [];
  const colours = ['lapis', 'umber', 'rose', 'iris', 'olive'];
  for (const [at, name] of Object.keys(SAID).entries()) {
    const body = { name, tagline: '', colour: colours[at], description: `You speak as ${name}.` };
    seats.push((await house.ask<{ id: string }>('POST', '/v1/advisors', body)).id);
  }
  const panel = { name: 'Contract table', advisor_ids: seats, early_turns: 0 };
  const { id } = await house.ask<{ id: string }>('POST', '/v1/panels', panel);
  await house.ask('POST', `/v1/panels/${id}/default`);
  if (isChecked) await checkReader(house);
}

/** A model that was never checked takes no sides. */
async function checkReader(house: House): Promise<void> {
  const { id } = await house.ask<{ id: string }>('POST', '/v1/map-checks', {});
  const read = async () => (await house.ask<{ status: string }>('GET', `/v1/analyses/${id}`)).status;
  await expect.poll(read, { timeout: 50_000 }).toBe('done');
}
