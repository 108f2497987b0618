import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchBox } from '../search/SearchBox';
import { leaveOnEscape } from '../tools/leaveOnEscape';

afterEach(cleanup);

it('Esc of an input method empties no search', () => {
  const change = vi.fn();
  render(<SearchBox words="にほ" onChange={change} input={createRef()} />);

  fireEvent.keyDown(page.getByRole('searchbox'), { key: 'Escape', isComposing: true });
  expect(change).not.toHaveBeenCalled();

  fireEvent.keyDown(page.getByRole('searchbox'), { key: 'Escape' });
  expect(change).toHaveBeenCalledWith('');
});

it('Esc of an input method leaves no form', () => {
  const leave = vi.fn();
  render(<input aria-label="Words" onKeyDown={leaveOnEscape(leave)} />);

  fireEvent.keyDown(page.getByLabelText('Words'), { key: 'Escape', isComposing: true });
  expect(leave).not.toHaveBeenCalled();

  fireEvent.keyDown(page.getByLabelText('Words'), { key: 'Escape' });
  expect(leave).toHaveBeenCalledOnce();
});
