import { describe, expect, it } from 'vitest';
import { editHabits, readHabits, USUAL_HABITS, wrongHabits } from './habits';

describe('the habits of a panel (P61)', () => {
  it('come back as they were put in', () => {
    const habits = { count: 4, ceiling: 0.25, until_quiet: true };
    expect(readHabits(editHabits(habits))).toEqual(habits);
  });

  it('have no ceiling when none is said, and take a comma for a point', () => {
    expect(readHabits(USUAL_HABITS).ceiling).toBeNull();
    expect(readHabits({ ...USUAL_HABITS, ceiling: '0,5' }).ceiling).toBe(0.5);
  });

  it.each([
    [{ count: '0' }, 'count'],
    [{ count: '11' }, 'count'],
    [{ count: '1.5' }, 'count'],
    [{ ceiling: '-1' }, 'ceiling'],
    [{ ceiling: 'much' }, 'ceiling'],
    [{ count: '10', ceiling: '0' }, null],
  ])('%j: wrong is %s', (change, wrong) => {
    expect(wrongHabits({ ...USUAL_HABITS, ...change })).toBe(wrong);
  });
});
