import type { KeyboardEvent } from 'react';
import { isComposing } from '../parts/composing';

/** Esc leaves the form, not what it stands in. */
export function leaveOnEscape(leave: () => void) {
  return (event: KeyboardEvent) => {
    if (isComposing(event) || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
}
