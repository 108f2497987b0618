import { beforeEach, expect, it } from 'vitest';
import { makeTurn, makeVoice, showTurns } from '../model/fixtures';
import { screen } from '../model/screen';
import { flipInspector } from './inspecting';

const speaking = makeVoice('Keel', { state: 'streaming', completed: false });

beforeEach(() => screen.setState({ inspector: null, advisorId: null }));

it('while voices speak the inspector shows what the focused one, or the first, was sent', () => {
  showTurns([makeTurn([makeVoice('Ledger'), speaking])]);
  flipInspector();
  expect(screen.getState().inspector).toEqual({ kind: 'reply', turnId: 't_1', replyId: 'r_ledger' });

  flipInspector();
  screen.setState({ advisorId: 'keel' });
  flipInspector();
  expect(screen.getState().inspector).toEqual({ kind: 'reply', turnId: 't_1', replyId: 'r_keel' });
});

it('otherwise it shows what would be sent next', () => {
  showTurns([makeTurn([makeVoice('Ledger')])]);
  flipInspector();

  expect(screen.getState().inspector).toEqual({ kind: 'draft', advisorId: null });
});
