import { useEffect } from 'react';
import { holdEarly } from '../../commands/keys/early';
import { press } from '../../commands/keys/press';
import { isHere, watchModes } from '../../commands/modes';
import { screen } from '../../model/screen';
import { emit } from '../../model/signals';

/** Listens for keys. They are heard last, so whatever has the focus comes first, unless a sheet is on its way. */
export function KeyListener() {
  useEffect(() => {
    window.addEventListener('keydown', holdEarly, true);
    window.addEventListener('keydown', press);
    begin();
    return () => {
      window.removeEventListener('keydown', holdEarly, true);
      window.removeEventListener('keydown', press);
    };
  }, []);
  useEffect(watchModes, []);
  return null;
}

/** The page starts in INPUT. On a touch screen the field is not focused: it would raise the keyboard. */
function begin(): void {
  const isFree = document.activeElement === null || document.activeElement === document.body;
  const hasKeys = window.matchMedia('(pointer: fine)').matches;
  if (isFree && hasKeys && isHere() && screen.getState().mode === 'input') emit('focusComposer');
}
