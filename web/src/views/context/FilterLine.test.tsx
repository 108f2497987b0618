import { act, cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { conversation } from '../../model/conversation';
import { type Mode, screen, setMode } from '../../model/screen';
import { on } from '../../model/signals';
import { FilterLine } from './FilterLine';

// The real editor needs a browser that lays text out; this one is left in the same two ways.
vi.mock('./FilterEditor', () => ({
  FilterEditor: ({ line, onLeave }: { line: string; onLeave: (typed: string | null) => void }) => (
    <input
      aria-label="line"
      defaultValue={line}
      ref={(field) => field?.focus()}
      onKeyDown={(event) => event.key === 'Enter' && onLeave(null)}
      onBlur={(event) => onLeave(event.target.value)}
    />
  ),
}));

let stop: () => void;

beforeEach(() => {
  conversation.setState({ id: 'c_1' });
  render(
    <I18nextProvider i18n={i18n}>
      <FilterLine />
      <textarea aria-label="message" onFocus={() => setMode('input')} />
    </I18nextProvider>,
  );
  stop = on('focusComposer', () => page.getByLabelText('message').focus());
});

afterEach(() => {
  stop();
  cleanup();
  conversation.setState({ id: null });
});

async function carryOut(mode: Mode, clicks: number): Promise<void> {
  act(() => setMode(mode));
  fireEvent.click(page.getByRole('button', { name: /filter/i }), { detail: clicks });
  const line = await page.findByLabelText('line');
  expect(screen.getState().mode).toBe('command');
  fireEvent.change(line, { target: { value: 'r1 :export md' } });
  fireEvent.keyDown(line, { key: 'Enter' });
}

describe('after a command in the filter line', () => {
  it('the caret is back in the message, whatever mode it was clicked in', async () => {
    for (const mode of ['input', 'view'] as const) {
      await carryOut(mode, 1);
      expect(screen.getState().mode).toBe('input');
      expect(document.activeElement).toBe(page.getByLabelText('message'));
    }
  });

  it('whoever came from VIEW by key is in VIEW again', async () => {
    await carryOut('view', 0);
    expect(screen.getState().mode).toBe('view');
  });

  it('the line is as it was before: what was carried out does not wait there to be carried out again', async () => {
    await carryOut('input', 1);
    fireEvent.click(page.getByRole('button', { name: /filter/i }), { detail: 1 });
    expect(await page.findByLabelText<HTMLInputElement>('line')).toHaveProperty('value', '');
  });
});
