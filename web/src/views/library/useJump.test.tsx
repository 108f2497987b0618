import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeConversation, openConversation, receiveFrames, receiveOutline } from '../../model/conversation';
import { rowOf } from '../../model/outline';
import { preview } from '../../model/preview';
import { go } from '../../model/route';
import { screen, setMode } from '../../model/screen';
import { on } from '../../model/signals';
import type { ConversationView, Turn } from '../../protocol/events';
import { useJump } from './useJump';

function Jumper() {
  useJump();
  return null;
}

const turn = (id: string, position: number) =>
  ({
    id,
    position,
    origin: 'person',
    surface: null,
    conversation_id: 'c_1',
    text: id,
    created_at: '2026-11-15T08:00:00Z',
    replies: [],
    all_completed: true,
    stars: 0,
    colour_flag: null,
    pinned: false,
    tags: [],
    marks: {},
    wordings: [],
    parts: [],
    topic: null,
    importance: null,
    worth: null,
  }) as Turn;

function arrive(turns: Turn[], has_older = false): void {
  const data = {
    conversation_id: 'c_1',
    seq: 1,
    title: '',
    has_older,
    dividers: [],
    kept_until: null,
    turns,
  } as ConversationView;
  receiveFrames([{ event: 'snapshot', data }]);
}

describe('an address that names a turn', () => {
  let shown: string[];
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    stop = on('showTurn', ({ turnId }) => shown.push(turnId));
    screen.setState({ turnId: null, notice: null });
    setMode('input');
  });
  afterEach(() => {
    cleanup();
    stop();
    closeConversation();
    preview.setState({ latest: null });
    vi.useRealTimers();
  });
  const wait = () => act(() => vi.advanceTimersByTime(50));

  it('shows and focuses it once the conversation is there, and not before', () => {
    openConversation('c_1');
    go({ page: 'conversation', id: 'c_1', turnId: 't_2' });
    render(<Jumper />);
    wait();
    expect(shown).toEqual([]);

    act(() => arrive([turn('t_1', 1), turn('t_2', 2)]));
    wait();
    expect(shown).toEqual(['t_2']);
    expect(screen.getState()).toMatchObject({ turnId: 't_2', mode: 'input' });
  });

  it('does so again when it is asked for again, and not when something else changes', () => {
    openConversation('c_1');
    arrive([turn('t_1', 1), turn('t_2', 2)]);
    go({ page: 'conversation', id: 'c_1', turnId: 't_1' });
    render(<Jumper />);
    wait();
    act(() => arrive([turn('t_1', 1), turn('t_2', 2), turn('t_3', 3)]));
    wait();
    expect(shown).toEqual(['t_1']);

    act(() => go({ page: 'conversation', id: 'c_1', turnId: 't_1' }));
    wait();
    expect(shown).toEqual(['t_1', 't_1']);
  });

  it('waits for the outline before it says that a turn is gone', () => {
    openConversation('c_1');
    go({ page: 'conversation', id: 'c_1', turnId: 't_1' });
    render(<Jumper />);
    act(() => arrive([turn('t_2', 2)], true));
    wait();
    expect(screen.getState().notice).toBeNull();

    act(() => receiveOutline('c_1', [rowOf(turn('t_1', 1)), rowOf(turn('t_2', 2))]));
    wait();
    expect(shown).toEqual(['t_1']);
  });

  it('says so when the turn is gone', () => {
    openConversation('c_1');
    arrive([turn('t_1', 1)]);
    go({ page: 'conversation', id: 'c_1', turnId: 't_9' });
    render(<Jumper />);
    wait();

    expect(shown).toEqual([]);
    expect(screen.getState().notice?.text).toMatch(/not here any more/);
  });

  it('says so when the filter hides the turn', () => {
    preview.setState({ latest: { shown: [[2, 2]], last_position: 2 } as never });
    openConversation('c_1');
    arrive([turn('t_1', 1), turn('t_2', 2)]);
    go({ page: 'conversation', id: 'c_1', turnId: 't_1' });
    render(<Jumper />);
    wait();

    expect(screen.getState().notice?.text).toMatch(/filter hides turn 1/);
  });
});
