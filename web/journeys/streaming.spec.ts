/** Words while they arrive: several voices, reloads, other tabs, a server that dies, voices that are stopped. */
import {
  card,
  converse,
  FIVE,
  message,
  openedId,
  picture,
  readReplies,
  send,
  statusLine,
  turn,
  untilQuiet,
  words,
} from './desk';
import { expect, test, watch } from './fixtures';
import { inPieces, type Voice } from './provider';

const LONG =
  'Wait until the notice is in writing; a promise by telephone binds nobody – ask twice, 署名は後で. '.repeat(6);

/** Words nobody else says, so that a mixture would be seen. */
function wordsOf(name: string): string {
  return `${name} alone says this, from the first word to the last of ${name}, number ${name.length}.`;
}

function speakInTurn(paces: Partial<Voice> = {}): Record<string, Voice> {
  return Object.fromEntries(FIVE.map((name) => [name, { says: inPieces(wordsOf(name), 9), ...paces }]));
}

test('five advisors answer at their own pace, each in its own card, each state a word (P45, W18, W67)', async ({
  house,
  provider,
  page,
}) => {
  provider.voices = speakInTurn({ holdsAt: 4 });
  const [first, second] = FIVE;
  provider.voices[first] = { says: inPieces(wordsOf(first)), pace: 1 };
  provider.voices[second] = { says: inPieces(wordsOf(second)), holdsAt: 0 };
  await page.goto(house.url);
  await send(page, 'Do I sign?');

  await expect(card(page, 1, first).getByText('complete', { exact: true })).toBeVisible();
  await expect(card(page, 1, second).getByText('waiting', { exact: true })).toBeVisible();
  for (const name of FIVE.slice(2)) {
    await expect(card(page, 1, name).getByText('speaking', { exact: true })).toBeVisible();
    await expect(words(page, 1, name)).toHaveText(wordsOf(name).slice(0, 36).trim());
  }
  await expect(page.getByRole('button', { name: 'Speaking…' })).toBeDisabled();
  await picture(page, 'streaming-five');

  provider.release();
  await untilQuiet(page);
  for (const name of FIVE) await expect(words(page, 1, name)).toHaveText(wordsOf(name));
});

test('a page that is loaded again in the middle of an answer goes on, and nothing is doubled (I-11)', async ({
  house,
  provider,
  page,
}) => {
  provider.otherwise = { says: inPieces(LONG, 7), holdsAt: 30, pace: 2 };
  await page.goto(house.url);
  await send(page, 'What am I overlooking?');
  await expect(words(page, 1, 'The Historian')).toHaveText(LONG.slice(0, 210).trim());

  await page.reload();
  await expect(words(page, 1, 'The Historian')).toHaveText(LONG.slice(0, 210).trim());
  await expect(card(page, 1, 'The Historian').getByText('speaking', { exact: true })).toBeVisible();
  await picture(page, 'streaming-reloaded');
  provider.release();
  await untilQuiet(page);

  const replies = await readReplies(house, await openedId(page), 1);
  for (const name of FIVE) {
    const kept = replies.get(name)?.text ?? '';
    expect(kept).toBe(LONG.trim());
    expect(await words(page, 1, name).textContent()).toBe(kept);
  }
});

test('a second tab shows the same words, and what is done in one appears in the other', async ({
  house,
  provider,
  page,
  context,
  trouble,
}) => {
  provider.otherwise = { says: inPieces(LONG, 7), holdsAt: 20, pace: 2 };
  await page.goto(house.url);
  await send(page, 'Which of the two?');
  const other = await context.newPage();
  watch(other, trouble);
  await other.goto(page.url());
  await expect(words(other, 1, 'The Builder')).toHaveText(LONG.slice(0, 140).trim());
  provider.release();
  await untilQuiet(page);
  await untilQuiet(other);
  expect(await words(other, 1, 'The Builder').textContent()).toBe(await words(page, 1, 'The Builder').textContent());

  await page.bringToFront();
  await turn(page, 1).hover();
  await page.getByRole('button', { name: 'More for turn 1' }).click();
  await page.getByRole('button', { name: '2 stars' }).click();
  await expect(turn(other, 1).getByText('2 stars')).toBeAttached();
  await page.getByRole('button', { name: 'Blue', exact: true }).click();
  await expect(turn(other, 1).getByText('blue')).toBeVisible();
  await page.keyboard.press('Escape');

  const row = page.getByRole('link', { name: /^Which of the two\?/ });
  await row.hover();
  await row.press('F2');
  await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('The lease');
  await page.keyboard.press('Enter');
  await expect(other.getByRole('link', { name: /^The lease/ })).toBeVisible();

  await send(other, 'And if they refuse?');
  await expect(turn(page, 2)).toContainText('And if they refuse?');
  await untilQuiet(page);
  await picture(page, 'streaming-second-tab');
});

