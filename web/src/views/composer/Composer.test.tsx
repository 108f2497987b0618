import { act, cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDraft } from '../../commands/preview';
import { draftAgain } from '../../commands/send';
import { i18n } from '../../locales/i18n';
import { closeConversation, conversation, openConversation, receiveFrames } from '../../model/conversation';
import { changeDraft, draftOf, drafts, EMPTY } from '../../model/draft';
import { preferences } from '../../model/preferences';
import { preview } from '../../model/preview';
import { screen } from '../../model/screen';
import { underway } from '../../model/underway';
import { workspace } from '../../model/workspace';
import type { ConversationView, Turn } from '../../protocol/events';
import { Composer } from './Composer';

const ADVISORS = ['Ledger', 'Keel'].map((name, at) => ({
  id: name.toLowerCase(),
  name,
  colour: ['lapis', 'umber'][at],
}));

const REMINDERS = [
  { kind: 'instruction', id: 'i_1', name: 'Be brief' },
  { kind: 'instruction', id: 'i_2', name: 'No jargon' },
  { kind: 'todo', id: '1', name: 'Ask for quotes' },
];

/** What the server would answer, and everything it was asked. */
let asked: { path: string; body: Record<string, unknown> }[];
let answers: Record<string, () => Response>;
let unwatch: () => void;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const sent = () => asked.filter((each) => each.path.endsWith('/turns'));
const field = () => page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
const openAlong = async () => userEvent.click(await page.findByRole('button', { name: /^Goes along: / }));
const sendButton = () => page.getByRole<HTMLButtonElement>('button', { name: 'Send' });

function previewAnswer(change: Record<string, unknown> = {}) {
  const advisors = ADVISORS.map(({ id, name }) => ({
    advisor_id: id,
    name,
    provider: 'openai',
    problem: null,
    tools: [],
    tool_tokens: 0,
    items: [{ kind: 'reference', tokens: 412 }],
    request_tokens: 22,
    tokens: 600,
    messages: null,
    cost: { cold: 0.2, warm: 0.1, output: 0.11, cached_tokens: 0 },
    ...change,
  }));
  return { at: 'now', choice: {}, seq: 1, shown: [], last_position: 0, reminders: REMINDERS, cost: {}, advisors };
}

function turn(change: Partial<Turn> = {}): Turn {
  const whole = { id: 't_1', conversation_id: 'c_1', position: 1, text: 'Why?', replies: [], all_completed: true };
  const marks = { parts: [], created_at: '2026-01-01T00:00:00Z', stars: 0, colour_flag: null, pinned: false };
  return { ...whole, ...marks, importance: null, topic: null, tags: [], marks: {}, ...change } as Turn;
}

function open(turns: Turn[] = []): void {
  openConversation('c_1');
  const view = { conversation_id: 'c_1', seq: 1, title: '', has_older: false, dividers: [], kept_until: null, turns };
  receiveFrames([{ event: 'snapshot', data: view as ConversationView }]);
}

beforeEach(() => {
  asked = [];
  answers = {
    '/preview': () => json(previewAnswer()),
    '/turns': () => json({ turn: turn(), seq: 2, replayed: false }, 202),
    '/conversations?limit=50': () => json({ items: [], next: null }),
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, body: init.body ? JSON.parse(String(init.body)) : {} });
    const answer = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
    return answer?.() ?? json({ code: 'not_found', detail: 'not found' }, 404);
  });
  drafts.setState({}, true);
  preview.setState({ conversationId: null, latest: null, madeFor: null, pending: false, problem: null });
  preferences.setState({ welcomed: true });
  workspace.setState({
    ceiling: 0,
    advisors: ADVISORS as never,
    panels: [
      {
        id: 'p',
        name: 'Contract table',
        advisor_ids: ['ledger', 'keel'],
        default: true,
        early_turns: 3,
        phases: [],
        rounds: { count: 2, ceiling: null, until_quiet: false },
        thinking: null,
      },
    ],
    conversations: [{ id: 'c_1', panel_id: 'p' } as never],
  });
  open();
  unwatch = watchDraft();
  render(
    <I18nextProvider i18n={i18n}>
      <Composer />
    </I18nextProvider>,
  );
});

