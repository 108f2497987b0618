import { act, cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flipOverlay, openPalette, palette } from '../../commands/keys/palette';
import { i18n } from '../../locales/i18n';
import { screen } from '../../model/screen';
import { KeyListener } from './KeyListener';
import { Palette } from './Palette';

const sent = vi.fn();
let field: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"items": [], "next": null}', { status: 200 })));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  screen.setState({ mode: 'input', overlay: null });
  render(
    <>
      <KeyListener />
      <textarea aria-label="message" onKeyDown={(event) => event.key === 'Enter' && sent()} />
    </>,
  );
  field = page.getByLabelText('message');
  field.focus();
});

afterEach(() => {
  cleanup();
  sent.mockReset();
  vi.unstubAllGlobals();
});

/** Whether the browser would go on and write each key where the focus is. */
const type = (...keys: string[]) => keys.map((key) => fireEvent.keyDown(document.activeElement ?? field, { key }));

describe('keys pressed while a sheet is on its way', () => {
  it('stand in the palette when it is there, and not in the message', () => {
    openPalette();
    expect(type('e', 'x', 'q', 'Backspace', 'p')).toEqual([false, false, false, false, false]);
    render(
      <I18nextProvider i18n={i18n}>
        <Palette />
      </I18nextProvider>,
    );
    const words = page.getByRole<HTMLInputElement>('combobox');
    expect(words.value).toBe('exp');

    act(() => field.focus());
    act(() => void type('o'));
    expect(words.value).toBe('expo');
    act(() => words.focus());
    expect(type('r')).toEqual([true]);
    expect(palette.getState().early).toBe('');
  });

  it('go nowhere when it is the help, and Enter sends nothing', () => {
    flipOverlay('help');
    expect(type('h', 'Enter')).toEqual([false, false]);
    expect(sent).not.toHaveBeenCalled();
    expect(screen.getState().overlay).toBe('help');
  });

  it('give it up by Esc, and then write again', () => {
    openPalette();
    type('e', 'Escape');
    expect(screen.getState().overlay).toBeNull();
    expect(type('x')).toEqual([true]);
    openPalette();
    expect(palette.getState().early).toBe('');
  });
});
