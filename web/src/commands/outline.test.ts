import { expect, it } from 'vitest';
import { toRows } from './outline';

it('turns columns into rows, with nothing where nobody was asked', () => {
  const [first, second] = toRows({
    conversation_id: 'c_1',
    seq: 9,
    advisors: ['builder', 'skeptic'],
    topics: ['/Sales'],
    codes: { c: 'complete', e: 'error' },
    positions: [1, 3],
    ids: ['t_1', 't_3'],
    created_at: [1_000, 2_000],
    openings: ['Do I sign?', 'And now?'],
    stars: '02',
    flags: '.b',
    pins: 'p.',
    states: ['ce', '.c'],
    topic: [-1, 0],
    marks: { '3': { skeptic: 'out' } },
    dividers: [],
  });

  expect(first).toMatchObject({
    position: 1,
    pinned: true,
    topic: null,
    states: { builder: 'complete', skeptic: 'error' },
  });
  expect(second).toMatchObject({
    position: 3,
    stars: 2,
    colour_flag: 'blue',
    topic: '/Sales',
    states: { skeptic: 'complete' },
  });
  expect(second?.marks).toEqual({ skeptic: 'out' });
});
