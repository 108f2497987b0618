/** The palette: which list it shows, and what was chosen there lately. */
import { createStore } from 'zustand/vanilla';
import { keep, recall } from '../../model/keep';
import { type Overlay, screen } from '../../model/screen';

export type PalettePage = 'all' | 'topic' | 'folder' | 'title';

interface Palette {
  readonly page: PalettePage;
  /** What was typed before its field could take it. */
  readonly early: string;
}

export const palette = createStore<Palette>(() => ({ page: 'all', early: '' }));

/** `words` stand in its field already. */
export function openPalette(page: PalettePage = 'all', words = ''): void {
  const { overlay } = screen.getState();
  const same = overlay === 'palette' && palette.getState().page === page;
  palette.setState({ page, early: words });
  screen.setState({ overlay: same ? null : 'palette' });
}

export function flipOverlay(overlay: Exclude<Overlay, null>): void {
  screen.setState({ overlay: screen.getState().overlay === overlay ? null : overlay });
}

export function closeOverlay(): void {
  screen.setState({ overlay: null });
}

const MOST = 8;

/** What was chosen, the newest first: "command:id", "conversation:id", and so on. */
export function recentChoices(): readonly string[] {
  const kept = recall<unknown>('recent', []);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}

export function rememberChoice(choice: string): void {
  keep('recent', [choice, ...recentChoices().filter((each) => each !== choice)].slice(0, MOST));
}
