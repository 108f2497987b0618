/** Every view, in light and in dark: axe finds nothing, and who listens hears one sentence per finished voice. */
import { askOutside, begin, card, FIVE, inspector, message, readVoice, send, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';
import { House } from './house';
import { inspectPage } from './inspect';
import { inPieces, type Provider } from './provider';

const ANSWER =
  'Ask **who** would notice first, and `when`.\n\n1. The [desk](https://desk.example/).\n2. Nobody.\n\n$x^2$';

// Colours that are on their way to another are no colours of ours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

/** One turn with every way a reply can end, and one that is still going on. */
async function tellAllStates(house: House, provider: Provider, id: string): Promise<void> {
  const says = inPieces(ANSWER);
  const wait = { status: 429, body: { error: { message: 'Slow down' } }, headers: { 'Retry-After': '7200' } };
  provider.voices = {
    'The Skeptic': { says, thinks: ['Let me see.'] },
    'The Builder': { says: [], fails: { status: 401, body: { error: { message: 'No such key' } } } },
    'The Historian': { says: [], fails: wait },
    'The Confidant': { says: [] },
    'The Contrarian': { says: ['Well'], finish: 'content_filter' },
  };
  await askOutside(house, id, 'Who ends how?');
  provider.hold();
  provider.voices = {
    'The Skeptic': { says },
    'The Builder': { says, hangsUp: true },
    'The Historian': { says, holdsAt: 3 },
    'The Confidant': { says, holdsAt: 3 },
    'The Contrarian': { says, holdsAt: 0 },
  };
}

test('welcome, connecting a model, and what is not there', async ({ rehearsal, page }) => {
  await page.goto(rehearsal.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test the key' })).toBeVisible();
  await inspectPage(page, 'welcome');
  await page.goto(`${rehearsal.url}/settings`);
  await page.getByRole('button', { name: 'Connect a model' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect a model' })).toBeVisible();
  await inspectPage(page, 'connect a model');

  await page.goto(`${rehearsal.url}/c/nothing`);
  await expect(page.getByRole('heading', { name: 'This conversation is not here.' })).toBeVisible();
  await inspectPage(page, 'missing conversation');
});

test('a conversation with every state', async ({ house, provider, page }) => {
  const id = await begin(house, 'Should I sign?', 'By when?');
  await tellAllStates(house, provider, id);
  await page.goto(`${house.url}/c/${id}`);
  for (const state of ['no answer', 'rate limited', 'empty', 'filtered'])
    await expect(turn(page, 3).getByText(state, { exact: true })).toBeVisible();
  await inspectPage(page, 'ended badly');

  await send(page, 'And who is still speaking?');
  await expect(card(page, 4, 'The Skeptic').getByText('complete')).toBeVisible();
  await expect(card(page, 4, 'The Builder').getByText('broke off', { exact: true }).first()).toBeVisible();
  await expect(card(page, 4, 'The Historian').getByText('speaking')).toBeVisible();
  await expect(card(page, 4, 'The Contrarian').getByText('waiting')).toBeVisible();
  await inspectPage(page, 'streaming');
  await card(page, 4, 'The Confidant').getByRole('button', { name: /^Stop/ }).click();
  await expect(card(page, 4, 'The Confidant').getByText('stopped', { exact: true })).toBeVisible();
  await inspectPage(page, 'stopped');
  provider.release();
  await untilQuiet(page);

  await turn(page, 4).getByRole('button', { name: 'More for turn 4' }).click();
  await expect(page.getByRole('dialog', { name: 'More for turn 4' })).toBeVisible();
  await inspectPage(page, 'turn menu');
  await page.keyboard.press('Escape');
  await card(page, 4, 'The Skeptic').getByRole('button', { name: 'More for The Skeptic' }).click();
  await expect(page.getByRole('menuitem', { name: 'Open to read' })).toBeVisible();
  await inspectPage(page, 'reply menu', { menu: true });
  await page.getByRole('menuitem', { name: 'Open to read' }).click();
  await expect(page.getByRole('navigation', { name: 'Voices of this turn' })).toBeVisible();
  await inspectPage(page, 'an opened answer');
});

test('the composer asks: a mention, a panel, a ceiling', async ({ provider, page }) => {
  const dear = new House({
    ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
    ANTIPHON_PROVIDERS__STAGE__MODELS__VOICE__INPUT_PRICE: '900',
    ANTIPHON_PROVIDERS__STAGE__MODELS__VOICE__OUTPUT_PRICE: '900',
    ANTIPHON_DEFAULT_MODEL: 'stage:voice',
  });
  await dear.start();
  try {
    await page.goto(dear.url);
    await message(page).pressSequentially('@The');
    await expect(page.getByRole('listbox', { name: 'Advisors to address' })).toBeVisible();
    await inspectPage(page, 'mention list');
    await message(page).fill('Should I sign?');
    await page.getByRole('button', { name: /^Who is asked/ }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'All of them' })).toBeVisible();
    await inspectPage(page, 'panel menu', { menu: true });
    await page.keyboard.press('Escape');
    await expect(page.getByText(/\d–/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Send anyway' })).toBeVisible();
    await inspectPage(page, 'ceiling');
  } finally {
    await dear.stop();
  }
});

test('the filter, its builder, the counter and the ribbon', async ({ house, page }) => {
  const id = await begin(house, 'Should I sign?', 'By when?', 'And then?');
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 3)).toBeVisible();
  await page.getByRole('button', { name: /^Filter: / }).click();
  const line = page.getByRole('textbox', { name: 'Filter line' });
  await line.fill('s9');
  await expect(page.getByText(/^Column \d/)).toBeVisible();
  await inspectPage(page, 'filter error');
  await line.fill('');
  await line.pressSequentially('a"');
  await expect(page.getByRole('listbox')).toBeVisible();
  await inspectPage(page, 'filter completion');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await inspectPage(page, 'builder', { menu: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /turns are sent/ }).click();
  await expect(page.getByRole('heading', { name: /turns go to every advisor/ })).toBeVisible();
  await inspectPage(page, 'counter');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Ribbon of turns' }).locator('canvas, [tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowUp');
  await inspectPage(page, 'ribbon');
});

test('the inspector', async ({ house, page }) => {
  const id = await begin(house, 'Should I sign?', 'By when?');
  await page.goto(`${house.url}/c/${id}`);
  await message(page).fill('And then?');
  await page.getByRole('button', { name: 'Inspector' }).click();
  await expect(inspector(page).getByRole('heading', { name: /^What The .* would be sent/ })).toBeVisible();
  await inspectPage(page, 'draft');
  await inspector(page).getByRole('button', { name: 'Close', exact: true }).click();
  await card(page, 2, 'The Builder').getByRole('button', { name: /^Sent/ }).click();
  await expect(inspector(page).getByRole('heading', { name: 'What The Builder was sent' })).toBeVisible();
  for (const form of ['Plain', 'Provider form', 'Raw bytes']) {
    await inspector(page).getByRole('button', { name: form }).click();
    await inspectPage(page, form);
  }
  await inspector(page).getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
  await expect(
    inspector(page)
      .getByText(/^Cache breaks/)
      .first(),
  ).toBeVisible();
  await inspectPage(page, 'diff');
  await inspector(page).getByRole('button', { name: 'Ask again with other turns' }).click();
  await inspectPage(page, 'replay form');
});

test('the palette, help, keys and search', async ({ house, page }) => {
  const id = await begin(house, 'Should I sign?');
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 1)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Palette' })).toBeVisible();
  await inspectPage(page, 'palette');
  await page.keyboard.type('sleep');
  await expect(page.getByRole('option', { name: /sleep/ }).first()).toBeVisible();
  await inspectPage(page, 'palette with hits');
  await page.keyboard.press('Escape');

  await page.keyboard.press('F1');
  for (const tab of ['Keys', 'Filter language', 'How it works']) {
    await page.getByRole('tab', { name: tab }).click();
    await inspectPage(page, `help, ${tab}`);
  }
  await page.getByRole('button', { name: 'Change keys' }).click();
  await page
    .getByRole('button', { name: /^Change the key of/ })
    .first()
    .click();
  await inspectPage(page, 'key editor');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search everything that was said' }).fill('sleep');
  await expect(page.locator('.found mark').first()).toBeVisible();
  await inspectPage(page, 'search results');
});

test('advisors, panels, topics and settings', async ({ house, page }) => {
  const { items: advisors } = await house.ask<{ items: { id: string }[] }>('GET', '/v1/advisors');
  const first = advisors[0]?.id ?? '';
  await house.ask('PATCH', `/v1/advisors/${first}`, { tagline: 'asks twice' });
  const topic = await house.ask<{ id: string }>('POST', '/v1/topics', { path: '/Sales/Norrvik contract' });
  const { items: panels } = await house.ask<{ items: { id: string }[] }>('GET', '/v1/panels');
  const go = async (path: string) => {
    await page.goto(house.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  await go('/advisors');
  await inspectPage(page, 'advisors');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('{"advisors":[{"name":"Keel","description":"Delivery."}]}');
  await expect(page.getByText('new advisor', { exact: true })).toBeVisible();
  await inspectPage(page, 'import');
  await go(`/advisors/${first}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await inspectPage(page, 'advisor editor');
  await page.getByRole('button', { name: 'Version 1', exact: false }).first().click();
  await inspectPage(page, 'versions');
  await go('/advisors/new');
  await inspectPage(page, 'new advisor');
  for (const path of ['/panels', `/panels/${panels[0]?.id}`, '/topics', `/topics/${topic.id}`, '/settings']) {
    await go(path);
    await inspectPage(page, path);
  }
});

test('on a phone: the page, the drawer and the inspector', async ({ house, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await begin(house, 'Should I sign?', 'By when?');
  await page.goto(house.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await inspectPage(page, 'welcome on a phone');
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 2)).toBeVisible();
  await inspectPage(page, 'conversation on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectPage(page, 'drawer');
  await page.keyboard.press('Escape');
  await readVoice(page, 2, 'The Skeptic');
  await inspectPage(page, 'one voice on a phone');
  await card(page, 2, 'The Skeptic').getByRole('button', { name: /^Sent/ }).click();
  await expect(inspector(page)).toBeVisible();
  await inspectPage(page, 'inspector on a phone');
  await page.goto(`${house.url}/settings`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await inspectPage(page, 'settings on a phone');
});

test('from right to left, and dense', async ({ house, page }) => {
  const id = await begin(house, 'Should I sign?', 'By when?');
  const like = (preferences: object) =>
    page.evaluate((kept) => localStorage.setItem('antiphon.preferences', JSON.stringify(kept)), preferences);
  await page.goto(house.url);
  await like({ locale: 'ar' });
  await page.goto(`${house.url}/c/${id}`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('.reply')).toHaveCount(FIVE.length);
  await inspectPage(page, 'right to left');
  await page.locator('.reply footer .sent').first().click();
  await expect(page.locator('.insp header h2')).toBeVisible();
  await inspectPage(page, 'inspector, right to left');
  await like({ density: 'dense' });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'dense');
  await expect(turn(page, 2)).toBeVisible();
  await inspectPage(page, 'dense');
});

test('who listens hears one sentence per finished voice, and no word before', async ({ house, provider, page }) => {
  const says = inPieces('A sentence that nobody should hear in pieces. '.repeat(10), 9);
  provider.voices = Object.fromEntries(FIVE.map((name, place) => [name, { says, pace: 5 + place * 28 }]));
  provider.voices['The Historian'] = { says: [], fails: { status: 401, body: { error: { message: 'No such key' } } } };
  await page.goto(house.url);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const listen = () => {
      const live = document.querySelectorAll('[role="status"], [role="alert"], [role="log"], [aria-live]');
      for (const each of live) if (each.textContent && heard.at(-1) !== each.textContent) heard.push(each.textContent);
    };
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await send(page, 'Should I sign?');
  await untilQuiet(page);
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(async () => (await heard()).join(' ')).toContain('The Contrarian has answered.');

  const all = await heard();
  for (const name of FIVE)
    expect(
      all.filter((sentence) => sentence.includes(name)),
      `${name} in ${all}`,
    ).toHaveLength(1);
  expect(all.filter((sentence) => sentence.includes('failed'))).toEqual([expect.stringContaining('The Historian')]);
  expect(all.join(' ')).not.toContain('nobody should hear');
});
