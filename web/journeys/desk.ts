/** What journeys do at the page, by the names a person reads there. */
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { ReceiptAnswer, ReplyAnswer, TurnAnswer } from '../src/protocol/generated/answers';
import type { House } from './house';

export const FIVE = ['The Skeptic', 'The Builder', 'The Historian', 'The Confidant', 'The Contrarian'] as const;

export const message = (page: Page): Locator => page.getByRole('textbox', { name: 'Your message' });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true });
export const inspector = (page: Page): Locator => page.getByRole('region', { name: 'Inspector' });
export const statusLine = (page: Page): Locator => page.getByRole('contentinfo');

export function turn(page: Page, position: number): Locator {
  return page.getByRole('article', { name: `Turn ${position}`, exact: true });
}

export function card(page: Page, position: number, name: string): Locator {
  return turn(page, position).getByRole('article', { name: new RegExp(`^${name}`) });
}

/** The words of an answer, without its head and foot. */
export function words(page: Page, position: number, name: string): Locator {
  return card(page, position, name).locator('.say');
}

/** Send, and wait until it is accepted: the box is empty before. */
/** Send, and wait until the page has heard of the turn: before that it looks as if nobody were asked. */
export async function send(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  const accepted = page.waitForResponse((answer) => answer.url().endsWith('/turns') && answer.status() === 202);
  await message(page).press('Enter');
  await expect(message(page)).toHaveValue('');
  const { turn } = await (await accepted).json();
  await expect(page).toHaveURL(/\/c\//);
  await expect(page.locator(`[data-turn="${turn.id}"]`)).toBeAttached();
}

/** Send, and wait until nobody speaks any more. */
export async function converse(page: Page, position: number, text: string): Promise<void> {
  await send(page, text);
  await expect(turn(page, position)).toBeVisible();
  await untilQuiet(page);
}

export async function untilQuiet(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeVisible();
}

/** On a phone: from all voices of a turn to one of them. */
export async function readVoice(page: Page, position: number, name: string): Promise<void> {
  const all = turn(page, position).getByRole('navigation', { name: 'Voices of this turn' });
  await all.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(card(page, position, name)).toBeVisible();
}

/** Open the sentence that says what goes along with the message. */
export async function openAlong(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Goes along: / }).click();
}

/** Begin a conversation outside of the page, answered to its end. */
export async function begin(house: House, ...questions: string[]): Promise<string> {
  const { id } = await house.ask<{ id: string }>('POST', '/v1/conversations', { title: '' });
  for (const text of questions) await askOutside(house, id, text);
  return id;
}

export async function askOutside(house: House, id: string, text: string): Promise<void> {
  await house.ask('POST', `/v1/conversations/${id}/turns`, { text }, { 'Idempotency-Key': crypto.randomUUID() });
  await expect.poll(async () => (await readTurns(house, id)).at(-1)?.all_completed).toBe(true);
}

/** The conversation the page is at. */
export async function openedId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/c\//);
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

export async function readTurns(house: House, id: string): Promise<TurnAnswer[]> {
  return (await house.ask<{ items: TurnAnswer[] }>('GET', `/v1/conversations/${id}/turns`)).items;
}

/** The answers of one turn as the server keeps them, by name. */
export async function readReplies(house: House, id: string, position: number): Promise<Map<string, ReplyAnswer>> {
  const found = (await readTurns(house, id)).find((each) => each.position === position);
  return new Map(found?.replies.filter((each) => each.chosen).map((each) => [each.name, each]));
}

export async function readReceipts(house: House, replyId: string): Promise<ReceiptAnswer[]> {
  return (await house.ask<{ items: ReceiptAnswer[] }>('GET', `/v1/replies/${replyId}/receipts`)).items;
}

/** The hash the inspector shows. */
export async function shownHash(page: Page): Promise<string> {
  const text = await inspector(page)
    .getByText(/^[0-9a-f]{64}$/)
    .textContent();
  return text ?? '';
}

/** A picture of the most telling moment. */
export async function picture(page: Page, name: string): Promise<void> {
  const path = join(test.info().project.outputDir, 'shots', `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
}
