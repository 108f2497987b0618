import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Broken } from './Broken';

function Fails(): never {
  throw new Error('Failed to fetch dynamically imported module');
}

it('says what failed and offers a way back instead of a blank page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);

  const { container } = render(
    <Broken>
      <Fails />
    </Broken>,
  );

  expect(container.textContent).toContain('This part of the page could not be shown.');
  expect(container.textContent).toContain('Failed to fetch dynamically imported module');
  expect(container.querySelector('button')?.textContent).toBe('Load the page again');
});
