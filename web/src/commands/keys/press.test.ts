import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openConversation, receiveFrames } from '../../model/conversation';
import { prefer } from '../../model/preferences';
import { preview } from '../../model/preview';
import { go } from '../../model/route';
import { focusOn, leaveCommand, screen, setMode } from '../../model/screen';
import { on, type Signals } from '../../model/signals';
import type { Reply, Turn } from '../../protocol/events';
import { press } from './press';

const heard: [string, unknown][] = [];
const stops: (() => void)[] = [];
const hear = (name: keyof Signals) => stops.push(on(name, (payload) => heard.push([name, payload])));

function reply(advisorId: string, state: Reply['state'], more: Partial<Reply> = {}): Reply {
  const completed = !['waiting', 'sending', 'streaming'].includes(state);
  return {
    id: `r_${advisorId}`,
    advisor_id: advisorId,
    advisor_version: 1,
    name: advisorId,
    colour: 'lapis',
    model: 'scripted:plain',
    state,
    completed,
    chosen: true,
    text: 'Words.',
    thinking: '',
    epoch: 1,
    variant: 1,
    edited: null,
    error: null,
    changes: null,
    finish_reason: null,
    metrics: null,
    importance: null,
    worth: null,
    tools: [],
    pictures: [],
    ...more,
  };
}

function turn(position: number, replies: Reply[]): Turn {
  return {
    id: `t_${position}`,
    origin: 'person',
    surface: null,
    conversation_id: 'c_1',
    position,
    text: `Question ${position}`,
    created_at: '2026-11-15T09:00:00Z',
    replies,
    all_completed: replies.every((each) => each.completed),
    stars: 0,
    colour_flag: null,
    pinned: false,
    importance: null,
    worth: null,
    topic: null,
    tags: [],
    parts: [],
    marks: {},
    wordings: [],
  };
}

function show(...turns: Turn[]): void {
  openConversation('c_1');
  receiveFrames([
    {
      event: 'snapshot',
      data: { conversation_id: 'c_1', title: '', seq: 1, turns, has_older: false, dividers: [], kept_until: null },
    },
  ]);
}

function type(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...more });
  target.dispatchEvent(event);
  return event;
}

function addField(html: 'textarea' | 'button'): HTMLElement {
  const element = document.createElement(html);
  document.body.append(element);
  element.focus();
  return element;
}

const asked = vi.fn<(address: string, body: unknown) => void>();

beforeEach(() => {
  window.addEventListener('keydown', press);
  go({ page: 'conversation', id: 'c_1', turnId: null });
  show(turn(1, [reply('keel', 'complete')]), turn(2, [reply('keel', 'complete'), reply('ledger', 'error')]));
  screen.setState({ mode: 'view', turnId: null, advisorId: null, overlay: null, opened: {}, drawer: false });
  screen.setState({ inspector: null, notice: null });
  prefer({ keys: {}, modeKeys: true });
  for (const name of ['focusComposer', 'focusFilter', 'showTurn', 'scrollBy', 'focusSearch'] as const) hear(name);
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked(address, JSON.parse(String(init.body ?? 'null')));
    return Promise.resolve(new Response('{}', { status: 200 }));
  });
});

