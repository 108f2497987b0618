import { act, cleanup, fireEvent, screen as page, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { groupsOf, inbox, type Memory, type Scan } from '../../model/memory';
import { screen } from '../../model/screen';
import { workspace } from '../../model/workspace';
import { MemoryPage } from './MemoryPage';
import { WaitingMemories } from './WaitingMemories';

const memory = (id: string, more: Partial<Memory> = {}): Memory => ({
  id,
  kind: 'fact',
  text: `Text of ${id}.`,
  status: 'proposed',
  conversation_id: 'c_1',
  turn_id: 't_3',
  position: 3,
  quote: `words of ${id}`,
  replaces_id: null,
  analysis_id: 'an_1',
  created_at: '2026-11-15T08:00:00Z',
  decided_at: null,
  ...more,
});

const scan = (more: Partial<Scan> = {}): Scan => ({
  id: 'an_1',
  conversation_id: 'c_1',
  kind: 'memory',
  model: 'fake:m',
  status: 'done',
  first_position: 1,
  last_position: 3,
  created_at: '2026-11-15T08:00:00Z',
  ended_at: '2026-11-15T08:00:01Z',
  error: null,
  counts: { proposed: 2, dropped_quote: 1 },
  usage: {},
  cost: null,
  ...more,
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** A server that remembers. */
class Server {
  memories: Memory[] = [];
  scans: Scan[] = [];
  asked: string[] = [];
  fetch = async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body = init.body ? JSON.parse(String(init.body)) : {};
    if (method !== 'GET') this.asked.push(`${method} ${path} ${JSON.stringify(body)}`);
    const id = path.split('/').at(-1);
    if (path.endsWith('/memories/scan')) return json(this.scan(), 202);
    if (path.includes('/analyses?')) return json({ items: this.scans, next: null });
    if (path.includes('/v1/analyses/')) return json({ ...scan(), calls: [CALL] });
    if (method === 'PATCH') {
      this.memories = this.memories.map((each) => (each.id === id ? { ...each, ...body } : each));
      return json(this.memories.find((each) => each.id === id));
    }
    if (method === 'DELETE') {
      this.memories = this.memories.filter((each) => each.id !== id);
      return new Response(null, { status: 204 });
    }
    if (method === 'POST') this.memories.push(memory('m_new', { ...body, status: 'accepted', quote: '' }));
    const of = (status: string) => this.memories.filter((each) => each.status === status).length;
    const counts = {
      proposed: of('proposed'),
      accepted: of('accepted'),
      declined: of('declined'),
      retired: of('retired'),
    };
    return json({ items: this.memories, next: null, counts });
  };
  scan(): Scan {
    const begun = scan({ id: 'an_2', status: 'running', ended_at: null, counts: {} });
    this.scans = [begun, ...this.scans];
    return begun;
  }
}

const CALL = {
  step: 'scan',
  provider: 'fake',
  model: 'm',
  url: 'http://x/v1',
  sha256: 'f'.repeat(64),
  sent_at: '2026-11-15T08:00:00Z',
  body: '{"messages": "<b>exact</b>"}',
  bytes: 28,
  outcome: 'complete',
  answer: '[]',
  usage: null,
  cost: null,
  erased: false,
};

let server: Server;
const show = (view: React.ReactNode) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);
const row = (words: string) => page.getByText(words).closest('li') as HTMLElement;
const decisions = () => server.memories.map((each) => each.status);

beforeEach(() => {
  server = new Server();
  vi.stubGlobal('fetch', server.fetch);
  workspace.setState({ loaded: true, conversations: [] });
});
afterEach(() => {
  cleanup();
  screen.setState({ notice: null });
  inbox.setState(inbox.getInitialState(), true);
  vi.unstubAllGlobals();
});

describe('the memory inbox', () => {
  it('says what it is for while there is nothing', async () => {
    show(<MemoryPage id="c_1" />);

    expect(await page.findByText(/Nothing is remembered yet/)).toBeDefined();
    expect(await page.findByText(/This conversation was never read/)).toBeDefined();
  });

  it('groups by kind, with the quote and the way to its turn', async () => {
    server.memories = [memory('m_a', { kind: 'topic' }), memory('m_b'), memory('m_c', { text: '<img src=x>' })];
    show(<MemoryPage id="c_1" />);
    const waiting = within(await page.findByRole('region', { name: 'Waiting for your word' }));

    expect(waiting.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual(['Facts', 'Topics']);
    expect(within(row('Text of m_b.')).getByText('words of m_b').tagName).toBe('BLOCKQUOTE');
    const link = within(row('Text of m_b.')).getByRole('link', { name: 'turn 3' });
    expect(link.getAttribute('href')).toBe('/c/c_1/t/t_3');
    expect(page.getByText('<img src=x>')).toBeDefined();
  });

  it('accepts and declines by keys, moves on, and takes it back', async () => {
    const user = userEvent.setup();
    server.memories = [memory('m_a'), memory('m_b'), memory('m_c')];
    show(<MemoryPage id="c_1" />);
    await page.findByText('Text of m_a.');
    row('Text of m_a.').focus();
    await user.keyboard('a');
    await waitFor(() => expect(decisions()).toEqual(['accepted', 'proposed', 'proposed']));
    await waitFor(() => expect(document.activeElement).toBe(row('Text of m_b.')));
    await user.keyboard('{ArrowDown}d');
    await waitFor(() => expect(decisions()).toEqual(['accepted', 'proposed', 'declined']));

    act(() => screen.getState().notice?.undo?.());
    await waitFor(() => expect(decisions()).toEqual(['accepted', 'proposed', 'proposed']));
  });

  it('is accepted in other words', async () => {
    const user = userEvent.setup();
    server.memories = [memory('m_a')];
    show(<MemoryPage id="c_1" />);
    await page.findByText('Text of m_a.');
    row('Text of m_a.').focus();
    await user.keyboard('e');
    const field = page.getByRole('textbox', { name: 'What is remembered' });
    await user.clear(field);
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
    await user.type(field, 'adda{Enter}');

    await waitFor(() => expect(server.memories[0]).toMatchObject({ text: 'adda', status: 'accepted' }));
  });

  it('forgets only when asked twice, and writes down what is typed', async () => {
    const user = userEvent.setup();
    server.memories = [memory('m_a', { status: 'accepted' })];
    show(<MemoryPage id="c_1" />);
    await user.click(await page.findByRole('button', { name: 'Forget' }));
    expect(server.memories).toHaveLength(1);
    await user.click(page.getByRole('button', { name: 'Forget' }));
    await waitFor(() => expect(server.memories).toEqual([]));

    await user.selectOptions(page.getByRole('combobox', { name: 'Kind' }), 'person');
    await user.type(page.getByRole('textbox', { name: 'One sentence to remember' }), 'Eleni is my sister.{Enter}');
    await waitFor(() => expect(server.memories[0]).toMatchObject({ kind: 'person', text: 'Eleni is my sister.' }));
  });

  it('says of each thing that was dropped why', async () => {
    server.scans = [scan({ counts: { dropped_not_own_words: 2, dropped_length: 1, dropped_quote_length: 1 } })];
    show(<MemoryPage id="c_1" />);
    const words = await page.findByText(/2 dropped: not in your own words/);
    expect(words.textContent).toContain('1 dropped: empty or longer than a memory may be');
    expect(words.textContent).toContain('1 dropped: its quote is too short or too long');
    expect(words.textContent).not.toContain('not there');
  });

  it('shows the bytes of a scan, and repeats one that failed', async () => {
    const user = userEvent.setup();
    const error = { code: 'interrupted', message: 'this was cut off', facts: {} };
    server.scans = [scan({ id: 'an_f', status: 'failed', error, counts: {} }), scan()];
    show(<MemoryPage id="c_1" />);
    expect(await page.findByText(/2 proposed, 1 dropped: its quote is not there/)).toBeDefined();
    expect(page.getByText('This was cut off.')).toBeDefined();

    await user.click(page.getAllByRole('button', { name: 'What was sent' })[1] as HTMLElement);
    expect((await page.findByRole('region', { name: 'The request, byte for byte' })).textContent).toBe(CALL.body);
    await user.click(page.getByRole('button', { name: 'Read again' }));
    await waitFor(() => expect(server.asked).toEqual(['POST /v1/conversations/c_1/memories/scan {}']));
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Reading…' }).disabled).toBe(true);
  });

  it('hears when a scan has ended', async () => {
    server.scans = [scan({ status: 'running', ended_at: null, counts: {} })];
    show(<MemoryPage id="c_1" />);
    await page.findByRole('button', { name: 'Reading…' });
    server.scans = [scan()];
    server.memories = [memory('m_a')];

    expect(await page.findByText('Text of m_a.', {}, { timeout: 3000 })).toBeDefined();
  });
});

it('counts what waits, wherever that is said', async () => {
  server.memories = [memory('m_a'), memory('m_b', { status: 'accepted' })];
  show(
    <>
      <MemoryPage id="c_1" />
      <WaitingMemories />
    </>,
  );

  expect(await page.findByText('1 waits for your word')).toBeDefined();
});

it('leaves out kinds that do not occur', () => {
  const found = groupsOf(
    [memory('a', { kind: 'decision' }), memory('b'), memory('c', { status: 'retired' })],
    'proposed',
  );

  expect(found.map(([kind, group]) => [kind, group.length])).toEqual([
    ['fact', 1],
    ['decision', 1],
  ]);
});
