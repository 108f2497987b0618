import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prefer, preferences } from '../model/preferences';
import { go, route } from '../model/route';
import { screen } from '../model/screen';
import { STEPS, tour } from '../model/tour';
import { endTour, startTour, stepTour } from './tour';

beforeEach(() => {
  vi.useFakeTimers();
  prefer({ toured: false });
  tour.setState({ step: null });
});

afterEach(() => vi.useRealTimers());

it('goes through its steps, back where one may, and past the last it ends and is not offered again', () => {
  startTour();
  vi.runAllTimers();
  expect(tour.getState().step).toBe(0);

  stepTour(-1);
  expect(tour.getState().step).toBe(0);
  for (let step = 1; step < STEPS.length; step++) {
    stepTour(1);
    expect(tour.getState().step).toBe(step);
  }
  expect(preferences.getState().toured).toBe(false);

  stepTour(1);
  expect([tour.getState().step, preferences.getState().toured]).toEqual([null, true]);
});

it('leaves a page it has nothing to point at, and what lies over the page', () => {
  go({ page: 'settings' });
  screen.setState({ overlay: 'help' });

  startTour();
  vi.runAllTimers();

  expect([route.getState().now.page, screen.getState().overlay]).toEqual(['conversation', null]);
});

it('can be ended at once, and begun again', () => {
  startTour();
  vi.runAllTimers();
  endTour();
  expect([tour.getState().step, preferences.getState().toured]).toEqual([null, true]);

  startTour();
  vi.runAllTimers();
  expect(tour.getState().step).toBe(0);
});
