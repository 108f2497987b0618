import { screen } from '../../model/screen';

export type Part = 'search' | 'conversations' | 'topics';

let wanted: Part | null = null;

/** Open the library as a drawer, at one of its parts. */
export function openDrawerAt(part: Part): void {
  wanted = part;
  screen.setState({ drawer: true });
}

/** What to focus in the drawer that has just come: the part that was asked for, once, or the drawer itself. */
export function takePart(drawer: HTMLElement | null): HTMLElement | null {
  const section = wanted && drawer?.querySelector(`[data-part="${wanted}"]`);
  wanted = null;
  const row = section?.querySelector<HTMLElement>('input, [data-row][tabindex="0"]');
  return row ?? section?.querySelector<HTMLElement>('a, button') ?? drawer;
}
