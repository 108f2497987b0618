import { act, cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { closeConversation, setConnection } from '../../model/conversation';
import { makeTurn, makeVoice, showTurns } from '../../model/fixtures';
import { prefer, preferences } from '../../model/preferences';
import { route } from '../../model/route';
import { notify, screen, setMode } from '../../model/screen';
import { StatusLine } from './StatusLine';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away'))));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('what is said about a server that is away ends with the reconnect, and promises nothing for it', () => {
  showTurns([makeTurn([makeVoice('Keel', { state: 'streaming', completed: false })])]);
  setConnection('lost');
  render(
    <I18nextProvider i18n={i18n}>
      <StatusLine />
    </I18nextProvider>,
  );
  expect(page.getByRole('status').textContent).toBe('Reconnecting. Nothing is lost; one voice had not finished.');
  act(() => notify('The server cannot be reached.', { tone: 'caution', offline: true }));

  act(() => setConnection('live'));

  expect(screen.getState().notice).toBeNull();
  expect(page.queryByText(/cannot be reached/)).toBeNull();
});

it('a server that is away is told where no conversation is open, too', () => {
  closeConversation();
  setConnection('lost');
  render(
    <I18nextProvider i18n={i18n}>
      <StatusLine />
    </I18nextProvider>,
  );

  expect(page.getByRole('status').textContent).toBe('Reconnecting. Nothing is lost.');
});

it('the first time in VIEW it is said that letters act, and who does not like that switches them off there', () => {
  showTurns([makeTurn([makeVoice('Keel')])]);
  setConnection('live');
  prefer({ viewKnown: false, modeKeys: true });
  route.setState({ now: { page: 'conversation', id: 'c_1', turnId: null } });
  act(() => setMode('view'));
  render(
    <I18nextProvider i18n={i18n}>
      <StatusLine />
    </I18nextProvider>,
  );
  expect(page.getByRole('status').textContent).toContain('Letters are keys now');

  fireEvent.click(page.getByRole('button', { name: 'Not for me' }));

  expect(preferences.getState()).toMatchObject({ viewKnown: true, modeKeys: false });
  expect(screen.getState().mode).toBe('input');
  expect(page.queryByText(/Letters are keys now/)).toBeNull();
  prefer({ modeKeys: true });
});
