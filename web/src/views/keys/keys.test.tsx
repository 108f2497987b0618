import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recentChoices, rememberChoice } from '../../commands/keys/palette';
import { i18n } from '../../locales/i18n';
import { prefer, preferences } from '../../model/preferences';
import { screen } from '../../model/screen';
import { score } from '../parts/score';
import { KeyEditor } from './KeyEditor';
import { KeyTable } from './KeyTable';

beforeEach(() => {
  prefer({ keys: {}, modeKeys: true });
  screen.setState({ mode: 'view', overlay: 'keys' });
});
afterEach(cleanup);

const draw = (view: ReactNode) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);
const chosen = () => preferences.getState().keys;
const change = (title: string) => userEvent.click(page.getByLabelText(`Change the key of: ${title}`));

// Two hundred buttons take a while where nothing is drawn for real.
describe('the key editor', { timeout: 20_000 }, () => {
  it('gives a command the key that is pressed next, and gives it back', async () => {
    draw(<KeyEditor />);
    await change('Keep the turn, or keep it no longer');
    fireEvent.keyDown(page.getByLabelText(/New key for: Keep/), { key: 'q', code: 'KeyQ' });

    expect(chosen()).toEqual({ pin: ['q'] });
    await userEvent.click(page.getByLabelText('Reset the key of: Keep the turn, or keep it no longer'));
    expect(chosen()).toEqual({});
  });

  it('asks before it takes a key from another command', async () => {
    draw(<KeyEditor />);
    await change('Keep the turn, or keep it no longer');
    fireEvent.keyDown(page.getByLabelText(/New key for: Keep/), { key: 'j', code: 'KeyJ' });

    expect(page.getByRole('alert').textContent).toContain('already means: Scroll down.');
    expect(chosen()).toEqual({});
    await userEvent.click(page.getByText('Use it here'));
    expect(chosen()).toEqual({ pin: ['j'], scrollDown: ['ArrowDown'] });
  });

  it('warns of a key that browsers keep', async () => {
    draw(<KeyEditor />);
    await change('Keep the turn, or keep it no longer');
    const recorder = page.getByLabelText(/New key for: Keep/);
    fireEvent.keyDown(recorder, { key: 'w', code: 'KeyW', ctrlKey: true });

    expect(page.getByRole('alert').textContent).toContain('Browsers keep Ctrl W for themselves');
  });

  it('is left by Esc while it waits, without a change', async () => {
    draw(<KeyEditor />);
    await change('Keep the turn, or keep it no longer');
    fireEvent.keyDown(page.getByLabelText(/New key for: Keep/), { key: 'Escape' });

    expect(chosen()).toEqual({});
    expect(screen.getState().overlay).toBe('keys');
  });
});

describe('the table of keys', () => {
  it('shows the keys as they are now', () => {
    prefer({ keys: { pin: ['Alt+P'] } });
    draw(<KeyTable />);

    expect(
      page.getByText('Keep the turn, or keep it no longer').closest('div')?.querySelector('kbd')?.textContent,
    ).toBe('Alt P');
  });

  it('leaves single letters out when they are switched off', () => {
    prefer({ modeKeys: false });
    draw(<KeyTable />);

    expect(page.queryByText('Keep the turn, or keep it no longer')).toBeNull();
    expect(page.getByText('Scroll down').closest('div')?.querySelector('kbd')?.textContent).toBe('↓');
  });

  it('finds a command by its words', async () => {
    draw(<KeyTable />);
    await userEvent.type(page.getByLabelText('Find a key'), 'stars three');

    expect([...document.querySelectorAll('dt')].map((each) => each.textContent)).toEqual(['Three starsVIEW']);
  });
});

describe('the palette', () => {
  it('wants every word, and puts first what begins with them', () => {
    expect(score('open help', ['Open help'])).toBe(1);
    expect(score('help', ['Open help'])).toBe(0.8);
    expect(score('help open', ['Open help'])).toBe(0.6);
    expect(score('elp', ['Open help'])).toBe(0.4);
    expect(score('help me', ['Open help'])).toBe(0);
  });

  it('remembers what was chosen, the newest first and once', () => {
    for (const each of ['command:help', 'command:keys', 'command:help']) rememberChoice(each);
    expect(recentChoices().slice(0, 2)).toEqual(['command:help', 'command:keys']);
  });
});
