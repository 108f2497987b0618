import { cleanup, screen as page, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { asserting } from '../../model/asserting';
import { conversation } from '../../model/conversation';
import { type EvalHistory, type EvalRun, evals, type Improvement, type WholeCase } from '../../model/evals';
import { library } from '../../model/library';
import { screen } from '../../model/screen';
import { workspace } from '../../model/workspace';
import type { CaseLine } from '../../protocol/generated/answers';
import { AssertDialog } from './AssertDialog';
import { EvalsPage } from './EvalsPage';

const advisor = { id: 'skeptic', name: 'The Skeptic', colour: 'lapis', version: 1, archived: false, model: null };

const line = (more: Partial<CaseLine> = {}): CaseLine => ({
  id: 'ec_1',
  advisor_id: 'skeptic',
  name: 'Asks first',
  note: '',
  question: 'Drop it?',
  asserts: ['Asks for evidence.', { type: 'contains', value: 'sleep' }],
  source: null,
  archived: false,
  created_at: '2026-05-19T08:00:00Z',
  updated_at: '2026-05-19T08:00:00Z',
  latest: null,
  ...more,
});

const run = (more: Partial<EvalRun> = {}): EvalRun => ({
  id: 'er_1',
  advisor_id: 'skeptic',
  advisor_version: 1,
  description: null,
  model: 'stage:voice',
  judge_model: null,
  repeat: 1,
  case_ids: ['ec_1'],
  status: 'done',
  error: null,
  improvement_id: null,
  planned: 1,
  finished: 1,
  counts: { passed: 1 },
  score: 1,
  tokens: 100,
  cost: null,
  created_at: '2026-05-19T09:00:00Z',
  ended_at: '2026-05-19T09:00:01Z',
  ...more,
});

const result = {
  case_id: 'ec_1',
  run_id: 'er_1',
  repeat: 1,
  status: 'not_graded',
  score: null,
  answer: 'I would sleep on it.',
  error: '',
  tokens: 100,
  cost: null,
  seconds: 1,
  ended_at: '2026-05-19T09:00:01Z',
  exchanges: [],
  judged: [],
  verdicts: [
    { type: 'llm-rubric', name: 'llm-rubric', status: 'not_graded', score: null, reason: 'it is not JSON', spots: [] },
    {
      type: 'contains',
      name: 'contains',
      status: 'passed',
      score: 1,
      reason: 'holds “sleep”',
      spots: [{ where: 'answer', start: 8, end: 13, quote: 'sleep' }],
    },
  ],
};

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** A server with one advisor under test. */
class Server {
  cases = [line()];
  runs: EvalRun[] = [];
  improvement: Improvement | null = null;
  known: CaseLine[] = [];
  refuses: object | null = null;
  asked: string[] = [];
  fetch = async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    if (method !== 'GET') this.asked.push(`${method} ${path} ${init.body ?? ''}`);
    if (method !== 'GET' && this.refuses) return json(this.refuses, 422);
    if (path === '/v1/advisors/skeptic/evals') return json(this.history);
    if (path.startsWith('/v1/evals/cases?')) return json({ items: this.known, next: null });
    if (method === 'DELETE') {
      this.cases = [];
      return new Response(null, { status: 204 });
    }
    if (path.endsWith('/restore')) this.cases = [line()];
    if (path.startsWith('/v1/evals/cases/ec_1')) return json(this.whole);
    if (path === '/v1/evals/runs/er_1') return json({ ...run(), results: [result] });
    if (path === '/v1/evals/runs/er_1/results/ec_1/1') return json(result);
    if (path === '/v1/evals/runs') return json(run({ status: 'running', finished: 0, counts: {} }), 202);
    if (path === '/v1/replies/r_1/cases') return json(this.whole, 201);
    if (path === '/v1/replies/r_1/receipts')
      return json({ items: [{ round: 0, sha256: 'ab12', body: '{}' }], next: null });
    if (path.startsWith('/v1/improvements/')) return json(this.improvement);
    if (path.startsWith('/v1/advisors')) return json({ items: [advisor], next: null });
    if (path.startsWith('/v1/panels')) return json({ items: [], next: null });
    if (path.startsWith('/v1/models')) return json({ default: 'stage:voice', items: [], next: null });
    return json({ code: 'not_found', detail: 'no such thing' }, 404);
  };
  get whole(): WholeCase {
    return { ...(this.cases[0] ?? line({ archived: true })), body: { input_messages: [] } };
  }
  get history(): EvalHistory {
    const improvements = this.improvement ? [this.improvement] : [];
    return {
      advisor_id: 'skeptic',
      version: 1,
      cases: this.cases,
      items: this.runs,
      next: null,
      versions: [],
      improvements,
    };
  }
}

