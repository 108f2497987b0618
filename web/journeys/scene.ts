/** The table of the design's pictures: five advisors, a contract, and thirty-four turns behind it. */
import { expect } from '@playwright/test';
import { House } from './house';
import { inPieces, type Provider, type Voice } from './provider';

export const VOICES = [
  ['Ledger', 'cash and downside', 'lapis', 'You read every plan as money in and out, month by month.'],
  ['Keel', 'delivery and people', 'umber', 'You ask who does the work, and in which week it hurts.'],
  ['Gadfly', 'the side nobody took', 'rose', 'You argue for the option everybody has left behind.'],
  ['Counsel', 'terms and exits', 'iris', 'You read the clauses, and how each of them ends.'],
  ['Bedside', 'the clinic desk', 'olive', 'You speak for the people at the desk on Monday morning.'],
  ['Harrow', 'what breaks first', 'cerulean', 'You look for the part that gives way.'],
  ['Orrery', 'the long view', 'brick', 'You ask what this looks like in ten years.'],
  ['Plain', 'shorter words', 'plum', 'You say it again, shorter.'],
] as const;

export const QUESTION =
  'Norrvik came back tonight. Exclusivity drops from eighteen months to nine, but now they want source escrow and a named engineer on call. I sign by Friday or they go to tender. Do I sign?';

export const NEXT = 'What would have to be true by Thursday for each of you to change your mind?';

export const ANSWERS: Record<string, string> = {
  Ledger:
    'Sign, if the first quarter is paid on signature. Norrvik is then 61 % of revenue and payroll is safe until October. Nine months of exclusivity costs us two or three clinics at most. **Do not start small: a quarter of six sites is nothing.**',
  Keel: 'The named engineer is the real price. Three people can touch the scheduler and one is on leave until March. On call for 120 sites takes two of the three off the roadmap by week six. I would accept only if the pager is shared and starts ninety days after| the first site goes live.',
  Gadfly:
    'Friday is their deadline, not yours. A chain that halves its exclusivity in one evening does not have a second bidder. Let it go to tender: you are the only vendor already running in three of their sites. Before you sign, ask them what| a tender would cost them by spring.',
  Bedside: '|Reception staff judge you by Monday morning. Put the busiest desk last, and write that into the plan.',
};

/** What was asked and said before; turns further back take them again. */
const PAST = [
  [
    'If we say no to exclusivity altogether, do they walk?',
    'They lose eight months of piloting with us. They do not walk.',
    'Probably not, but they will ask for something else.',
    'Better question: why are you afraid that they might?',
    'The letter of intent gives them no right to exclusivity.',
    'The desks at the pilot sites would complain first.',
  ],
  [
    'What does the rollout cost us before the first invoice is paid?',
    'About €64k, most of it in the first ten weeks.',
    'Six weeks of two people who are already promised elsewhere.',
    'Less than not doing it will cost you in arguments.',
    'Nothing binds you before the order form is signed.',
    'One bad Monday per site, unless somebody stands next to the desk.',
  ],
  [
    'Who on their side loses if this goes wrong?',
    'Their regional budget, which is why they want escrow.',
    'The operations lead. She has no second team either.',
    'Nobody who is in the room with you.',
    'Whoever signed the pilot, by clause eleven.',
    'The receptionists. They are never asked and always blamed.',
  ],
  [
    'What is the smallest version of this deal that I would be glad to have signed?',
    '€480k a year, 12 months, a quarter of it paid on signature.',
    'Six sites, our hosting, and no pager before spring.',
    'The one where they can still fire you, and you them.',
    'Exclusivity that ends by itself, with no renewal clause.',
    'A rollout where the busiest desk goes last.',
  ],
] as const;

const LONGER =
  ' That holds for the numbers we have today, and they are from before the summer. I would ask for the new ones first, look at the two weakest sites by name, and only then say it aloud. If one of them has moved by more than a tenth, this answer changes, and I would rather you heard that from me now than in October.';

