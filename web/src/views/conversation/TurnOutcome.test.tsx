import { act, cleanup, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { conversation } from '../../model/conversation';
import { changeDraft } from '../../model/draft';
import { makeTurn, makeVoice, showTurns } from '../../model/fixtures';
import { maps, type RoomMap } from '../../model/map';
import type { Reply } from '../../protocol/events';
import { TurnOutcome } from './TurnOutcome';

function show(replies: Reply[]): void {
  showTurns([makeTurn(replies)]);
  render(
    <I18nextProvider i18n={i18n}>
      <TurnOutcome turnId="t_1" />
    </I18nextProvider>,
  );
}

const text = () => document.body.textContent ?? '';
const failed = makeVoice('Counsel', { state: 'error', text: '', error: { code: 'auth', message: 'no', facts: {} } });

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  maps.setState({ turnId: null, map: null });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says who answered and who did not, and lets those be asked again', () => {
  show([failed, makeVoice('Ledger'), makeVoice('Keel')]);

  expect(text()).toContain('Two answered, one did not.');
  expect(page.getByRole('button', { name: 'Ask the failed ones again' })).toBeDefined();
});

it('says nothing while somebody speaks', () => {
  show([makeVoice('Ledger'), makeVoice('Keel', { completed: false, state: 'streaming', metrics: null })]);

  expect(text()).toBe('');
});

it('with one answer there is nothing to compare', () => {
  show([failed, makeVoice('Ledger')]);

  expect(text()).toContain('One answered, one did not.');
  expect(page.queryByRole('button', { name: 'Draw the map' })).toBeNull();
});

it('its filled button gives way to Send as soon as something is written', () => {
  show([makeVoice('Ledger'), makeVoice('Keel')]);
  const button = page.getByRole('button', { name: 'Draw the map' });
  expect(button.className).toContain('primary');

  act(() => changeDraft(conversation.getState().id, { text: 'And' }));

  expect(button.className).not.toContain('primary');
  act(() => changeDraft(conversation.getState().id, { text: '' }));
});

it('once a map was drawn it says where they stand on what they differ about most', () => {
  show([makeVoice('Ledger'), makeVoice('Keel'), makeVoice('Gadfly')]);
  const stance = { disputed: false, start: 0, end: 4, quote: 'Sign', reply_id: 'r' };
  const map = {
    turn_id: 't_1',
    drawn_id: 'a_1',
    ungrouped: 0,
    voices: ['ledger', 'keel', 'gadfly'].map((id) => ({ advisor_id: id, heard: 'read' })),
    claims: [
      {
        number: 1,
        label: 'contradict',
        text: 'Sign by Friday.',
        stances: [
          { ...stance, advisor_id: 'ledger', stand: 'agrees' },
          { ...stance, advisor_id: 'keel', stand: 'agrees' },
          { ...stance, advisor_id: 'gadfly', stand: 'contradicts' },
        ],
      },
    ],
  } as unknown as RoomMap;

  act(() => maps.setState({ turnId: 't_1', map }));

  expect(text()).toContain('On “Sign by Friday”: split, 2 to 1');
  expect(page.getByRole('button', { name: 'Open the map' })).toBeDefined();
});