afterEach(() => {
  cleanup();
  unwatch();
  closeConversation();
  vi.unstubAllGlobals();
});

describe('keys in the message', () => {
  it('Enter sends once and the field is empty and ready for the next (W17, W21)', async () => {
    await userEvent.type(field(), 'Do I sign?{Enter}');

    await waitFor(() => expect(field().value).toBe(''));
    expect(sent().map((each) => each.body.text)).toEqual(['Do I sign?']);
    expect(document.activeElement).toBe(field());
    expect(screen.getState().mode).toBe('input');
  });

  it('Shift+Enter begins a new line, Ctrl+Enter sends', async () => {
    await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}two');
    expect(field().value).toBe('one\ntwo');
    expect(sent()).toHaveLength(0);

    await userEvent.type(field(), '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it('the Enter of an input method never sends', async () => {
    await userEvent.type(field(), 'にほ');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    await new Promise((done) => setTimeout(done, 50));

    expect(sent()).toHaveLength(0);
    expect(field().value).toBe('にほ');
  });

  it('@ offers the panel; the chosen one is asked alone until that is undone', async () => {
    await userEvent.type(field(), '@ke');
    expect(page.getAllByRole('option').map((each) => each.textContent)).toEqual(['KeKeel']);

    await userEvent.type(field(), '{Enter}');
    expect(field().value).toBe('@Keel ');
    expect(sent()).toHaveLength(0);
    expect(draftOf('c_1').advisorIds).toEqual(['keel']);

    await userEvent.click(page.getByRole('button', { name: 'Ask both' }));
    expect(draftOf('c_1').advisorIds).toBeNull();
  });
});

