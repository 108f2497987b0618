import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dropEdit } from '../../model/library';
import { useFields } from './useEdit';

interface Panel {
  readonly name: string;
  readonly seats: readonly string[];
}

const SAVED: Panel = { name: 'Contract table', seats: ['ledger'] };

afterEach(() => {
  cleanup();
  dropEdit('panel:p');
});

const open = (saved: Panel) => renderHook((now: Panel) => useFields<Panel>('panel:p', now), { initialProps: saved });

it('what nobody changed here follows what is saved elsewhere', () => {
  const { result, rerender } = open(SAVED);
  act(() => result.current.change({ name: 'Round table' }));

  rerender({ ...SAVED, seats: ['ledger', 'keel'] });

  expect(result.current.edit).toEqual({ name: 'Round table', seats: ['ledger', 'keel'] });
  expect(result.current.changed).toBe(true);
});

it('what was put back as it is saved is no edit any more', () => {
  const { result } = open(SAVED);

  act(() => result.current.change({ seats: ['ledger', 'keel'] }));
  act(() => result.current.change({ seats: ['ledger'] }));

  expect([result.current.edit, result.current.changed]).toEqual([SAVED, false]);
});
