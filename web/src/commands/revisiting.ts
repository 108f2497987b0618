/** Asking which panel shall hear old questions; `revisits.ts` comes with the answer. */
import { revisiting } from '../model/revisiting';
import { screen } from '../model/screen';

export function askToRevisit(id: string, title: string): void {
  revisiting.setState({ id, title });
  screen.setState({ overlay: 'revisit' });
}