describe('sending', () => {
  it('a double click sends once (XC04)', async () => {
    await userEvent.type(field(), 'Do I sign?');
    await userEvent.dblClick(sendButton());

    await waitFor(() => expect(field().value).toBe(''));
    expect(sent()).toHaveLength(1);
  });

  it('a refused message stays in the field and the reason is said', async () => {
    answers['/turns'] = () => json({ code: 'turn_in_flight', detail: 'busy' }, 409);
    await userEvent.type(field(), 'Do I sign?{Enter}');

    await waitFor(() => expect(screen.getState().notice?.text).toBe('The last question is still being answered.'));
    expect(field().value).toBe('Do I sign?');
    expect(draftOf('c_1').text).toBe('Do I sign?');
  });

  it('what is typed after Enter is the next message, however long the first one takes', async () => {
    let accept: () => void = () => undefined;
    const slow = new Promise<Response>((done) => {
      accept = () => done(json({ turn: turn(), seq: 2, replayed: false }, 202));
    });
    answers['/turns'] = () => slow as never;
    await userEvent.type(field(), 'Do I sign?{Enter}ab');
    expect(field().value).toBe('ab');

    await waitFor(() => expect(sent().map((each) => each.body.text)).toEqual(['Do I sign?']));
    await userEvent.type(field(), 'c{Enter}');
    expect(field().value).toBe('abc');
    accept();
    await waitFor(() => expect(screen.getState().turnId).toBe('t_1'));
    expect(field().value).toBe('abc');
    expect(sent()).toHaveLength(1);
  });

  it('a refused message stands above what was written meanwhile, and the caret stays where it was', async () => {
    let refuse: () => void = () => undefined;
    const slow = new Promise<Response>((done) => {
      refuse = () => done(json({ code: 'turn_in_flight', detail: 'busy' }, 409));
    });
    answers['/turns'] = () => slow as never;
    await userEvent.type(field(), 'Do I sign?{Enter}and so{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    refuse();

    await waitFor(() => expect(field().value).toBe('Do I sign?\nand so'));
    expect(field().selectionEnd).toBe('Do I sign?\nand '.length);
  });

  it('over the ceiling it asks first, then sends anyway', async () => {
    workspace.setState({ ceiling: 0.5 });
    await userEvent.type(field(), 'Do I sign?{Enter}');

    expect(await page.findByText('At most $0.62 for two. Your ceiling is $0.50.')).toBeTruthy();
    expect(sent()).toHaveLength(0);

    await userEvent.click(page.getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(page.queryByText(/Your ceiling/)).toBeNull();
  });

  it('under another filter it asks first as well, and goes once however often it is clicked', async () => {
    const reply = { id: 'r_1', advisor_id: 'ledger', state: 'streaming', completed: false, epoch: 1, text: '' };
    act(() => open([turn({ replies: [reply as never], all_completed: false })]));
    underway.setState({ turnId: 't_1', draft: { ...EMPTY, text: 'Do I sign?' } });
    workspace.setState({ ceiling: 0.5 });
    act(() => changeDraft('c_1', { filter: 's>=1' }));
    const stops = () => asked.filter((each) => each.path.endsWith('/stop'));

    await userEvent.click(page.getByRole('button', { name: 'Stop, and ask again with the new one' }));
    expect(await page.findByText(/Your ceiling is/)).toBeTruthy();
    expect(page.queryByRole('button', { name: 'Change panel' })).toBeNull();
    expect(stops()).toHaveLength(0);

    answers['/stop'] = () => json({}, 202);
    await userEvent.click(page.getByRole('button', { name: 'Send anyway' }));
    await userEvent.click(page.getByRole('button', { name: 'Stop, and ask again with the new one' }));
    expect(stops()).toHaveLength(1);
    act(() => closeConversation());
  });

  it('the question goes when the message changes', async () => {
    workspace.setState({ ceiling: 0.5 });
    await userEvent.type(field(), 'Do I sign?{Enter}');
    await page.findByText(/Your ceiling/);
    await userEvent.type(field(), ' Now?');

    expect(page.queryByText(/Your ceiling/)).toBeNull();
  });

  it('a message too large for one voice can go without it (W73, D30)', async () => {
    const large = previewAnswer();
    const problem = { code: 'user_prompt_too_large', message: '', facts: { tokens: 9120, limit: 8000 } };
    large.advisors[1] = { ...large.advisors[1], problem } as never;
    answers['/preview'] = () => json(large);
    await userEvent.type(field(), 'A long one{Enter}');
    expect(await page.findByText('Your message alone is larger than Keel can take.')).toBeTruthy();

    answers['/preview'] = () => json({ ...large, advisors: large.advisors.slice(0, 1) });
    await userEvent.click(page.getByRole('button', { name: 'Send without Keel' }));
    await waitFor(() => expect(sent().map((each) => each.body.advisor_ids)).toEqual([['ledger']]));
  });

  it('while somebody answers, writing goes on and Send waits (W18, W67, D23)', async () => {
    act(() => open([turn({ all_completed: false })]));
    await userEvent.type(field(), 'And then?{Enter}');

    expect(field().value).toBe('And then?');
    expect(sent()).toHaveLength(0);
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Speaking…' }).disabled).toBe(true);
    expect(page.getByRole('button', { name: /Stop all/ })).toBeTruthy();
  });
});

describe('around the message', () => {
  it('beside Send stands how long the message is, counted a moment after the last key (W72)', async () => {
    await waitFor(() => expect(preview.getState().latest).not.toBeNull());
    const counted = () => asked.filter((each) => each.path.endsWith('/preview') && each.body.text !== '');
    answers['/preview'] = () => json(previewAnswer({ request_tokens: 900 + String(asked.at(-1)?.body.text).length }));
    vi.useFakeTimers();
    try {
      for (const text of ['Do', 'Do I', 'Do I sign?']) {
        fireEvent.change(field(), { target: { value: text } });
        await act(() => vi.advanceTimersByTimeAsync(100));
      }
      expect(counted()).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(100));

      expect(counted().map((each) => each.body.text)).toEqual(['Do I sign?']);
      expect(sendButton().parentElement?.textContent).toContain('~910 tokens');
    } finally {
      vi.useRealTimers();
    }
  });

  it('what goes along can be left out of this send, and says so in words', async () => {
    await openAlong();
    const chip = await page.findByRole('button', { name: /What the others said/ });
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    expect(chip.textContent).toContain('412');

    await userEvent.click(chip);
    expect(page.getByRole('button', { name: 'What the others said 412 off for this send' }).className).toContain(
      'offed',
    );
    expect(page.getByRole('button', { name: 'Goes along: your instructions, to do' })).toBeTruthy();
    await userEvent.type(field(), 'Well?{Enter}');
    await waitFor(() => expect(sent()[0]?.body.choice).toEqual({ off: ['reference'] }));
  });

  it('a single thing behind a chip can be left out of this send', async () => {
    await openAlong();
    await userEvent.click(await page.findByRole('button', { name: 'Your instructions 2 sent along' }));
    await userEvent.click(await page.findByRole('checkbox', { name: 'No jargon' }));
    expect(page.getByRole('button', { name: 'Your instructions 1 of 2 sent along' })).toBeTruthy();

    await userEvent.type(field(), 'Well?{Enter}');

    await waitFor(() => expect(sent()[0]?.body.choice).toEqual({ omit: ['/instruction:i_2'] }));
    expect(draftOf('c_1').omit).toEqual([]);
  });

  it('a whole reminder can be left out of this send', async () => {
    await openAlong();
    await userEvent.click(await page.findByRole('button', { name: 'Todo 1 sent along' }));
    await userEvent.click(await page.findByRole('checkbox', { name: 'Not this time' }));

    expect(page.getByRole('button', { name: 'Todo 1 off for this send' }).className).toContain('offed');
    expect(draftOf('c_1').off).toEqual(['todo']);
  });

  it('what one advisor alone does without can be brought back to it', async () => {
    act(() => changeDraft('c_1', { omit: ['keel/instruction:i_1'] }));
    await userEvent.click(await page.findByRole('button', { name: 'Your instructions 2 sent along' }));

    await userEvent.click(await page.findByRole('button', { name: 'not to Keel; bring it back' }));

    expect(draftOf('c_1').omit).toEqual([]);
  });

  it('Esc gives a question up that was to be asked again, and what was written before is back (W71)', async () => {
    act(() => open([turn({ position: 12 })]));
    await userEvent.type(field(), 'half a thought');
    act(() => draftAgain({ ...turn({ position: 12 }), id: 't_1', text: 'Why?' }));
    expect(field().value).toBe('Why?');
    expect(page.getByText('In place of turn 12.')).toBeTruthy();

    await userEvent.type(field(), '{Escape}');
    expect(field().value).toBe('half a thought');
    expect(draftOf('c_1').replaces).toBeNull();
  });

  it('a preview that is refused says why, a filter error does not', async () => {
    answers['/preview'] = () => json({ code: 'no_advisors', detail: 'nobody is asked' }, 422);
    await userEvent.type(field(), 'x');
    expect(await page.findByText('Nobody is asked.')).toBeTruthy();

    answers['/preview'] = () => json({ code: 'filter_invalid', detail: 'column 2' }, 422);
    await userEvent.type(field(), 'y');
    await waitFor(() => expect(preview.getState().problem?.code).toBe('filter_invalid'));
    await waitFor(() => expect(page.queryByText(/Column 2/)).toBeNull());
  });

  it('the hint stands there until it is dismissed, once', async () => {
    preferences.setState({ welcomed: false });
    act(() => open([turn()]));
    expect(page.getByText(/Each card says what was sent/)).toBeTruthy();

    await userEvent.click(page.getByRole('button', { name: 'Dismiss' }));
    expect(page.queryByText(/Each card says what was sent/)).toBeNull();
    expect(preferences.getState().welcomed).toBe(true);
  });

  it('files that go along can be sent without words, and are taken out one by one', async () => {
    const file = { id: 'd_1', name: 'notes.txt', kind: 'inline', bytes: 2048, isImage: false } as const;
    act(() => changeDraft('c_1', { attachments: [file, { ...file, id: 'd_2', name: 'other.txt' }] }));

    await userEvent.click(page.getByRole('button', { name: 'Take other.txt out of the message' }));
    await userEvent.click(sendButton());

    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body.attachments).toEqual(['d_1']);
    expect(draftOf('c_1').attachments).toEqual([]);
  });

  it('every conversation keeps its own draft', async () => {
    await userEvent.type(field(), 'here');
    act(() => changeDraft('c_2', { text: 'there' }));
    act(() => conversation.setState({ id: 'c_2' }));

    expect(field().value).toBe('there');
  });
});
