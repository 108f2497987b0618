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

it('what is typed while the last is being kept stays, and is kept next', async () => {
  let keepFirst: (done: boolean) => void = () => {};
  const keep = vi.fn(() => new Promise<boolean>((done) => (keepFirst = done)));
  render(<Saved label="Name" value="a" most={80} onSave={keep} />);
  const field = page.getByLabelText<HTMLInputElement>('Name');

  await userEvent.type(field, 'b{Enter}c');
  keepFirst(true);
  await new Promise((done) => setTimeout(done));
  expect(field.value).toBe('abc');
  await userEvent.type(field, '{Enter}');

  expect(keep.mock.calls).toEqual([['ab'], ['abc']]);
});