test('the server is killed in the middle of an answer and started again: the answer finishes (I-10, XK02)', async ({
  house,
  provider,
  page,
}) => {
  test.slow();
  provider.otherwise = { says: inPieces(LONG, 7), holdsAt: 25, pace: 2 };
  await page.goto(house.url);
  await send(page, 'What if the house burns down?');
  await expect(words(page, 1, 'The Contrarian')).toHaveText(LONG.slice(0, 175).trim());

  await house.kill('SIGKILL');
  await expect(statusLine(page)).toContainText('Reconnecting. Nothing is lost; 5 voices had not finished.');
  await picture(page, 'streaming-killed');
  provider.release();
  await house.start();

  await expect(statusLine(page)).not.toContainText('Reconnecting');
  await untilQuiet(page);
  const replies = await readReplies(house, await openedId(page), 1);
  for (const name of FIVE) {
    expect(replies.get(name)?.text).toBe(LONG.trim());
    expect(await words(page, 1, name).textContent()).toBe(LONG.trim());
  }
});

test('one voice is stopped while the others go on; its words are sent on once they are kept (D23)', async ({
  house,
  provider,
  page,
}) => {
  provider.otherwise = { says: inPieces(LONG, 7), holdsAt: 10, pace: 2 };
  await page.goto(house.url);
  await send(page, 'Who should tell them?');
  const said = LONG.slice(0, 70).trim();
  await expect(words(page, 1, 'The Builder')).toHaveText(said);

  await page.getByRole('button', { name: 'Stop The Builder' }).click();

  await expect(card(page, 1, 'The Builder').getByText('stopped', { exact: true })).toBeVisible();
  await expect(words(page, 1, 'The Builder')).toHaveText(said);
  await expect(card(page, 1, 'The Builder')).toContainText('You stopped it. Not sent on unless you keep it.');
  await expect(card(page, 1, 'The Skeptic').getByText('speaking', { exact: true })).toBeVisible();
  await picture(page, 'streaming-stopped-one');
  provider.release();
  await untilQuiet(page);
  for (const name of FIVE.filter((each) => each !== 'The Builder')) await expect(words(page, 1, name)).toHaveText(LONG);

  await card(page, 1, 'The Builder').getByRole('button', { name: 'Keep' }).click();
  await expect(card(page, 1, 'The Builder').getByRole('button', { name: 'Do not send on' })).toBeVisible();
  await converse(page, 2, 'And then?');
  const next = provider.received.slice(FIVE.length).find(({ body }) => body.includes('You are The Builder.'));
  expect(next?.json.messages.filter((each) => each.role === 'assistant').map((each) => each.content)).toEqual([said]);
});

test('all voices are stopped at once, by button and by Ctrl C, and keep their words (D23)', async ({
  house,
  provider,
  page,
}) => {
  provider.otherwise = { says: inPieces(LONG, 7), holdsAt: 10, pace: 2 };
  await page.goto(house.url);
  for (const [position, stop] of [
    [1, () => page.getByRole('button', { name: /^Stop all/ }).click()],
    [2, () => message(page).press('Control+c')],
  ] as const) {
    await send(page, `Stop ${position}.`);
    for (const name of FIVE) await expect(words(page, position, name)).toHaveText(LONG.slice(0, 70).trim());
    await stop();
    for (const name of FIVE)
      await expect(card(page, position, name).getByText('stopped', { exact: true })).toBeVisible();
    await untilQuiet(page);
  }
  for (const name of FIVE) await expect(words(page, 2, name)).toHaveText(LONG.slice(0, 70).trim());
  const spoken = provider.received.flatMap(({ json }) => json.messages.filter((each) => each.role === 'assistant'));
  expect(spoken, 'what was cut short is not sent on').toEqual([]);
  await picture(page, 'streaming-stopped-all');
});
