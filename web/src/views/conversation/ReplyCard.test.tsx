import { act, cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { hear, makeDelta, makeTurn, makeVoice, showTurns } from '../../model/fixtures';
import { screen } from '../../model/screen';
import type { Reply } from '../../protocol/events';
import { ReplyGrid } from './ReplyGrid';

// Every card draws its voice's monogram once per drawing, so counting those counts drawings of cards.
const drawn = vi.hoisted(() => new Map<string, number>());
vi.mock('../parts/Monogram', () => ({
  Monogram: ({ name }: { name: string }) => {
    drawn.set(name, (drawn.get(name) ?? 0) + 1);
    return null;
  },
}));

function showGrid(replies: Reply[]): void {
  showTurns([makeTurn(replies)]);
  render(
    <I18nextProvider i18n={i18n}>
      <ReplyGrid turnId="t_1" position={35} askedAt={Date.now()} />
    </I18nextProvider>,
  );
}

const text = () => document.body.textContent ?? '';
const open = { completed: false, text: '', metrics: null } as const;

beforeEach(() => {
  screen.setState({ turnId: null, advisorId: null, inspector: null });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('drawing', () => {
  it('a delta redraws the card of its own voice and no other (P12, P47, M2, M9)', () => {
    showGrid([
      makeVoice('Ledger', { ...open, state: 'streaming' }),
      makeVoice('Keel', { ...open, state: 'streaming' }),
    ]);
    drawn.clear();

    for (let word = 0; word < 20; word++) act(() => hear(makeDelta('r_keel', word * 5, 'word ')));

    expect(text()).toContain('word word word');
    expect(drawn.get('Keel')).toBe(20);
    expect(drawn.get('Ledger')).toBeUndefined();
  });
});

describe('the states of a reply', () => {
  it('waiting and sending are words, with the usual start when it is known (P14, W12, D12)', () => {
    showTurns([]);
    const known = makeVoice('Keel', { metrics: { first_token_seconds: 8 } });
    showTurns([
      makeTurn([known], { id: 't_0' }),
      makeTurn([makeVoice('Ledger', { ...open, state: 'waiting' }), makeVoice('Keel', { ...open, state: 'sending' })], {
        position: 2,
      }),
    ]);
    render(
      <I18nextProvider i18n={i18n}>
        <ReplyGrid turnId="t_1" position={2} askedAt={Date.now()} />
      </I18nextProvider>,
    );

    expect(page.getAllByText('waiting')).toHaveLength(2);
    expect(text()).toContain('It is about to be sent.');
    expect(text()).toContain('Sent. It usually starts after 8 s.');
    expect(text()).toContain('Two waiting.');
  });

  it('an error shows its class, the words of the provider, and that the others are well (W24, W70)', () => {
    const error = {
      code: 'auth',
      message: 'openai: the key was not accepted (HTTP 401)',
      facts: { provider: 'openai', provider_message: '<img src=x onerror=alert(1)>' },
    };
    showGrid([makeVoice('Counsel', { state: 'error', text: '', error }), makeVoice('Ledger'), makeVoice('Keel')]);

    fireEvent.click(page.getByRole('button', { name: 'Counsel did not answer.' }));
    expect(page.getByRole('tooltip').textContent).toContain('auth');
    expect(text()).toContain('Counsel did not answer. The key was not accepted (HTTP 401).');
    expect(text()).toContain('The provider says: “<img src=x onerror=alert(1)>”.');
    expect(document.querySelector('img')).toBeNull();
    expect(text()).toContain('The other two are not affected.');
    expect(page.getByRole('button', { name: /^Ask again e$/ })).toBeDefined();
    expect(page.getByRole('button', { name: 'Use another model' })).toBeDefined();
  });

  it('a voice asked to wait says until when, and so does its button', () => {
    const at = new Date(Date.now() + 3_600_000);
    const facts = { retry_at: at.toISOString() };
    showGrid([
      makeVoice('Counsel', { state: 'rate_limited', text: '', error: { code: 'rate_limited', message: 'x', facts } }),
    ]);
    const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit' }).format(at);

    expect(text()).toContain(`Asked to wait until ${time}`);
    expect(page.getByRole('button', { name: new RegExp(`Ask again at ${time}`) })).toBeDefined();
  });

  it.each([
    ['stopped', 'Three people can', 'You stopped it.'],
    ['stopped', '', 'before a word came'],
    ['incomplete', 'Reception staff', 'Not sent on unless you keep it'],
    ['interrupted', 'Let it go', 'Broke off: the server stopped while it spoke.'],
    ['empty', '', 'Answered with no words.'],
    ['filtered', '', 'Held back by the provider.'],
  ] as const)('%s with the words %j is explained', (state, words, sentence) => {
    showGrid([makeVoice('Keel', { state, text: words })]);

    expect(text()).toContain(sentence);
    expect(page.getByRole('button', { name: /Ask again/ })).toBeDefined();
  });

  it('complete says what was sent, what came back and how long it took (W20)', () => {
    const metrics = { input_tokens: 9412, output_tokens: 214, total_seconds: 11.8 };
    showGrid([makeVoice('Ledger', { metrics })]);

    expect(page.getByRole('button', { name: 'Sent 9,412' }).title).toBe('214 back');
    expect(text()).toContain('11.8 s');
  });

  it('an answer cut at its length says so, to be kept or asked for again', () => {
    showGrid([makeVoice('Ledger', { finish_reason: 'length', metrics: { total_seconds: 2 } as never })]);

    expect(page.getByText('cut at the limit')).toBeDefined();
    expect(text()).toContain('the end is missing');
    expect(page.getByRole('button', { name: 'Keep' })).toBeDefined();
    expect(page.getByRole('button', { name: /^Ask again/ })).toBeDefined();
  });

  it('what was sent is one press away', () => {
    showGrid([makeVoice('Ledger')]);

    act(() => page.getByRole('button', { name: 'What was sent' }).click());

    expect(screen.getState().inspector).toEqual({ kind: 'reply', turnId: 't_1', replyId: 'r_ledger' });
  });

  it('a scripted answer says that it is a rehearsal', () => {
    showGrid([makeVoice('Ledger', { model: 'scripted:rehearsal' })]);

    expect(text()).toContain('rehearsal');
  });

  it('edited words stand in place of the advisor’s, and say so (D27, P45)', () => {
    showGrid([makeVoice('Ledger', { edited: 'Do not sign.' })]);

    expect(text()).toContain('Do not sign.');
    expect(text()).not.toContain('first quarter');
    expect(text()).toContain('edited by you');
  });
});

describe('variants', () => {
  const first = makeVoice('Ledger');
  const second = makeVoice('Ledger', { id: 'r_2', variant: 1, chosen: false, text: 'On reflection: no.' });

  it('show the chosen one first and the others on request', () => {
    showGrid([first, second]);
    expect(text()).toContain('first answer of 2');
    expect(text()).toContain('first quarter');

    act(() => page.getByRole('button', { name: 'Next answer' }).click());

    expect(text()).toContain('On reflection: no.');
    expect(text()).toContain('not the one sent on');
    expect(page.getByRole('button', { name: 'Use this answer' })).toBeDefined();
  });

  it('a voice asked again keeps its place in the grid', () => {
    const failed = makeVoice('Counsel', { state: 'error', text: '', chosen: false });
    const again = makeVoice('Counsel', { id: 'r_again', variant: 1, text: 'Now I can answer.' });
    showGrid([failed, makeVoice('Ledger'), again]);

    expect(page.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Counsel',
      'Ledger',
    ]);
  });
});
