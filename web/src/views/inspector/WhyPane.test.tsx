import { cleanup, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { foreseeWhy } from '../../commands/why';
import { i18n } from '../../locales/i18n';
import { type Why, type WhyForecast, whys } from '../../model/why';
import { WhyPane } from './WhyPane';

const unknown = { reply_id: 'r_1', status: 'none', answered: 0, most: null, found: null, analysis: null };
const foreseen = (calls: number) =>
  ({ calls, surely: 8, least_calls: 4, most_calls: 99, tried: 0, parts: [], cost: 0.02 }) as unknown as WhyForecast;

let why: object;
let sent: [string, unknown][];
let answer: () => Promise<void>;

beforeEach(() => {
  why = unknown;
  sent = [];
  answer = () => Promise.resolve();
  vi.stubGlobal('fetch', async (place: string, init: RequestInit) => {
    if (place.includes('forecast')) {
      sent.push([place, null]);
      await answer();
      return new Response(JSON.stringify(foreseen(Number(/calls=(\d+)/.exec(place)?.[1] ?? 60))));
    }
    if (init.method === 'POST') {
      sent.push([place, JSON.parse(String(init.body))]);
      why = { ...unknown, status: 'running' };
    }
    return new Response(JSON.stringify(why));
  });
  whys.setState({ replyId: 'r_1', why: unknown as unknown as Why, forecast: foreseen(60), problem: null });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <I18nextProvider i18n={i18n}>
      <WhyPane replyId="r_1" completed />
    </I18nextProvider>,
  );
  return userEvent.setup();
}

const field = () => page.getByRole('spinbutton', { name: 'Calls at most' });
const begin = () =>
  page.getByRole<HTMLButtonElement>('button', { name: /^(Send and find out|Work out the cost anew)$/ });

it('another number of calls is foreseen before anything is sent, and is what is sent then', async () => {
  const user = open();

  await user.clear(field());
  await user.type(field(), '10{Enter}');
  expect(sent).toEqual([['/v1/replies/r_1/why/forecast?calls=10', null]]);

  await page.findByText(/At most 10 calls/);
  await user.type(field(), '{Enter}');
  expect(sent.at(-1)).toEqual(['/v1/replies/r_1/why', { calls: 10 }]);
});

it('nothing can be sent while it is being foreseen', async () => {
  let go = () => {};
  answer = () => new Promise((resolve) => (go = resolve));
  const user = open();

  await user.clear(field());
  await user.type(field(), '10');
  expect(begin().textContent).toBe('Work out the cost anew');
  await user.click(begin());
  expect(begin().getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(begin());
  await user.click(begin());
  expect(sent).toEqual([['/v1/replies/r_1/why/forecast?calls=10', null]]);

  go();
  await vi.waitFor(() => expect(begin().textContent).toBe('Send and find out'));
  await user.click(begin());
  expect(sent.at(-1)).toEqual(['/v1/replies/r_1/why', { calls: 10 }]);
});

it('a forecast that comes once it has begun is not shown', async () => {
  let go = () => {};
  answer = () => new Promise((resolve) => (go = resolve));
  const user = open();
  const late = foreseeWhy('r_1', null);

  await user.click(begin());
  await page.findByRole('progressbar');
  go();
  await late;

  expect(whys.getState().forecast).toBeNull();
});
