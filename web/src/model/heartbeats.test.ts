import { expect, it } from 'vitest';
import { intervalsWith, spanOf } from './heartbeats';

it('tells a span in its largest whole unit', () => {
  expect(spanOf(45)).toEqual({ unit: 'minutes', count: 45 });
  expect(spanOf(240)).toEqual({ unit: 'hours', count: 4 });
  expect(spanOf(90)).toEqual({ unit: 'minutes', count: 90 });
  expect(spanOf(10_080)).toEqual({ unit: 'days', count: 7 });
});

it('offers the present interval among the usual ones, in order', () => {
  const offered = intervalsWith(45);

  expect(offered).toContain(45);
  expect(offered).toEqual([...offered].sort((a, b) => a - b));
  expect(intervalsWith(60).filter((each) => each === 60)).toHaveLength(1);
});
