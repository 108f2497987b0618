/** Advisors answer each other: the cost is seen before, a line tells how far they are, and a word ends it. */
import { AxeBuilder } from '@axe-core/playwright';
import { begin, message, picture, readTurns, turn } from './desk';
import { expect, test } from './fixtures';
import { House } from './house';
import { inPieces } from './provider';
import { ASKED, seatRoom, stageRoom } from './room';

const PRICED = {
  ANTIPHON_PROVIDERS__STAGE__MODELS__VOICE__INPUT_PRICE: '2',
  ANTIPHON_PROVIDERS__STAGE__MODELS__VOICE__OUTPUT_PRICE: '10',
  ANTIPHON_MAX_TOKENS: '500',
};

test('they answer each other as often as was said, under a ceiling that was seen before', async ({
  provider,
  page,
}) => {
  const house = new House({
    ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
    ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    ...PRICED,
  });
  await house.start();
  const id = await begin(house, 'Should I take the job in Oslo?');
  await page.goto(`${house.url}/c/${id}`);
  await page.getByRole('button', { name: 'Let them answer each other' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let them answer each other' });
  const cost = dialog.getByRole('table', { name: 'What one round may cost at most' });
  await expect(cost.getByRole('row')).toHaveCount(7);
  await dialog.getByRole('textbox', { name: 'Ceiling in dollars' }).fill('0.0001');
  await expect(dialog.getByText('The first round alone might cost more.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Ceiling in dollars' }).fill('0.50');
  await expect(cost.getByText('Left under the ceiling')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Ask me before every further round/ }).check();
  await picture(page, 'rounds-dialog');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  provider.voices = { 'The Skeptic': { says: inPieces('I take back my doubt.'), holdsAt: 1 } };
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog).toBeHidden();
  const strip = page.getByRole('region', { name: 'Advisors answering each other' });
  await expect(strip).toContainText('Round 1 of 2: they answer each other');
  await expect(strip).toContainText('$0.00 of $0.50 spent');
  await expect(turn(page, 2).getByRole('heading', { name: 'Round 1: they answer each other' })).toBeVisible();
  await picture(page, 'rounds-running');
  provider.voices = {};
  provider.release();

  await expect(strip).toContainText('Round 1 of 2 has ended');
  await expect(strip).toContainText('the next costs at most');
  await picture(page, 'rounds-waiting');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await strip.getByRole('button', { name: 'Begin round 2' }).click();
  await expect(strip).toContainText('They answered each other in 2 rounds.');
  await expect(strip).toContainText('All rounds were held.');
  await turn(page, 2).getByRole('button', { name: 'What was said in your place' }).click();
  await expect(turn(page, 2).getByText(/Now answer each other/)).toBeVisible();
  await picture(page, 'rounds-ended');
  const turns = await readTurns(house, id);
  expect(turns.map((each) => each.origin)).toEqual(['person', 'round', 'round']);
  await strip.getByRole('button', { name: 'Close' }).click();
  await expect(strip).toBeHidden();
  await house.stop();
});

