/** What keys do in every mode, and the ways between modes and pages. */

import { prefer, preferences } from '../../model/preferences';
import { go } from '../../model/route';
import { inspect, screen } from '../../model/screen';
import { emit } from '../../model/signals';
import { startNew } from '../library';
import { enterMode, isHere, stepBack } from '../modes';
import { stopAll } from '../send';
import { openSettings } from '../settings';
import { ALL, type Command, type FixedKey, VIEW } from './command';
import { isAnswering, isSelected } from './deeds';
import { flipOverlay, openPalette } from './palette';

export const MODES: readonly Command[] = [
  { id: 'stepBack', group: 'modes', modes: ALL, keys: ['Escape'], everywhere: true, keysOnly: true, run: stepBack },
  { id: 'write', group: 'modes', modes: VIEW, keys: ['Enter'], keysOnly: true, run: () => enterMode('input') },
  { id: 'toInput', group: 'modes', modes: ALL, keys: ['Ctrl+I'], isEnabled: isHere, run: () => enterMode('input') },
  { id: 'toView', group: 'modes', modes: ALL, keys: ['Ctrl+V'], isEnabled: isHere, run: () => enterMode('view') },
  {
    id: 'toCommand',
    group: 'modes',
    modes: ['input', 'view'],
    keys: ['Ctrl+D', ':'],
    isEnabled: isHere,
    run: () => enterMode('command'),
  },
];

const anywhere = { modes: ALL, everywhere: true } as const;

export const GLOBAL: readonly Command[] = [
  { ...anywhere, id: 'palette', group: 'open', keys: ['Mod+K', 'Ctrl+.'], keysOnly: true, run: () => openPalette() },
  { ...anywhere, id: 'search', group: 'open', keys: ['/'], run: () => emit('focusSearch') },
  { ...anywhere, id: 'help', group: 'open', keys: ['F1', '?'], run: () => flipOverlay('help') },
  { ...anywhere, id: 'keys', group: 'open', keys: ['Ctrl+;'], run: () => flipOverlay('keys') },
  { ...anywhere, id: 'settings', group: 'open', keys: ['Ctrl+,'], run: () => openSettings() },
  { ...anywhere, id: 'models', group: 'open', keys: ['Ctrl+Shift+M'], run: () => openSettings('models') },
  { ...anywhere, id: 'advisors', group: 'open', keys: [], run: () => go({ page: 'advisors', id: null }) },
  { ...anywhere, id: 'panels', group: 'open', keys: [], run: () => go({ page: 'panels', id: null }) },
  { ...anywhere, id: 'topics', group: 'open', keys: [], run: () => go({ page: 'topics', id: null }) },
  {
    ...anywhere,
    id: 'inspector',
    group: 'open',
    keys: [],
    isEnabled: isHere,
    run: () => inspect(screen.getState().inspector ? null : { kind: 'draft', advisorId: null }),
  },
  { ...anywhere, id: 'newConversation', group: 'write', keys: ['Alt+N'], run: startNew },
  {
    id: 'stopAll',
    group: 'write',
    modes: ['input', 'view'],
    keys: ['Ctrl+C'],
    isEnabled: () => isAnswering() && !isSelected(),
    run: () => void stopAll(),
  },
  {
    id: 'panelMenu',
    group: 'write',
    modes: ALL,
    keys: ['Ctrl+M'],
    isEnabled: isHere,
    run: () => emit('openPanelMenu'),
  },
  {
    id: 'topic',
    group: 'write',
    modes: ALL,
    // Ctrl+T opens a tab wherever there are tabs; in a window of its own it is free.
    keys: ['Alt+T', 'Ctrl+T'],
    isEnabled: isHere,
    run: () => openPalette('topic'),
  },
  { ...anywhere, id: 'themeSystem', group: 'look', keys: [], run: () => prefer({ theme: 'system' }) },
  { ...anywhere, id: 'themeLight', group: 'look', keys: [], run: () => prefer({ theme: 'light' }) },
  { ...anywhere, id: 'themeDark', group: 'look', keys: [], run: () => prefer({ theme: 'dark' }) },
  { ...anywhere, id: 'density', group: 'look', keys: [], run: flipDensity },
  { ...anywhere, id: 'ribbon', group: 'look', keys: [], run: () => prefer({ ribbon: !preferences.getState().ribbon }) },
];

function flipDensity(): void {
  prefer({ density: preferences.getState().density === 'calm' ? 'dense' : 'calm' });
}

export const FIXED: readonly FixedKey[] = [
  { id: 'send', mode: 'input', keys: ['Enter'] },
  { id: 'newLine', mode: 'input', keys: ['Shift+Enter'] },
  { id: 'name', mode: 'input', keys: ['@'] },
  { id: 'run', mode: 'command', keys: ['Enter'] },
  { id: 'complete', mode: 'command', keys: ['Tab'] },
  { id: 'clear', mode: 'command', keys: ['Escape'] },
  { id: 'earlier', mode: 'command', keys: ['Ctrl+P', 'Ctrl+N'] },
  { id: 'edit', mode: 'command', keys: ['Ctrl+A', 'Ctrl+E', 'Ctrl+U', 'Ctrl+W'] },
];
