import type { KeyboardEvent } from 'react';

/** While an input method composes a word, its Enter is not ours. Safari says so only by the code 229. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
