import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeDraft } from '../../model/draft';
import { hear, makeSettled, makeTurn, makeVoice, showTurns } from '../../model/fixtures';
import { prefer } from '../../model/preferences';
import { screen } from '../../model/screen';
import { on, type Signals } from '../../model/signals';
import { useLongReplies } from './useLongReplies';

const keel = makeVoice('Keel', { state: 'streaming', completed: false });
let wished: Signals['showTurn'][] = [];
let stop = () => {};

/** A window of 500 px with the answers of the turn in it. */
function drawGrid(height: number): HTMLElement {
  const scroller = document.createElement('section');
  const turn = scroller.appendChild(document.createElement('article'));
  turn.dataset.turn = 't_1';
  const grid = turn.appendChild(document.createElement('div'));
  grid.className = 'replies';
  Object.defineProperty(grid, 'offsetHeight', { value: height });
  Object.defineProperty(scroller, 'clientHeight', { value: 500 });
  return scroller;
}

function finish(height: number): void {
  renderHook(() => useLongReplies({ current: drawGrid(height) }));
  act(() => hear(makeSettled(keel, 2)));
}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  showTurns([makeTurn([makeVoice('Ledger'), keel])]);
  screen.setState({ mode: 'input', overlay: null, opened: {} });
  changeDraft('c_1', { text: '' });
  prefer({ longReplies: 'scroll' });
  wished = [];
  stop = on('showTurn', (wish) => wished.push(wish));
});
afterEach(() => {
  cleanup();
  stop();
  vi.unstubAllGlobals();
});

describe('answers taller than the window (W23, D39)', () => {
  it('are shown from the first voice on once the last has ended; the caret stays', () => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.focus();
    finish(900);

    expect(screen.getState().mode).toBe('input');
    expect(document.activeElement).toBe(field);
    field.remove();
    expect(wished).toEqual([{ turnId: 't_1', advisorId: 'ledger', align: 'start' }]);
  });

  it('change nothing when they fit', () => {
    finish(400);

    expect(screen.getState().mode).toBe('input');
    expect(wished).toEqual([]);
  });

  it('change nothing while somebody writes', () => {
    changeDraft('c_1', { text: 'And if' });
    finish(900);

    expect(wished).toEqual([]);
  });

  it('change nothing for who is not in INPUT', () => {
    screen.setState({ mode: 'command' });
    finish(900);

    expect(screen.getState().mode).toBe('command');
    expect(wished).toEqual([]);
  });

  it('change nothing for who prefers to stay (W23)', () => {
    prefer({ longReplies: 'stay' });
    finish(900);

    expect(wished).toEqual([]);
  });

  it('wait for the last voice', () => {
    const ledger = makeVoice('Ledger', { state: 'streaming', completed: false });
    showTurns([makeTurn([ledger, keel])]);
    renderHook(() => useLongReplies({ current: drawGrid(900) }));
    act(() => hear(makeSettled(ledger, 2)));

    expect(wished).toEqual([]);
  });
});
