/** The tour begins when somebody asks for it. However it ended, it is never offered again, and can always be found. */
import { prefer } from '../model/preferences';
import { route } from '../model/route';
import { screen } from '../model/screen';
import { emit } from '../model/signals';
import { STEPS, tour } from '../model/tour';
import { startNew } from './conversations';

/** Milliseconds until a dialog that closes has given the focus back. */
const GIVES_BACK = 120;

export function startTour(): void {
  // What it points at stands beside a conversation, or at the beginning of one.
  if (route.getState().now.page !== 'conversation') startNew();
  screen.setState({ overlay: null });
  // What lies over the page gives the focus back first, and the key that was pressed comes up; then the note may have it.
  setTimeout(() => tour.setState({ step: 0 }), GIVES_BACK);
}

/** Past the last step it ends. */
export function stepTour(by: 1 | -1): void {
  const step = Math.max(0, (tour.getState().step ?? 0) + by);
  if (step >= STEPS.length) endTour();
  else tour.setState({ step });
}

export function endTour(): void {
  tour.setState({ step: null });
  prefer({ toured: true });
  emit('focusComposer');
}