afterEach(() => {
  window.removeEventListener('keydown', press);
  for (const stop of stops.splice(0)) stop();
  heard.length = 0;
  asked.mockReset();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the way through the modes (W77)', () => {
  it('goes from VIEW to INPUT by Enter, back by Esc, on to COMMAND by Esc', () => {
    type('Enter');
    expect(screen.getState().mode).toBe('input');
    expect(heard).toEqual([['focusComposer', undefined]]);

    const field = addField('textarea');
    type('Escape', {}, field);
    expect(screen.getState().mode).toBe('view');
    expect(document.activeElement).not.toBe(field);

    type('Escape');
    expect(screen.getState().mode).toBe('command');
    expect(heard.at(-1)).toEqual(['focusFilter', undefined]);

    type('Escape');
    expect(screen.getState().mode).toBe('view');
  });

  it('leads out of COMMAND to INPUT when VIEW was only passed by, and to VIEW when something was done there', () => {
    for (const [deed, after] of [
      [null, 'input'],
      ['j', 'view'],
      [':', 'view'],
    ] as const) {
      screen.setState({ mode: 'input' });
      type('Escape');
      if (deed) type(deed);
      if (deed !== ':') type('Escape');
      expect(screen.getState().mode).toBe('command');
      expect(leaveCommand(), `after ${deed}`).toBe(after);
    }
  });

  it('is direct by Ctrl+I, Ctrl+D and Ctrl+V', () => {
    type('i', { ctrlKey: true });
    expect(screen.getState().mode).toBe('input');
    type('d', { ctrlKey: true });
    expect(screen.getState().mode).toBe('command');
    type('v', { ctrlKey: true });
    expect(screen.getState().mode).toBe('view');
  });

  it('leaves Ctrl+V to a field, which pastes', () => {
    setMode('input');
    const event = type('v', { ctrlKey: true }, addField('textarea'));

    expect(event.defaultPrevented).toBe(false);
    expect(screen.getState().mode).toBe('input');
  });

  it('is not taken by Ctrl+V and letters from who writes: they go into the box', () => {
    setMode('input');
    for (const [key, ctrlKey] of [
      ['v', true],
      ['x', false],
      ['?', false],
      ['/', false],
    ] as const) {
      expect(type(key, { ctrlKey }, addField('button')).defaultPrevented).toBe(false);
    }

    expect(heard).toEqual(Array.from({ length: 4 }, () => ['focusComposer', undefined]));
    expect(screen.getState()).toMatchObject({ mode: 'input', overlay: null });
    expect(asked).not.toHaveBeenCalled();
  });

  it('leaves another field before it changes the mode', () => {
    const field = addField('textarea');
    type('Escape', {}, field);

    expect(screen.getState().mode).toBe('view');
    expect(document.activeElement).not.toBe(field);
  });

  it('closes the drawer first', () => {
    screen.setState({ drawer: true });
    type('Escape');

    expect(screen.getState()).toMatchObject({ drawer: false, mode: 'view' });
  });
});

describe('what is not ours', () => {
  it('are letters typed into a field', () => {
    expect(type('j', {}, addField('textarea')).defaultPrevented).toBe(false);
    expect(heard).toEqual([]);
  });

  it('are Enter and Space on a button', () => {
    const button = addField('button');
    expect(type('Enter', {}, button).defaultPrevented).toBe(false);
    expect(type(' ', {}, button).defaultPrevented).toBe(false);
    expect(screen.getState().mode).toBe('view');
    type('j', {}, button);
    expect(heard).toEqual([['scrollBy', { lines: 3 }]]);
  });

  it('are keys an input method composes with', () => {
    type('Enter', { isComposing: true });
    expect(screen.getState().mode).toBe('view');
  });

  it('are keys somebody has taken already', () => {
    const field = addField('button');
    field.addEventListener('keydown', (event) => event.preventDefault());
    type('j', {}, field);
    expect(heard).toEqual([]);
  });

  it('are all but the one that opened it while something lies over the page', () => {
    screen.setState({ overlay: 'help' });
    type('j');
    type('k', { ctrlKey: true });
    expect(screen.getState().overlay).toBe('help');
    type('F1');
    expect(screen.getState().overlay).toBeNull();
  });

  it.each(['rounds', 'assert', 'approvals'] as const)('are letters meant for %s, before it can be seen', (overlay) => {
    screen.setState({ overlay });
    type('j');
    expect(heard).toEqual([]);
    expect(screen.getState().overlay).toBe(overlay);
  });

  it('are letters typed into a field of what a letter opened', () => {
    screen.setState({ overlay: 'assert' });
    expect(type('A', { shiftKey: true }, addField('textarea')).defaultPrevented).toBe(false);
    expect(screen.getState().overlay).toBe('assert');
  });

  it('are VIEW keys on another page', () => {
    go({ page: 'settings' });
    type('j');
    expect(heard).toEqual([]);
    type('k', { ctrlKey: true });
    expect(screen.getState().overlay).toBe('palette');
  });

  it('are single letters when the person switched them off; they are written', () => {
    prefer({ modeKeys: false });
    expect(type('j').defaultPrevented).toBe(false);
    expect(type('*').defaultPrevented).toBe(false);
    expect(heard.splice(0)).toEqual(Array.from({ length: 2 }, () => ['focusComposer', undefined]));
    type('ArrowDown');
    type('Enter');
    expect(heard).toEqual([
      ['scrollBy', { lines: 3 }],
      ['focusComposer', undefined],
    ]);
  });

  it('are Ctrl+C with something selected, and with nobody answering (D23)', () => {
    setMode('input');
    const field = addField('textarea') as HTMLTextAreaElement;
    expect(type('c', { ctrlKey: true }, field).defaultPrevented).toBe(false);

    show(turn(1, [reply('keel', 'streaming')]));
    field.value = 'some words';
    field.setSelectionRange(0, 4);
    expect(type('c', { ctrlKey: true }, field).defaultPrevented).toBe(false);

    field.setSelectionRange(2, 2);
    expect(type('c', { ctrlKey: true }, field).defaultPrevented).toBe(true);
    expect(asked.mock.calls.map(([address]) => address)).toEqual(['/v1/turns/t_1/stop']);
  });
});

