/** Fifty sentences written without looking: after Enter, while voices speak, after answers taller than the window. */
import type { Page } from '@playwright/test';
import { message, openedId, picture, readTurns, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';
import type { House } from './house';
import { inPieces } from './provider';

const TURNS = 10;
// Every letter and sign that is a key somewhere, and words that are none.
const WORDS =
  'please decide it x xx ppp a 1 3 r2 grim * d w e s v ]] [[ u o n j k h l g G J K U X E D i m c ? / : b q zebra'.split(
    ' ',
  );

test('not one character is lost, sent too much or taken for a command', async ({ house, provider, page }) => {
  test.slow();
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
  const sentence = speakAtRandom(seed);
  // Three hundred words make an answer that is taller than the window.
  provider.otherwise = {
    says: inPieces('Wait for the notice in writing, and ask twice.\n\n'.repeat(30), 300),
    pace: 4,
  };
  await useTwo(house);
  await slowDown(page);
  await page.goto(house.url);
  await expect(message(page)).toBeFocused();

  const sent: string[] = [];
  let box = await write(page, sentence());
  for (let position = 1; position <= TURNS; position++) {
    box += await write(page, sentence());
    await page.keyboard.press('Enter');
    sent.push(box);
    box = await write(page, sentence());
    await expect(turn(page, position)).toBeVisible();
    box += await write(page, sentence());
    await untilQuiet(page);
    if (position % 2 === 0) await turn(page, position).locator('.human').click();
    box += await write(page, sentence());
    await expect(message(page), `seed ${seed}`).toHaveValue(box);
  }
  await picture(page, 'typing-fifty');

  const turns = await readTurns(house, await openedId(page));
  expect(
    turns.map((each) => each.text),
    `seed ${seed}`,
  ).toEqual(sent);
  expect(provider.received).toHaveLength(TURNS * 2);
  for (const [at, { json }] of provider.received.entries()) {
    const asked = json.messages.findLast((each) => each.role === 'user')?.content ?? '';
    expect(asked, `seed ${seed}`).toContain(sent[Math.floor(at / 2)]);
    expect(asked, `seed ${seed}`).not.toContain(`${sent[Math.floor(at / 2)]} `);
  }
  for (const { position, pinned, ...each } of turns) {
    expect(each).toMatchObject({ stars: 0, colour_flag: null, marks: {} });
    expect(pinned, 'the first three are kept by the house, the others by nobody').toBe(position <= 3);
  }
  expect(page.url()).toContain('/c/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** The words as a person types them who looks elsewhere: nothing is waited for. */
async function write(page: Page, words: string): Promise<string> {
  await page.keyboard.type(words, { delay: 2 });
  return words;
}

/** Sentences of letters that are keys; none begins with a blank or with the sign for a name. */
function speakAtRandom(seed: number): () => string {
  let state = seed;
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return () => `${Array.from({ length: 3 + draw(4) }, () => WORDS[draw(WORDS.length)]).join(' ')}. `;
}

/** Two voices are enough, and quicker. */
async function useTwo(house: House): Promise<void> {
  const { items: panels } = await house.ask<{ items: { advisor_ids: string[] }[] }>('GET', '/v1/panels');
  const body = { name: 'Two', advisor_ids: panels[0]?.advisor_ids.slice(0, 2) ?? [] };
  const { id } = await house.ask<{ id: string }>('POST', '/v1/panels', body);
  await house.ask('POST', `/v1/panels/${id}/default`);
}

/** A house that takes its time with previews and sends, as a busy one does. */
async function slowDown(page: Page): Promise<void> {
  await page.route(/\/(preview|turns|conversations)$/, async (route) => {
    if (route.request().method() === 'POST') await new Promise((done) => setTimeout(done, 250));
    await route.continue();
  });
}