test('a round is stopped, begun by key, and ended by a word of the person', async ({ house, provider, page }) => {
  const id = await begin(house, 'Should I take the job in Oslo?');
  await page.goto(`${house.url}/c/${id}`);
  await expect(page.getByRole('button', { name: 'Let them answer each other' })).toBeVisible();
  await page.keyboard.press('Alt+r');
  const dialog = page.getByRole('dialog', { name: 'Let them answer each other' });
  await expect(dialog.getByText('not known').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Ceiling in dollars' }).fill('1');
  await expect(dialog.getByText(/A price is not known/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Ceiling in dollars' }).fill('');
  await dialog.getByRole('radio', { name: 'Test each other' }).check();
  await expect(dialog.getByRole('textbox', { name: 'What is said in your place' })).toHaveValue(/Now test each other/);
  await dialog.getByRole('textbox', { name: 'What is said in your place' }).fill('Only the money, please.');
  provider.voices = { 'The Skeptic': { says: inPieces('Well, then, the money it is.'), holdsAt: 1 } };
  await dialog.getByRole('button', { name: 'Start' }).click();
  const strip = page.getByRole('region', { name: 'Advisors answering each other' });
  await expect(strip).toContainText('Round 1 of 2');
  await strip.getByRole('button', { name: 'Stop' }).click();
  await expect(strip).toContainText('You stopped it.');
  provider.voices = {};
  await expect(page.getByRole('button', { name: 'Let them answer each other' })).toBeVisible();
  await picture(page, 'rounds-stopped');

  await page.getByRole('button', { name: 'Let them answer each other' }).click();
  await dialog.getByRole('checkbox', { name: /Ask me before every further round/ }).check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(strip).toContainText('Round 1 of 2 has ended');
  await message(page).fill('Let me say something.');
  await message(page).press('Enter');
  await expect(turn(page, 4)).toBeVisible();
  await expect(strip).toBeHidden();
  const [run] = (await house.ask<{ items: { reason: string }[] }>('GET', `/v1/conversations/${id}/rounds`)).items;
  expect(run?.reason).toBe('person');
});

test('in an empty conversation there is nothing to answer', async ({ house, page }) => {
  const id = await begin(house);
  await page.goto(`${house.url}/c/${id}`);
  await expect(message(page)).toBeVisible();
  await page.keyboard.press('Alt+r');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Let them answer each other' })).toBeHidden();
});

test('a panel has phases of its own, and the usual ones come back', async ({ house, page }) => {
  await page.goto(`${house.url}/panels/starter`);
  await page.getByRole('button', { name: 'Lay out phases of your own' }).click();
  await page.getByRole('button', { name: 'Add a phase' }).click();
  const second = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Phase 2' }) });
  await second.getByRole('textbox', { name: 'Name' }).fill('Doubt');
  await second.getByRole('combobox', { name: 'What it is told' }).selectOption('text');
  await expect(page.getByText('Each phase needs a name and words.')).toBeVisible();
  await second.getByRole('textbox', { name: 'In these words' }).fill('Name the weakest point.');
  await picture(page, 'phases');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  const kept = async () =>
    (await house.ask<{ items: { phases: { name: string }[] }[] }>('GET', '/v1/panels')).items[0]?.phases ?? [];
  await expect
    .poll(async () => (await kept()).map((each) => each.name))
    .toEqual(['Ask one question', 'Doubt', 'Give your view']);
  await page.getByRole('button', { name: 'Go back to the usual phases' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(kept).toEqual([]);
});

for (const language of ['ar', 'ja'] as const) {
  test(`the dialog speaks ${language}`, async ({ rehearsal, page }) => {
    const id = await begin(rehearsal, 'Should I take the job in Oslo?');
    await page.goto(`${rehearsal.url}/settings`);
    await page.getByRole('combobox', { name: 'Language' }).selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.goto(`${rehearsal.url}/c/${id}`);
    const offer = { ar: 'دعهم يجيب بعضهم بعضًا', ja: '互いに答えさせる' }[language];
    await page.getByRole('button', { name: offer }).click();
    await expect(page.getByRole('dialog', { name: offer }).getByRole('table')).toBeVisible();
    await picture(page, `rounds-${language}`);
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  });
}

test('what rounds start with is the panel’s, and can be taken back (P61)', async ({ house, page }) => {
  await page.goto(`${house.url}/panels/starter`);
  await page.getByLabel('Rounds at most').fill('5');
  await page.getByLabel('Ceiling in dollars').fill('0,25');
  await page.getByLabel('Stop when a round brings nothing new').check();
  await picture(page, 'round-habits');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  const habits = async () =>
    (await house.ask<{ items: { rounds: unknown }[] }>('GET', '/v1/panels')).items[0]?.rounds ?? null;
  await expect.poll(habits).toEqual({ count: 5, ceiling: 0.25, until_quiet: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(habits).toEqual({ count: 2, ceiling: null, until_quiet: false });
});

test('only those who are split answer, on these points, until nobody moves', async ({ house, provider, page }) => {
  stageRoom(provider);
  await seatRoom(house);
  const id = await begin(house, ASKED);
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  const dialog = page.getByRole('dialog', { name: 'Let them answer each other' });
  const open = async () => {
    await page.goto(`${house.url}/c/${id}`);
    await page.getByRole('button', { name: 'Let them answer each other' }).click();
    await dialog.getByRole('radio', { name: 'Only those who are split, on these points' }).check();
  };
  await open();
  await expect(dialog.getByRole('alert')).toContainText('the last turn has no map');
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();

  await house.ask('POST', `/v1/turns/${turnId}/map`, {});
  await expect
    .poll(async () => (await house.ask<{ status: string }>('GET', `/v1/turns/${turnId}/map`)).status, {
      timeout: 60_000,
    })
    .toBe('done');
  await open();
  const split = dialog.getByRole('region', { name: 'Where they are split' });
  await expect(split).toContainText('The contract should be signed, with conditions.');
  await expect(split).toContainText(/Saved beside a whole round: \d+ of \d+ calls/);
  await split.getByText('What each is shown, exactly as it is sent').click();
  await expect(split).toContainText('Point 1: ');
  await picture(page, 'rounds-split');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'rounds-split-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Start' }).click();
  const strip = page.getByRole('region', { name: 'Advisors answering each other' });
  await expect(strip).toContainText('Nobody moved.', { timeout: 60_000 });
  await picture(page, 'rounds-split-ended');
});