export async function openTable(provider: Provider): Promise<House> {
  const house = new House({
    ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
    ANTIPHON_PROVIDERS__STAGE__MODELS__LARGE__CONTEXT_WINDOW: '131072',
    ANTIPHON_PROVIDERS__STAGE__MODELS__LARGE__INPUT_PRICE: '2.5',
    ANTIPHON_PROVIDERS__STAGE__MODELS__LARGE__OUTPUT_PRICE: '10',
    ANTIPHON_PROVIDERS__STAGE__MODELS__SMALL__CONTEXT_WINDOW: '2960',
    ANTIPHON_PROVIDERS__STAGE__MODELS__SMALL__INPUT_PRICE: '0.4',
    ANTIPHON_PROVIDERS__STAGE__MODELS__SMALL__OUTPUT_PRICE: '1.6',
    ANTIPHON_PROVIDERS__STAGE__MODELS__TINY__CONTEXT_WINDOW: '2830',
    ANTIPHON_PROVIDERS__STAGE__MODELS__TINY__INPUT_PRICE: '0.4',
    ANTIPHON_PROVIDERS__STAGE__MODELS__TINY__OUTPUT_PRICE: '1.6',
    ANTIPHON_PROVIDERS__STAGE__MODELS__QUICK__CONTEXT_WINDOW: '131072',
    ANTIPHON_PROVIDERS__STAGE__MODELS__QUICK__TOKENS_PER_MINUTE: '2480',
    ANTIPHON_PROVIDERS__STAGE__MODELS__QUICK__INPUT_PRICE: '0.2',
    ANTIPHON_PROVIDERS__STAGE__MODELS__QUICK__OUTPUT_PRICE: '0.8',
    ANTIPHON_DEFAULT_MODEL: 'stage:large',
    ANTIPHON_HISTORY_CHARS: '9400',
    ANTIPHON_MAX_TOKENS: '400',
    ANTIPHON_DAY_CEILING: '5',
    ANTIPHON_TIME_ZONE: 'Europe/Athens',
  });
  await house.start();
  return house;
}

/** Who is there, where they sit, and what else lies in the library. */
export async function laySeats(house: House): Promise<Map<string, string>> {
  const starter = await house.ask<{ items: { id: string }[] }>('GET', '/v1/advisors');
  const { items: panels } = await house.ask<{ items: { id: string }[] }>('GET', '/v1/panels');
  const seats = new Map<string, string>();
  for (const [name, tagline, colour, description] of VOICES) {
    const model = { Keel: 'stage:quick', Counsel: 'stage:small', Bedside: 'stage:tiny' }[name as string] ?? null;
    const body = { name, tagline, colour, description, model };
    seats.set(name, (await house.ask<{ id: string }>('POST', '/v1/advisors', body)).id);
  }
  const at = (...names: string[]) => names.map((name) => seats.get(name));
  const table = await makePanel(house, 'Contract table', at('Ledger', 'Keel', 'Gadfly', 'Counsel', 'Bedside'));
  await makePanel(house, 'Hiring, quick', at('Keel', 'Harrow', 'Orrery'));
  await makePanel(house, 'Editors', at('Plain', 'Gadfly'));
  await house.ask('POST', `/v1/panels/${table}/default`);
  for (const { id } of panels) await house.ask('DELETE', `/v1/panels/${id}`);
  for (const { id } of starter.items) await house.ask('DELETE', `/v1/advisors/${id}`);
  for (const path of ['/Sales/Norrvik contract', '/Sales/Tenders', '/Hiring', '/Product'])
    await house.ask('POST', '/v1/topics', { path });
  for (const title of [
    'Talk for the Malmö meetup',
    'Offline booking, scope',
    'What the churn letters say',
    'Price list for 2027',
    'Second backend engineer, or not',
  ])
    await house.ask('POST', '/v1/conversations', { title });
  return seats;
}

export async function makePanel(house: House, name: string, ids: readonly (string | undefined)[]): Promise<string> {
  return (await house.ask<{ id: string }>('POST', '/v1/panels', { name, advisor_ids: ids, early_turns: 0 })).id;
}