let server: Server;
const show = (view: React.ReactElement) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);
const showPage = (caseId: string | null = null) => show(<EvalsPage id="skeptic" caseId={caseId} />);

beforeEach(() => {
  server = new Server();
  vi.stubGlobal('fetch', server.fetch);
  localStorage.clear();
  evals.setState(evals.getInitialState(), true);
  screen.setState(screen.getInitialState(), true);
  library.setState(library.getInitialState(), true);
  conversation.setState(conversation.getInitialState(), true);
  workspace.setState({ advisors: [advisor] as never, loaded: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function showSheet(): void {
  const reply = { id: 'r_1', advisor_id: 'skeptic', name: 'The Skeptic', state: 'complete', epoch: 1, chosen: true };
  const turn = { id: 't_1', text: 'Drop  it?', position: 1, replies: [reply] };
  conversation.setState({ view: { turns: [turn] } as never });
  asserting.setState({ turnId: 't_1', replyId: 'r_1' });
  screen.setState({ overlay: 'assert' });
  show(<AssertDialog />);
}

const field = () => page.findByRole('textbox', { name: 'One thing to a line' });

it('P46: lines become assertions beside the fingerprint of what was sent, and Ctrl+Enter saves them', async () => {
  const user = userEvent.setup();
  showSheet();

  await user.type(await field(), 'Asks for evidence.{Enter}not contains: sure');
  expect(await page.findByText('sha256 ab12')).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');

  await waitFor(() => expect(screen.getState().overlay).toBeNull());
  expect(server.asked).toEqual([
    'POST /v1/replies/r_1/cases {"asserts":["Asks for evidence.",{"type":"not-contains","value":"sure"}],"name":"Drop it?","note":"","keep_reply":false}',
  ]);
  expect(screen.getState().notice?.text).toBe('Saved as a test of The Skeptic.');
});

it('what was said about an answer before is there again, and what a line cannot say stays', async () => {
  const user = userEvent.setup();
  server.known = [line({ asserts: ['Is kind.', { type: 'contamination' }] })];
  showSheet();

  expect(await field()).toHaveProperty('value', 'Is kind.');
  await user.type(await field(), '{Enter}contains: why');
  await user.click(page.getByRole('button', { name: /^Save Ctrl/ }));

  await waitFor(() =>
    expect(server.asked).toEqual([
      'PATCH /v1/evals/cases/ec_1 {"asserts":["Is kind.",{"type":"contains","value":"why"},{"type":"contamination"}],"name":"Asks first"}',
    ]),
  );
});

it('Esc asks before it throws words away', async () => {
  const user = userEvent.setup();
  showSheet();
  await user.type(await field(), 'Is kind.');

  await user.keyboard('{Escape}');
  expect(screen.getState().overlay).toBe('assert');
  await user.click(page.getByRole('button', { name: 'Go on writing' }));
  expect(await field()).toHaveProperty('value', 'Is kind.');
  await user.keyboard('{Escape}');
  await user.click(page.getByRole('button', { name: 'Throw them away' }));

  expect(screen.getState().overlay).toBeNull();
  expect(library.getState().edits).toEqual({});
});

it('a request that cannot become a test says why, and the words stay', async () => {
  const user = userEvent.setup();
  server.refuses = { code: 'receipt_unfit', detail: 'a case holds only words' };
  showSheet();

  await user.type(await field(), 'Is kind.');
  await user.click(page.getByRole('button', { name: /^Save Ctrl/ }));

  expect((await page.findByRole('alert')).textContent).toContain('A case holds only words.');
  expect(await field()).toHaveProperty('value', 'Is kind.');
});

it('without tests the page says how to have one', async () => {
  server.cases = [];
  showPage();

  expect(await page.findByRole('heading', { name: 'Nothing is tested yet.' })).toBeTruthy();
  expect(page.queryByRole('region', { name: 'Run' })).toBeNull();
});

it('a run is followed while it goes on, and one that was cut off can go on', async () => {
  server.runs = [run({ status: 'running', planned: 4, finished: 1 })];
  const first = showPage();
  expect(await page.findByText('1 of 4 done')).toBeTruthy();
  expect(page.getByRole('progressbar')).toHaveProperty('value', 1);
  first.unmount();

  const error = { code: 'interrupted', message: 'the server went away', facts: {} };
  server.runs = [run({ status: 'interrupted', planned: 4, finished: 1, error })];
  showPage();

  expect(await page.findByText('The server went away.')).toBeTruthy();
  await userEvent.setup().click(page.getByRole('button', { name: 'Go on with it' }));
  await waitFor(() => expect(server.asked).toEqual(['POST /v1/evals/runs/er_1/resume ']));
});

it('what was not graded is itself and never a failure (D40)', async () => {
  server.cases = [line({ latest: { run_id: 'er_1', status: 'not_graded', score: null, ended_at: result.ended_at } })];
  server.runs = [run({ counts: { not_graded: 1 }, score: null })];
  const first = showPage();
  expect(await page.findByText('nothing could be judged', { selector: '.verdict' })).toBeTruthy();
  expect(page.getByRole('row', { name: /^1 none nothing could be judged/ })).toBeTruthy();
  expect(page.queryByText('does not hold')).toBeNull();
  first.unmount();

  showPage('ec_1');

  const holds = await page.findByRole('region', { name: 'What must hold' });
  await waitFor(() =>
    expect(within(holds).getAllByRole('listitem')[0]?.textContent).toContain('It counts neither for nor against.'),
  );
  expect(page.getByText('sleep', { selector: '.as-said mark' })).toBeTruthy();
});

it('a test that was changed since has no verdicts', async () => {
  const latest = { run_id: 'er_1', status: 'passed', score: 1, ended_at: result.ended_at } as const;
  server.cases = [line({ latest, updated_at: '2026-05-20T08:00:00Z' })];
  showPage('ec_1');

  expect(await page.findByText(/The test was changed after it was last run/)).toBeTruthy();
  const holds = page.getByRole('region', { name: 'What must hold' });
  expect(within(holds).getAllByText('never run')).toHaveLength(2);
});

it('archiving a test can be undone', async () => {
  const user = userEvent.setup();
  showPage('ec_1');
  await user.click(await page.findByRole('button', { name: 'Archive it' }));
  await waitFor(() => expect(screen.getState().notice?.text).toBe('“Asks first” is archived.'));

  screen.getState().notice?.undo?.();

  await waitFor(() => expect(screen.getState().notice?.text).toBe('“Asks first” is back.'));
  expect(server.asked).toEqual(['DELETE /v1/evals/cases/ec_1 ', 'POST /v1/evals/cases/ec_1/restore ']);
});

const improvement = (more: Partial<Improvement> = {}): Improvement => ({
  id: 'im_1',
  advisor_id: 'skeptic',
  advisor_version: 1,
  status: 'done',
  rounds: 3,
  tried: 1,
  best: 1,
  score_before: 0.5,
  score_after: 1,
  accepted_version: null,
  created_at: '2026-05-19T09:00:00Z',
  ended_at: '2026-05-19T09:01:00Z',
  model: 'stage:voice',
  judge_model: null,
  writer_model: null,
  case_ids: ['ec_1'],
  error: null,
  attempts: [],
  before: 'You doubt.',
  after: 'You doubt kindly.',
  pieces: [
    { op: 'same', text: 'You doubt' },
    { op: 'added', text: ' kindly' },
    { op: 'same', text: '.' },
  ],
  cases: [],
  ...more,
});

it('better words are taken over only when the person says so', async () => {
  const user = userEvent.setup();
  server.improvement = improvement();
  showPage();

  expect(await page.findByText('kindly', { selector: 'ins' })).toBeTruthy();
  expect(server.asked).toEqual([]);
  await user.click(page.getByRole('button', { name: 'Leave it as it is' }));
  expect(page.getByText('It stays as it is.')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Take these words' }));

  await waitFor(() => expect(server.asked).toEqual(['POST /v1/improvements/im_1/accept ']));
});

it('words that were tried on another version are not offered', async () => {
  server.improvement = improvement({ advisor_version: 0 });
  showPage();

  expect(await page.findByText(/was changed meanwhile/)).toBeTruthy();
  expect(page.queryByRole('button', { name: 'Take these words' })).toBeNull();
});
