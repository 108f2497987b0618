import { afterEach, expect, it, vi } from 'vitest';
import { type Claim, maps, type RoomMap } from '../model/map';
import { screen } from '../model/screen';
import { disputeStance } from './map';

const makeMap = (turnId: string, drawnId: string) =>
  ({ turn_id: turnId, drawn_id: drawnId, voices: [{ advisor_id: 'keel', name: 'Keel' }] }) as unknown as RoomMap;

afterEach(() => {
  vi.unstubAllGlobals();
  maps.setState({ turnId: null, map: null });
});

it('what is taken back is the stance that was disputed, whichever map is looked at by then', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (place: string, { method = 'GET', body }: RequestInit) => {
    asked.push([method, place, body].filter(Boolean).join(' '));
    return new Response(JSON.stringify(makeMap('t_1', 'a_1')));
  });
  maps.setState({ turnId: 't_1', map: makeMap('t_1', 'a_1') });
  await disputeStance({ number: 3 } as Claim, 'keel', true);

  maps.setState({ turnId: 't_2', map: makeMap('t_2', 'a_2') });
  screen.getState().notice?.undo?.();

  await vi.waitFor(() => expect(screen.getState().notice?.text).toBe('This counts for Keel again.'));
  expect(asked.filter((each) => each.startsWith('PATCH'))).toEqual([
    'PATCH /v1/analyses/a_1/claims/3 {"advisor_id":"keel","disputed":true}',
    'PATCH /v1/analyses/a_1/claims/3 {"advisor_id":"keel","disputed":false}',
  ]);
  expect(maps.getState().map?.drawn_id).toBe('a_2');
});
