import { cleanup, screen as page, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { conversation } from '../../model/conversation';
import type { OutlineRow } from '../../model/outline';
import { preferences } from '../../model/preferences';
import { keepReceipts, type Receipt } from '../../model/receipts';
import { screen } from '../../model/screen';
import { on } from '../../model/signals';
import type { ConversationView, Reply, Turn } from '../../protocol/events';
import recorded from '../payloads/fixtures/trimmed.json';
import { Inspector } from './Inspector';

const skeptic = recorded.reply as unknown as Reply;
const builder: Reply = { ...skeptic, id: 'r_builder', advisor_id: 'builder', name: 'The Builder', state: 'stopped' };
const rows = recorded.turns.map((turn) => ({
  ...turn,
  at: Date.parse(turn.at),
  states: {},
})) as unknown as OutlineRow[];
const last = rows.at(-1) as OutlineRow;
const turn = {
  id: last.id,
  position: last.position,
  replies: [skeptic, builder],
  all_completed: true,
} as unknown as Turn;

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nobody there')));
  const view = { turns: [turn] } as unknown as ConversationView;
  conversation.setState({ id: 'c', phase: 'ready', rows, view });
  const list = recorded.receipts as unknown as Receipt[];
  keepReceipts(skeptic.id, { madeFor: `${skeptic.state}.${skeptic.epoch}`, list });
  keepReceipts(builder.id, { madeFor: `${builder.state}.${builder.epoch}`, list: [] });
  screen.setState({ inspector: { kind: 'reply', turnId: turn.id, replyId: skeptic.id } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <I18nextProvider i18n={i18n}>
      <Inspector />
    </I18nextProvider>,
  );
  return userEvent.setup();
}

test('W66, I-20, I-21: one look says what was sent, what it saw, and what had to go', async () => {
  open();

  expect(page.getByRole('heading', { name: /What The Skeptic was sent/ }).textContent).toContain('turn 7, third try');
  expect(page.getByText(/its own words, turns/).textContent).toBe(
    'Saw its own words, turns 3–6. Of the others, nothing.',
  );
  expect(page.getByText('Turn 1, cut to fit before the second try, not sent')).toBeTruthy();
  expect(page.getByText('6 expected, 4 sent, 2 cut to fit')).toBeTruthy();
  expect(page.getByText('505', { selector: '.sum .num' })).toBeTruthy();
});

test('an earlier try can be looked at, with the turns it still had', async () => {
  const user = open();

  await user.click(page.getByRole('button', { name: 'Show the first try' }));

  expect(page.getByRole('heading', { level: 2 }).textContent).toContain('first try');
  expect(page.queryByText(/cut to fit before/)).toBeNull();
  expect(page.getByText('Turns 2–5: 8 messages, your words and The Skeptic’s own')).toBeTruthy();
});

test('a fold only hides height: opened, every message is there', async () => {
  const user = open();
  await user.click(page.getByRole('button', { name: 'Show the first try' }));
  const list = page.getByRole('list', { name: 'Messages' });
  const before = list.querySelectorAll('.blk').length;

  await user.click(within(list).getByRole('button', { name: /all still sent/ }));

  expect(list.querySelectorAll('.blk').length).toBe(before + 8);
});

test('the arrow keys change the voice; one that was stopped before says that nothing was sent', async () => {
  const user = open();
  page.getByRole('tab', { name: 'The Skeptic' }).focus();

  await user.keyboard('{ArrowRight}');

  expect(screen.getState().inspector).toMatchObject({ replyId: 'r_builder' });
  expect(page.getByText('Nothing was sent: it was stopped before.')).toBeTruthy();
  expect(document.activeElement).toBe(page.getByRole('tab', { name: 'The Builder' }));
});

test('what could not be read is asked for as often as somebody tries again', async () => {
  const asked = vi.fn(async (_place: string) => new Response('{}', { status: 500 }));
  vi.stubGlobal('fetch', asked);
  const reads = () => asked.mock.calls.filter(([place]) => place.endsWith('/receipts')).length;
  keepReceipts(skeptic.id, { madeFor: `${skeptic.state}.${skeptic.epoch}`, list: null });
  const user = open();
  await waitFor(() => expect(reads()).toBe(1));

  await user.click(page.getByRole('button', { name: 'Try again' }));
  await user.click(page.getByRole('button', { name: 'Try again' }));

  expect(reads()).toBe(3);
});

test('the origin of a message leads to its turn', async () => {
  const user = open();
  const heard = vi.fn();
  const stop = on('showTurn', heard);

  await user.click(page.getAllByRole('button', { name: 'Turn 3' })[0] as HTMLElement);

  stop();
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ turnId: rows[2]?.id }));
});

test('W66: the HUD’s edge moves with the arrow keys, and its size is kept', async () => {
  preferences.setState({ hudHeight: 200 });
  const user = open();

  page.getByRole('separator', { name: 'Height of how it fitted' }).focus();
  await user.keyboard('{ArrowUp}');

  expect(preferences.getState().hudHeight).toBe(216);
  expect(page.getByRole('separator', { name: 'Height of how it fitted' }).getAttribute('aria-valuenow')).toBe('216');
});

test('raw shows exactly the bytes that were sent', async () => {
  const user = open();

  await user.click(page.getByRole('button', { name: 'Raw bytes' }));

  expect(page.getByRole('region', { name: 'The request' }).textContent).toBe(recorded.receipts.at(-1)?.body);
});

test('a figure says what it means and what its short code is, on focus, under the mouse and under a finger', async () => {
  const user = open();
  const name = page.getByRole('button', { name: 'Kept free for your message' });

  name.focus();
  expect((await page.findByRole('tooltip')).textContent).toContain('URA');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(page.queryByRole('tooltip')).toBeNull());

  await user.pointer([{ keys: '[TouchA]', target: name }]);
  expect((await page.findByRole('tooltip')).textContent).toContain('without room to write');
});
