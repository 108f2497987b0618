import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { makeReply } from '../../model/fixtures';
import { library } from '../../model/library';
import { tools } from '../../model/tools';
import type { Reply, ToolUse } from '../../protocol/events';
import { ToolPassages } from './ToolPassages';

const USE: ToolUse = {
  id: 'call_1',
  round: 0,
  at: 5,
  server: 'notes',
  tool: 'add_note',
  name: 'notes__add_note',
  arguments: '{"text": "milk"}',
  status: 'success',
  epoch: 1,
  result: '<img src="https://evil.example/x.png"> [a](https://evil.example) **bold**',
  told: '',
  allowed: null,
  approval_id: null,
  expires_at: null,
  seconds: 1.5,
  pictures: [],
};

function show(use: Partial<ToolUse>, reply: Partial<Reply> = {}): void {
  const shown = makeReply({ text: 'Look.\n\nDone.', tools: [{ ...USE, ...use }], ...reply });
  render(
    <I18nextProvider i18n={i18n}>
      <ToolPassages reply={shown} />
    </I18nextProvider>,
  );
}

const card = () => page.getByRole('group');
const head = () => page.getAllByRole('button')[0] as HTMLElement;

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  library.setState({ edits: {} });
  tools.setState({ servers: [] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a tool in an answer', () => {
  it('is one line between the words: which tool, with what, how it went, how long it took (M18, M19)', () => {
    show({});

    expect(document.body.textContent).toBe('Look.notes/add_notetext: milkdone 1.5 sDone.');
    expect(head().getAttribute('aria-expanded')).toBe('false');
  });

  it('shows its result letter by letter: nothing in it becomes an element', () => {
    show({});
    fireEvent.click(head());

    expect(card().textContent).toContain(USE.result);
    expect(card().querySelector('img, a, strong')).toBeNull();
  });

  it('looks the same while the answer comes and when it has ended (X-02)', () => {
    show({}, { state: 'streaming', completed: false });
    const streaming = card().outerHTML;
    cleanup();
    show({});

    expect(card().outerHTML.replace(/id="[^"]*"/g, '')).toBe(streaming.replace(/id="[^"]*"/g, ''));
  });

  it('tells what the person changed, and what the advisor was told', () => {
    show({ allowed: '{"text":"tea"}', told: '[changed]\n\nnoted' });
    fireEvent.click(head());

    expect(card().querySelector('del')?.textContent).toContain('milk');
    expect(card().querySelector('ins')?.textContent).toContain('tea');
    expect(card().textContent).toContain('What the advisor was told[changed]');
  });

  it.each([
    [{ status: 'rejected', result: 'Not now.', told: '[no]' }, 'Your reasonNot now.'],
    [{ status: 'rejected', result: '', told: '[no]' }, 'You gave no reason.'],
    [{ status: 'rejected', result: 'expired', told: '[late]' }, 'Nobody decided in time.'],
    [{ status: 'rejected', result: 'the reply ended first', told: '' }, 'The answer ended first.'],
    [{ status: 'error', result: 'the pen is empty' }, 'Whythe pen is empty'],
  ] as const)('says why nothing came of it: %o', (use, words) => {
    show(use);
    fireEvent.click(head());

    expect(card().textContent).toContain(words);
  });
});

describe('a tool that asks', () => {
  const asking = { status: 'asking', approval_id: 'q_1', result: '', seconds: null } as const;
  const open = { state: 'streaming', completed: false } as const;

  it('shows all it would be called with, and four answers', () => {
    show(asking, open);

    expect(card().querySelector('pre')?.textContent).toBe('{\n  "text": "milk"\n}');
    for (const deed of ['Allow once', 'Always for this tool', 'Change…', 'Reject…'])
      expect(page.getByRole('button', { name: `${deed}: notes/add_note` })).toBeDefined();
  });

  it('asks nobody any more once the reply has ended', () => {
    show(asking);

    expect(page.queryByRole('button', { name: /^Allow once/ })).toBeNull();
  });

  it('does not let arguments through that are no object, and forgets them on Esc', () => {
    show(asking, open);
    fireEvent.click(page.getByRole('button', { name: /^Change/ }));
    const field = page.getByRole('textbox');
    fireEvent.change(field, { target: { value: '[1]' } });

    expect(page.getByRole('alert').textContent).toContain('must be an object');
    expect((page.getByRole('button', { name: 'Allow with these' }) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(page.getByRole('button', { name: /^Allow once/ })).toBeDefined();
  });
});