/** The conversation with this many turns behind it, starred and pinned as people do. */
export async function tellPast(house: House, provider: Provider, turns: number): Promise<string> {
  const { id } = await house.ask<{ id: string }>('POST', '/v1/conversations', { title: 'Norrvik: sign by Friday?' });
  await house.ask('PATCH', `/v1/conversations/${id}`, { topic: '/Sales/Norrvik contract' });
  for (let position = 1; position <= turns; position++) {
    const [question = '', ...said] = PAST[(position + PAST.length * 9 + 1) % PAST.length] ?? [];
    provider.voices = Object.fromEntries(
      VOICES.slice(0, 5).map(([name], seat) => [`You are ${name}.`, { says: [said[seat] + LONGER], pace: 0 }]),
    );
    await askQuickly(house, id, question);
  }
  const { items: all } = await house.ask<{ items: { id: string; position: number }[] }>(
    'GET',
    `/v1/conversations/${id}/turns?limit=100`,
  );
  const at = (position: number) => all.filter((turn) => turn.position === position).map((turn) => turn.id);
  await house.ask('POST', `/v1/conversations/${id}/marks`, { turn_ids: at(turns), stars: 2 });
  await house.ask('POST', `/v1/conversations/${id}/marks`, {
    turn_ids: [...at(27), ...at(31)],
    pinned: true,
    stars: 1,
  });
  return id;
}

async function askQuickly(house: House, id: string, text: string): Promise<void> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { turn } = await house.ask<{ turn: { id: string } }>(
    'POST',
    `/v1/conversations/${id}/turns`,
    { text },
    headers,
  );
  const ended = async () => (await house.ask<{ all_completed: boolean }>('GET', `/v1/turns/${turn.id}`)).all_completed;
  await expect.poll(ended, { intervals: [50] }).toBe(true);
}

/** The evening of turn 35: one done, two in the middle, one over its quota, one that has not begun. */
export function stageEvening(provider: Provider): void {
  const tooLong = { error: { message: 'request too large: limit 3000', code: 'context_length_exceeded' } };
  const quota = { error: { message: 'Daily tokens used up, resets at 00:00', code: 'insufficient_quota' } };
  const first = once<Voice>({ says: [], fails: { status: 400, body: tooLong } }, speak('Keel'));
  provider.hold();
  provider.voices = {
    'You are Ledger.': speak('Ledger'),
    get 'You are Keel.'() {
      return first();
    },
    'You are Gadfly.': speak('Gadfly'),
    'You are Counsel.': { says: [], fails: { status: 429, body: quota } },
    'You are Bedside.': speak('Bedside'),
  };
}

/** An answer that waits where the bar stands. */
function speak(name: string): Voice {
  const [now = '', later] = (ANSWERS[name] ?? '').split('|');
  const before = inPieces(now);
  if (later === undefined) return { says: before, pace: 1 };
  return { says: [...before, ...inPieces(later)], holdsAt: before.length, pace: 1 };
}

function once<Value>(first: Value, then: Value): () => Value {
  let calls = 0;
  return () => (calls++ === 0 ? first : then);
}

/** Everything a reply can be, one voice each. */
export function stageStates(provider: Provider): void {
  const says = (text: string) => inPieces(text);
  const wait = { status: 429, body: { error: { message: 'Slow down' } }, headers: { 'Retry-After': '360' } };
  provider.hold();
  provider.voices = {
    'You are Bedside.': { says: ['x'], holdsAt: 0 },
    'You are Gadfly.': {
      says: ['Friday is their deadline, not yours. A chain that halves its exclusivity in one evening', '.'],
      holdsAt: 1,
    },
    'You are Ledger.': { says: says('Sign, if the first quarter is paid on signature.'), thinks: ['Payroll first.'] },
    'You are Counsel.': { says: [], fails: { status: 401, body: { error: { message: 'Unknown key' } } } },
    'You are Harrow.': { says: [], fails: wait },
    'You are Keel.': { says: ['The named engineer is the real price. Three people can', '.'], holdsAt: 1 },
    'You are Orrery.': { says: says('Reception staff judge you by Monday morning, and'), hangsUp: true },
    'You are Plain.': { says: [] },
    'You are Margin.': { says: [], finish: 'content_filter' },
  };
}
