import { cleanup, screen as page, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { draftOf } from '../../model/draft';
import { showTurns } from '../../model/fixtures';
import { ImportancePolicies } from './ImportancePolicies';

const cost = { cold: 0.02, warm: null, output: null, cached_tokens: 0 };
const kept = (included: number, tokens: number, inside: number[][]) => [
  { advisor_id: 'keel', name: 'Keel', problem: null, included, tokens, limit: 2000, cost, inside },
];
const found = {
  conversation_id: 'c_1',
  seq: 1,
  chosen: 'oldest',
  visible: 5,
  shown: [[1, 5]],
  differences: { keel: [[1, 3]] },
  policies: [
    { dropping: 'oldest', included: 3, cost, advisors: kept(3, 900, [[3, 5]]) },
    // biome-ignore format: two stretches.
    { dropping: 'importance', included: 4, cost, advisors: kept(4, 1100, [[1, 2], [4, 5]]) },
    { dropping: 'sticky', included: 2, cost: { ...cost, cold: null }, advisors: kept(2, 600, [[4, 5]]) },
  ],
};

beforeEach(() => {
  showTurns([]);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(found))));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('D17: three rules side by side, what each keeps, where they part, and one click to choose', async () => {
  render(
    <I18nextProvider i18n={i18n}>
      <ImportancePolicies advisorId="keel" name="Keel" />
    </I18nextProvider>,
  );
  const person = userEvent.setup();
  expect(page.queryByRole('table')).toBeNull();

  await person.click(page.getByRole('button', { name: 'Compare' }));

  const table = await page.findByRole('table');
  const lines = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(lines).toEqual([
    ['Turns', 'Oldest first', 'Least important first', 'In blocks'],
    ['Turns sent', '3', '4', '2'],
    ['Tokens', '900', '1,100', '600'],
    ['Prompt, nothing cached', '$0.02', '$0.02', '$0.02'],
    ['1–2 the rules differ', 'not sent', 'sent', 'not sent'],
    ['3 the rules differ', 'sent', 'not sent', 'not sent'],
    ['4–5', 'sent', 'sent', 'sent'],
  ]);
  expect(page.getByRole('button', { name: 'Oldest first' }).getAttribute('aria-pressed')).toBe('true');
  await person.click(page.getByRole('button', { name: 'Least important first' }));
  expect(draftOf('c_1').dropping).toBe('importance');
});
