import { monogramIn, paletteIndex } from '../../model/workspace';
import { useWorkspace } from './store';

interface Props {
  name: string;
  colour: string;
  small?: boolean;
  /** Waiting, or out of context. */
  hollow?: boolean;
}

/** The square note of a voice. Its name stands beside it wherever it carries meaning, so it is hidden from readers. */
export function Monogram({ name, colour, small = false, hollow = false }: Props) {
  const letters = useWorkspace((state) => monogramIn(state, name));
  const shape = `mg a-${paletteIndex(colour)}${small ? ' s' : ''}${hollow ? ' hollow' : ''}`;
  return (
    <span className={shape} aria-hidden="true">
      {letters}
    </span>
  );
}
