/** Answers read aloud: from a card, while they stream, one voice at a time, with real sound in the page. */
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { card, converse, message, picture, send, statusLine, untilQuiet } from './desk';
import { test as base, expect } from './fixtures';
import { House } from './house';
import { inPieces } from './provider';
import { Speaker } from './speaker';

const SKEPTIC = 'Wait for Dr. Meyer. It costs 3.50 a month! Then sign it.';
const BUILDER = 'Build it small first. Sell it later.';

const test = base.extend<{ speaker: Speaker; talking: House }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  speaker: async ({}, use) => {
    const speaker = new Speaker();
    await use(speaker);
    speaker.stop();
  },
  talking: async ({ provider, speaker }, use) => {
    provider.voices = {
      'The Skeptic': { says: inPieces(SKEPTIC, 9) },
      'The Builder': { says: inPieces(BUILDER, 9) },
    };
    const house = new House({
      ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
      ANTIPHON_DEFAULT_MODEL: 'stage:voice',
      ANTIPHON_SPEECH__BASE_URL: await speaker.start(),
      ANTIPHON_SPEECH__MODEL: 'tts',
      ANTIPHON_SPEECH__VOICES: 'low, middle, high',
      ANTIPHON_SPEECH__ESPEAK: 'false',
    });
    await house.start();
    await use(house);
    await house.stop();
  },
});

async function listenTo(page: Page, name: string): Promise<void> {
  await card(page, 1, name)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Listen', exact: true }).click();
}

interface Heard {
  readonly seconds: number;
  readonly whole: boolean;
}

/** Note every sound of the page: how long it was, and whether it was heard to its end. */
async function earsOpen(page: Page): Promise<() => Promise<Heard[]>> {
  await page.addInitScript(() => {
    const heard: { seconds: number; whole: boolean }[] = [];
    Object.assign(window, { heard });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      const at = heard.push({ seconds: 0, whole: false }) - 1;
      this.addEventListener('ended', () => {
        heard[at] = { seconds: this.duration, whole: true };
      });
      return play.call(this);
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: { seconds: number; whole: boolean }[] }).heard);
}

const speaking = (page: Page, name: string) => card(page, 1, name).getByText('read aloud', { exact: true });

test('a card is read aloud sentence by sentence, and says so while it is (M51, M53, M54)', async ({
  talking,
  speaker,
  page,
}) => {
  const heard = await earsOpen(page);
  speaker.pace = 0.15;
  await page.goto(talking.url);
  await converse(page, 1, 'Do I sign?');

  await listenTo(page, 'The Skeptic');
  await expect(speaking(page, 'The Skeptic')).toBeVisible();
  await picture(page, 'speech-speaking');
  await expect(speaking(page, 'The Skeptic')).toBeHidden();

  expect(speaker.sentences).toEqual(['Wait for Dr. Meyer.', 'It costs 3.50 a month!', 'Then sign it.']);
  const sounds = await heard();
  expect(sounds.map((each) => each.whole)).toEqual([true, true, true]);
  expect(sounds.map((each) => Math.round(each.seconds * 100) / 100)).toEqual([0.6, 0.75, 0.45]);
});

test('each advisor has a voice of its own, one is heard at a time, and turning to another ends the first (D38)', async ({
  talking,
  speaker,
  page,
}) => {
  const heard = await earsOpen(page);
  speaker.pace = 1;
  await page.goto(talking.url);
  await converse(page, 1, 'Do I sign?');

  await listenTo(page, 'The Skeptic');
  await expect.poll(() => speaker.said.length).toBe(2);
  await listenTo(page, 'The Builder');
  await expect(speaking(page, 'The Skeptic')).toBeHidden();
  await expect(speaking(page, 'The Builder')).toBeVisible();
  await expect.poll(() => speaker.sentences.slice(2)).toEqual(['Build it small first.', 'Sell it later.']);
  expect(new Set(speaker.said.slice(0, 2).map((each) => each.voice))).not.toEqual(
    new Set(speaker.said.slice(2).map((each) => each.voice)),
  );

  await page.keyboard.press('Escape');
  await expect(speaking(page, 'The Builder')).toBeHidden();
  await page.waitForTimeout(500);
  expect(speaker.said).toHaveLength(4);
  expect((await heard()).some((each) => each.whole)).toBe(false);
  await expect(statusLine(page).getByText('VIEW', { exact: true })).toHaveCount(0);
});

test('answers are read while they are being written, and keys start and stop it (M51)', async ({
  talking,
  provider,
  speaker,
  page,
}) => {
  provider.voices['The Skeptic'] = { says: inPieces(SKEPTIC, 6), holdsAt: 6 };
  await page.goto(talking.url);
  await message(page).press('Escape');
  await page.keyboard.press('Shift+V');
  await expect(statusLine(page).getByRole('button', { name: 'Aloud: on' })).toBeVisible();
  await page.keyboard.press('Enter');
  await send(page, 'Do I sign?');

  await expect.poll(() => speaker.sentences).toEqual(['Wait for Dr. Meyer.']);
  await expect(speaking(page, 'The Skeptic')).toBeVisible();
  await expect(card(page, 1, 'The Skeptic').getByText('speaking', { exact: true })).toBeVisible();
  provider.release();
  await untilQuiet(page);
  await expect.poll(() => speaker.sentences.length).toBe(3);
  await expect(speaking(page, 'The Skeptic')).toBeHidden();

  speaker.pace = 1;
  await message(page).press('Escape');
  await page.keyboard.press('v');
  await expect(speaking(page, 'The Skeptic')).toBeVisible();
  await page.keyboard.press('v');
  await expect(speaking(page, 'The Skeptic')).toBeHidden();
});

test('settings hold from the next sentence on, and an advisor keeps the voice it is given (M55)', async ({
  talking,
  speaker,
  page,
}) => {
  await page.goto(`${talking.url}/settings`);
  await page.getByLabel('Usual voice').selectOption({ label: 'high' });
  await page.getByLabel('Speed').fill('1.5');
  await expect(page.getByText('1.5 times as fast')).toBeVisible();
  await picture(page, 'speech-settings');
  await page.getByRole('link', { name: 'Advisors & panels' }).click();
  await page.getByRole('link', { name: /The Builder/ }).click();
  await page.getByLabel('Voice', { exact: true }).selectOption({ label: 'low' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(statusLine(page)).toContainText('version 2');

  await page.goto(talking.url);
  await converse(page, 1, 'Do I sign?');
  for (const name of ['The Skeptic', 'The Builder']) {
    await listenTo(page, name);
    await expect(speaking(page, name)).toBeVisible();
    await expect(speaking(page, name)).toBeHidden();
  }

  expect(speaker.said.map((each) => each.speed)).toEqual([1.5, 1.5, 1.5, 1.5, 1.5]);
  expect(speaker.said.map((each) => each.voice)).toEqual(['high', 'high', 'high', 'low', 'low']);
});

function hasEspeak(): boolean {
  try {
    execFileSync('espeak-ng', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a voice on this machine really speaks (M51)', async ({ house, provider, page }) => {
  test.skip(!hasEspeak(), 'espeak-ng is not installed');
  provider.otherwise = { says: inPieces('I would sleep on it. Twice.') };
  const heard = await earsOpen(page);
  await page.goto(house.url);
  await converse(page, 1, 'Do I sign?');

  await listenTo(page, 'The Skeptic');
  await expect.poll(async () => (await heard()).filter((each) => each.whole).length).toBe(2);

  for (const each of await heard()) expect(each.seconds).toBeGreaterThan(0.3);
});
