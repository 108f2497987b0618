import { cleanup, screen as page, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import {
  attitudesFrom,
  type Calibration,
  type Claims,
  claimFor,
  type Decision,
  dayOf,
  journal,
  monthsFrom,
  morningOf,
  questionOf,
} from '../../model/journal';
import { screen } from '../../model/screen';
import { CalibrationPart } from './CalibrationPart';
import { JournalPage } from './JournalPage';
import { LookBack } from './LookBack';

const decision = (more: Partial<Decision> = {}): Decision => ({
  id: 'd_1',
  conversation_id: 'c_1',
  turn_id: 't_1',
  title: 'Plans',
  position: 3,
  question: 'Drop the free tier?',
  options: ['Drop it', 'Keep it'],
  choice: 'Drop it',
  confidence: 70,
  change_my_mind: '',
  review_at: null,
  reviewer_id: 'keel',
  reviewer: 'Keel',
  standing: 'open',
  outcome: null,
  outcome_text: '',
  outcome_at: null,
  created_at: '2026-05-19T08:00:00Z',
  stances: [],
  ...more,
});

const claim = (number: number, text: string): Claims[number] => ({
  number,
  text,
  label: 'contradict',
  stances: [
    { advisor_id: 'keel', reply_id: 'r_1', stand: 'agrees', start: 0, end: 1, quote: 'a', disputed: false },
    { advisor_id: 'ledger', reply_id: 'r_2', stand: 'contradicts', start: 0, end: 1, quote: 'b', disputed: false },
    { advisor_id: 'gale', reply_id: 'r_3', stand: 'agrees', start: 0, end: 1, quote: 'c', disputed: true },
  ],
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const nothing = { count: 0, right: 0, share: null, low: null, high: null };
const BLANK: Calibration = {
  verdict: 'too_few',
  enough: 10,
  turned_out: nothing,
  confidence: null,
  brier: null,
  unknown: 0,
  waiting: 0,
  bins: [],
  curve: [],
};

/** A server with one decision. */
class Server {
  one = decision();
  asked: string[] = [];
  fetch = async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body = init.body ? JSON.parse(String(init.body)) : {};
    if (method !== 'GET') this.asked.push(`${method} ${path} ${JSON.stringify(body)}`);
    if (path.includes('/calibration')) return json(BLANK);
    if (path.includes('/scorecard')) return json({ enough: 5, advisors: [] });
    if (method === 'PATCH') {
      const at = body.outcome ? '2026-06-19T08:00:00Z' : null;
      this.one = { ...this.one, ...body, standing: at === null ? 'open' : 'known', outcome_at: at };
      return json(this.one);
    }
    if (path === '/v1/decisions/d_1') return json(this.one);
    if (path === '/v1/decisions') return json({ items: [this.one], due: 0, next: null });
    return json({ code: 'not_found', detail: 'no such thing' }, 404);
  };
}

let server: Server;
const show = (view: React.ReactElement) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);

beforeEach(() => {
  server = new Server();
  vi.stubGlobal('fetch', server.fetch);
  journal.setState(journal.getInitialState(), true);
  screen.setState(screen.getInitialState(), true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what the map says about a choice', () => {
  it('finds the claim that says it, whatever its case and signs', () => {
    const claims = [claim(1, 'Norrvik leaves.'), claim(2, 'We should DROP the free tier, now.')];

    expect(claimFor('drop the free tier', claims)?.number).toBe(2);
    expect(claimFor('Keep it', claims)).toBeNull();
    expect(claimFor('', claims)).toBeNull();
  });

  it('leaves out what the person disputed and who was silent', () => {
    expect(attitudesFrom(claim(1, 'x'))).toEqual({ keel: 'for', ledger: 'against' });
  });
});

describe('days', () => {
  it('stay in a month that has fewer of them', () => {
    expect(monthsFrom(new Date(2026, 0, 31), 1)).toBe('2026-02-28');
    expect(monthsFrom(new Date(2026, 10, 15), 3)).toBe('2027-02-15');
  });

  it('are the morning of that day where the person is', () => {
    expect(dayOf(morningOf('2027-01-15'))).toBe('2027-01-15');
    expect(new Date(morningOf('2027-01-15')).getHours()).toBe(9);
  });
});

it('a long message is the question of a decision as far as it may go', () => {
  expect(questionOf(' Do I\n sign? ')).toBe('Do I sign?');
  expect(questionOf('é'.repeat(1_001))).toBe(`${'é'.repeat(998)} …`);
  expect(questionOf(`${'word '.repeat(199)}last 😀😀😀`)).toHaveLength(1_000);
});

it('an outcome is said, and the status line takes it back', async () => {
  const user = userEvent.setup();
  show(<JournalPage id="d_1" turnId={null} />);

  await user.click(await page.findByRole('radio', { name: 'It was wrong' }));
  await user.type(page.getByRole('textbox', { name: 'In a few words' }), 'They left.');
  await user.click(page.getByRole('button', { name: 'Save the outcome' }));

  expect(await page.findByText('It was wrong', { selector: 'b' })).toBeTruthy();
  expect(page.getByText('They left.')).toBeTruthy();
  screen.getState().notice?.undo?.();
  await waitFor(() => expect(page.queryByText('It was wrong', { selector: 'b' })).toBeNull());
  expect(within(page.getByRole('region', { name: 'What happened' })).getByRole('button')).toHaveProperty(
    'disabled',
    true,
  );
  expect(server.asked).toEqual([
    'PATCH /v1/decisions/d_1 {"outcome":"wrong","outcome_text":"They left."}',
    'PATCH /v1/decisions/d_1 {"outcome":null,"outcome_text":""}',
  ]);
});

it('a decision that is not there says so', async () => {
  show(<JournalPage id="d_2" turnId={null} />);

  expect(await page.findByText('This decision is not in the journal.')).toBeTruthy();
});

it('a place that is gone is no link', async () => {
  server.one = decision({ title: null, position: null });
  show(<JournalPage id="d_1" turnId={null} />);

  expect(await page.findByText(/The turn it was made in is gone/)).toBeTruthy();
  expect(page.queryByRole('link', { name: /turn 3/ })).toBeNull();
});

it('the library reminds of what is near, and of nothing else', async () => {
  const near = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const far = new Date(Date.now() + 30 * 86_400_000).toISOString();
  server.one = decision({ review_at: far });
  const first = show(<LookBack />);
  await waitFor(() => expect(journal.getState().decisions).toHaveLength(1));
  expect(page.queryByRole('link')).toBeNull();
  first.unmount();

  server.one = decision({ review_at: near });
  show(<LookBack />);

  expect(
    await page.findByRole('link', { name: /One decision to look back on.*“Drop it”.*70%.*Keel asks on/ }),
  ).toBeTruthy();
});

it('a few outcomes are numbers and no verdict', () => {
  const share = { count: 3, right: 2.5, share: 2.5 / 3, low: 0.3, high: 0.98 };
  const bin = { first: 70, last: 79, confidence: 70, turned_out: share };
  journal.setState({ calibration: { ...BLANK, turned_out: share, confidence: 70, brier: 0.1, bins: [bin] } });
  show(<CalibrationPart />);

  expect(page.getByText('Too few to tell: 3 of 10.')).toBeTruthy();
  expect(page.getByRole('row', { name: '70% to 79% 3 83% 30% to 98%', hidden: true })).toBeTruthy();
  expect(page.getByRole('img', { name: /How often it turned out right/ })).toBeTruthy();
});
