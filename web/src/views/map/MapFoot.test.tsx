import { cleanup, screen as page, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { i18n } from '../../locales/i18n';
import type { RoomMap } from '../../model/map';
import type { Synthesis } from '../../model/synthesis';
import { HeldNote } from './HeldNote';
import { MapFoot } from './MapFoot';
import { ReaderNote } from './ReaderNote';

const analysis = { id: 'a_1', model: 'stage:reader', created_at: '2026-11-15T08:00:00Z', cost: null };

const makeMap = (drawnId: string) =>
  ({
    turn_id: 't_1',
    analysis,
    drawn_id: drawnId,
    dropped: {},
    status: 'done',
    is_stale: false,
    grouped_by: 'words',
    check: null,
    is_rehearsal: false,
    sides_read: true,
  }) as unknown as RoomMap;

const makeSynthesis = (writtenId: string) =>
  ({
    analysis,
    written_id: writtenId,
    check: null,
    is_held: false,
    is_rehearsal: false,
    paragraphs: [{ sentences: [{ text: 'Sign.', own: false, support: null }] }],
  }) as unknown as Synthesis;

afterEach(cleanup);

function open(made: string) {
  render(
    <I18nextProvider i18n={i18n}>
      <ReaderNote map={makeMap(made)} />
      <MapFoot map={makeMap(made)} />
      <HeldNote synthesis={makeSynthesis(made)} />
    </I18nextProvider>,
  );
}

it('says which model made what is shown, and offers to test it', () => {
  open('a_1');

  expect(page.getAllByText(/stage:reader/)).toHaveLength(2);
  expect(page.getAllByRole('button')).toHaveLength(4);
});

it('says nothing of a newer reading that is not what is shown', () => {
  open('a_0');

  expect(page.queryByText(/stage:reader/)).toBeNull();
  expect(page.queryAllByRole('button')).toHaveLength(0);
});
