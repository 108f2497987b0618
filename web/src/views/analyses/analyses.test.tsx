import { cleanup, screen as page, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAnalyses } from '../../commands/analyses';
import { i18n } from '../../locales/i18n';
import { type Analysis, analyses, type ModelCall, mergeAnalyses } from '../../model/analyses';
import { conversation } from '../../model/conversation';
import { inspect, screen } from '../../model/screen';
import { useScreen } from '../parts/store';
import { AnalysesView } from './AnalysesView';

const analysis = (id: string, more: Partial<Analysis> = {}): Analysis => ({
  id,
  conversation_id: 'c_1',
  kind: 'map',
  model: 'fake:m',
  status: 'done',
  first_position: 3,
  last_position: 3,
  created_at: `2026-11-15T08:00:0${id.at(-1)}Z`,
  ended_at: '2026-11-15T08:01:00Z',
  error: null,
  counts: {},
  usage: { calls: 2, unreported: 0, input_tokens: 1200, output_tokens: 300, cached_tokens: 0 },
  cost: 0.0021,
  ...more,
});

const BODY =
  '{"model":"m","messages":[{"role":"system","content":"Read it."},{"role":"user","content":"<b>Words</b>"}]}';
const call = (more: Partial<ModelCall> = {}): ModelCall => ({
  step: 'claims',
  provider: 'fake',
  model: 'm',
  url: 'http://x/v1',
  sha256: 'f'.repeat(64),
  sent_at: '2026-11-15T08:00:00Z',
  body: BODY,
  bytes: 109,
  outcome: 'complete',
  answer: '{"answer": []}',
  usage: { input_tokens: 600, output_tokens: 150, cached_tokens: 0 },
  cost: 0.001,
  erased: false,
  ...more,
});

let listed: Analysis[];
let calls: ModelCall[];
let older: Analysis[];
let asked: string[];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

async function answer(path: string): Promise<Response> {
  asked.push(path);
  const id = path.split('/').at(-1);
  if (path.includes('before=')) return json({ items: older, next: null });
  if (path.includes('/analyses/')) return json({ ...[...listed, ...older].find((each) => each.id === id), calls });
  return json({ items: listed, next: older.length > 0 ? (listed.at(-1)?.id ?? null) : null });
}

function Shown() {
  const subject = useScreen((state) => state.inspector);
  return subject?.kind === 'analyses' ? <AnalysesView analysisId={subject.analysisId} /> : null;
}

function show() {
  openAnalyses();
  render(
    <I18nextProvider i18n={i18n}>
      <Shown />
    </I18nextProvider>,
  );
}

beforeEach(() => {
  [listed, older, calls, asked] = [[], [], [call()], []];
  vi.stubGlobal('fetch', answer);
  conversation.setState({ id: 'c_1' });
});
afterEach(() => {
  cleanup();
  inspect(null);
  analyses.setState(analyses.getInitialState(), true);
  conversation.setState(conversation.getInitialState(), true);
  screen.setState({ notice: null });
  vi.unstubAllGlobals();
});

describe('analyses of a conversation', () => {
  it('says what would be here while there is nothing', async () => {
    show();

    expect(await page.findByText(/No model has read this conversation yet/)).toBeDefined();
  });

  it('R1: lists every kind with what it used, the newest open', async () => {
    listed = [analysis('an_2'), analysis('an_1', { kind: 'memory', first_position: 1, cost: null })];
    show();

    const [first, second] = await page.findAllByRole('listitem', {}, { timeout: 3000 });
    expect(first?.textContent).toContain('Map turn 3');
    expect(first?.textContent).toContain('fake:m, 2 requests, 1,500 tokens, $0.0021');
    expect(second?.textContent).toContain('Things to remember turns 1 to 3');
    const sheet = within(await page.findByRole('article', { name: 'Map, turn 3' }));
    expect(sheet.getByText('Tokens in').nextSibling?.textContent).toBe('1,200');
  });

  it('R1: opens a request with its fingerprint, its words, its exact bytes and the answer', async () => {
    const user = userEvent.setup();
    listed = [analysis('an_1')];
    show();

    const card = within(await page.findByRole('list', { name: 'Requests' }));
    expect(card.getByRole('button', { name: /Reading one answer/ }).textContent).toContain('Answered');
    expect(card.getByText('f'.repeat(64))).toBeDefined();
    expect(card.getByText('<b>Words</b>')).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Exact bytes' }));
    expect(card.getByRole('region', { name: 'The request' }).textContent).toBe(BODY);
    await user.click(card.getByRole('button', { name: 'Answer' }));
    expect(card.getByRole('region', { name: 'Answer' }).textContent).toBe('{"answer": []}');
  });

  it('says by name what a call came to', async () => {
    const failed = { code: 'analysis_budget', message: 'one look may take 10 tokens', facts: {} };
    listed = [analysis('an_1', { status: 'failed', error: failed })];
    calls = [
      call({ outcome: 'schema_refused', answer: null }),
      call({ outcome: 'answer_unreadable' }),
      call({ outcome: 'rate_limited', answer: null }),
      call({ outcome: null, answer: null, erased: true, body: null, bytes: null }),
    ];
    show();

    const outcomes = (await page.findAllByText(/./, { selector: '.outcome' })).map((each) => each.textContent);
    expect(outcomes).toEqual([
      'The server takes no form; asked again without',
      'Not in the form that was asked for',
      'Failed: rate_limited',
      'Cut off before an answer',
    ]);
    expect(page.getByText('One look may take 10 tokens.')).toBeDefined();
  });

  it('shows older ones on request, and one that is chosen', async () => {
    const user = userEvent.setup();
    listed = [analysis('an_3')];
    older = [analysis('an_1', { kind: 'memory' })];
    show();

    await user.click(await page.findByRole('button', { name: 'Show older ones' }));
    await user.click(await page.findByRole('button', { name: /Things to remember/ }));

    expect(await page.findByRole('article', { name: 'Things to remember, turn 3' })).toBeDefined();
    expect(asked.some((path) => path.includes('before=an_3'))).toBe(true);
    expect(page.queryByRole('button', { name: 'Show older ones' })).toBeNull();
  });

  it('offers to try again when the list cannot be read', async () => {
    const user = userEvent.setup();
    vi.stubGlobal('fetch', async () => json({ code: 'store', detail: 'away', facts: {} }, 503));
    show();
    const again = await page.findByRole('button', { name: 'Try again' });

    vi.stubGlobal('fetch', answer);
    await user.click(again);

    expect(await page.findByText(/No model has read this conversation yet/)).toBeDefined();
  });
});

it('keeps what older pages brought, each look once and as told last', () => {
  const known = [analysis('an_3', { status: 'running' }), analysis('an_1')];

  const merged = mergeAnalyses(known, [analysis('an_4'), analysis('an_3')]);

  expect(merged.map((each) => [each.id, each.status])).toEqual([
    ['an_4', 'done'],
    ['an_3', 'done'],
    ['an_1', 'done'],
  ]);
});