describe('keys on turns', () => {
  it('work on a Cyrillic layout by their places', () => {
    type('о', { code: 'KeyJ' });
    expect(heard).toEqual([['scrollBy', { lines: 3 }]]);
  });

  it('go from turn to turn and from voice to voice', () => {
    focusOn('t_1');
    type('J', { shiftKey: true });
    expect(heard.at(-1)).toEqual(['showTurn', { turnId: 't_2', align: 'start' }]);
    focusOn('t_2');
    type(']');
    expect(heard.at(-1)).toEqual(['showTurn', { turnId: 't_2', advisorId: 'keel', align: 'auto' }]);
    focusOn('t_2', 'keel');
    type('l');
    expect(heard.at(-1)).toEqual(['showTurn', { turnId: 't_2', advisorId: 'ledger', align: 'auto' }]);
    type('u');
    expect(heard.at(-1)).toEqual(['showTurn', { turnId: 't_1', align: 'start' }]);
  });

  it('delete an error turn by d and by w, and nothing else (D28, W27)', () => {
    focusOn('t_2', 'keel');
    type('d');
    expect(asked).not.toHaveBeenCalled();
    expect(screen.getState().notice).not.toBeNull();

    focusOn('t_2', 'ledger');
    type('d');
    expect(asked).toHaveBeenLastCalledWith('/v1/conversations/c_1/turns/remove', { turn_ids: ['t_2'] });

    type('w');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('delete nothing while somebody still answers', () => {
    show(turn(1, [reply('keel', 'streaming'), reply('ledger', 'error')]));
    focusOn('t_1', 'ledger');
    type('d');
    expect(asked).not.toHaveBeenCalled();
  });

  it('set, clear and cycle stars', () => {
    focusOn('t_1');
    type('2');
    expect(asked).toHaveBeenLastCalledWith('/v1/conversations/c_1/marks', { turn_ids: ['t_1'], stars: 2 });
    type(' ');
    expect(asked).toHaveBeenLastCalledWith('/v1/conversations/c_1/marks', { turn_ids: ['t_1'], stars: 0 });
    type('*', { shiftKey: true });
    expect(asked).toHaveBeenLastCalledWith('/v1/conversations/c_1/marks', { turn_ids: ['t_1'], stars: 1 });
  });

  it('act on the newest turn when none is focused, and focus it', () => {
    type('2');
    expect(asked).toHaveBeenLastCalledWith('/v1/conversations/c_1/marks', { turn_ids: ['t_2'], stars: 2 });
    expect(screen.getState().turnId).toBe('t_2');
  });

  it('act on no other turn when the filter hides the focused one', () => {
    focusOn('t_2');
    const hidden = { advisors: [{ advisor_id: 'keel', spans: [{ first: 1, last: 1, why: 'fits' }] }] };
    preview.setState({ conversationId: 'c_1', latest: { ...hidden, shown: [[1, 1]], last_position: 2 } as never });
    type('2');
    expect(asked).not.toHaveBeenCalled();
    type('K', { shiftKey: true });
    expect(heard.at(-1)).toEqual(['showTurn', { turnId: 't_1', align: 'start' }]);
    preview.setState({ latest: null });
  });

  it('leave a turn out for the focused voice', () => {
    focusOn('t_2', 'keel');
    type('x');
    expect(asked).toHaveBeenLastCalledWith('/v1/conversations/c_1/marks', {
      turn_ids: ['t_2'],
      contexts: { keel: 'out' },
    });
  });

  it('copy the piece of code whose number follows', () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const text = 'Two:\n```js\none\n```\nand\n~~~\ntwo\n~~~\n';
    show(turn(1, [reply('keel', 'complete', { text })]));
    focusOn('t_1', 'keel');
    type('c');
    expect(writeText).not.toHaveBeenCalled();
    type('2');
    expect(writeText).toHaveBeenCalledWith('two');
    expect(asked).not.toHaveBeenCalled();
    type('2');
    expect(asked).toHaveBeenCalledOnce();
  });

  it('do nothing while they are held down, unless holding them makes sense', () => {
    focusOn('t_1');
    type('2', { repeat: true });
    expect(asked).not.toHaveBeenCalled();
    type('j', { repeat: true });
    expect(heard).toEqual([['scrollBy', { lines: 3 }]]);
  });
});
