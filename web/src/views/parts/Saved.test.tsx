import { cleanup, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Saved } from './Saved';

afterEach(cleanup);

it('what was typed is kept when the field goes away, once', async () => {
  const keep = vi.fn(() => new Promise<boolean>(() => {}));
  const { unmount } = render(<Saved label="Name" value="Be brief" most={80} onSave={keep} />);

  await userEvent.type(page.getByLabelText('Name'), ', please');
  unmount();
  expect(keep.mock.calls).toEqual([['Be brief, please']]);

  const left = render(<Saved label="Name" value="Be brief" most={80} onSave={keep} />);
  await userEvent.type(page.getByLabelText('Name'), '!');
  await userEvent.tab();
  left.unmount();
  expect(keep.mock.calls.slice(1)).toEqual([['Be brief!']]);
});

it('what was taken back or never changed is not kept', async () => {
  const keep = vi.fn(async (_value: string) => true);
  const { unmount } = render(<Saved label="Name" value="Be brief" most={80} onSave={keep} />);

  await userEvent.type(page.getByLabelText('Name'), '!{Escape}');
  unmount();

  expect(keep).not.toHaveBeenCalled();
});
