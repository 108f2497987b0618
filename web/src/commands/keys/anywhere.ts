/** What keys do in every mode, and the ways between modes and pages. */

import { conversation } from '../../model/conversation';
import { prefer, preferences } from '../../model/preferences';
import { go } from '../../model/route';
import { inspect, screen } from '../../model/screen';
import { emit } from '../../model/signals';
import { isSpeaking } from '../../model/speech/speech';
import { flipApprovals } from '../approvals';
import { openEvals } from '../assert';
import { openUnasked } from '../heartbeats';
import { flipInstructions } from '../instructions';
import { startNew } from '../library';
import { openLooks } from '../looks';
import { scanHere } from '../memory';
import { enterMode, isHere, stepBack } from '../modes';
import { canAnswerEachOther, openRounds } from '../rounds';
import { stopAll } from '../send';
import { openSettings } from '../settings';
import { flipListening, stopSpeaking } from '../speech';
import { flipTodos } from '../todos';
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
const isConversing = () => isHere() && conversation.getState().id !== null;

export const GLOBAL: readonly Command[] = [
  { ...anywhere, id: 'palette', group: 'open', keys: ['Mod+K', 'Ctrl+.'], keysOnly: true, run: () => openPalette() },
  { ...anywhere, id: 'search', group: 'open', keys: ['/'], run: () => emit('focusSearch') },
  { ...anywhere, id: 'help', group: 'open', keys: ['F1', '?'], run: () => flipOverlay('help') },
  { ...anywhere, id: 'keys', group: 'open', keys: ['Ctrl+;'], run: () => flipOverlay('keys') },
  { ...anywhere, id: 'settings', group: 'open', keys: ['Ctrl+,'], run: () => openSettings() },
  { ...anywhere, id: 'models', group: 'open', keys: ['Ctrl+Shift+M'], run: () => openSettings('models') },
  { ...anywhere, id: 'advisors', group: 'open', keys: [], run: () => go({ page: 'advisors', id: null }) },
  { ...anywhere, id: 'evals', group: 'open', keys: [], run: openEvals },
  { ...anywhere, id: 'panels', group: 'open', keys: [], run: () => go({ page: 'panels', id: null }) },
  { ...anywhere, id: 'topics', group: 'open', keys: [], run: () => go({ page: 'topics', id: null }) },
  { ...anywhere, id: 'documents', group: 'open', keys: [], run: () => go({ page: 'documents', id: null }) },
  { ...anywhere, id: 'attach', group: 'write', keys: ['Alt+U'], isEnabled: isHere, run: () => emit('chooseFiles') },
  {
    ...anywhere,
    id: 'memory',
    group: 'open',
    keys: [],
    run: () => go({ page: 'memory', id: conversation.getState().id }),
  },
  { ...anywhere, id: 'journal', group: 'open', keys: [], run: () => go({ page: 'journal', id: null, turnId: null }) },
  { ...anywhere, id: 'unasked', group: 'open', keys: [], isEnabled: isConversing, run: openUnasked },
  { ...anywhere, id: 'scanMemory', group: 'open', keys: [], isEnabled: isConversing, run: scanHere },
  { ...anywhere, id: 'tools', group: 'open', keys: [], run: () => go({ page: 'tools' }) },
  { ...anywhere, id: 'approvals', group: 'open', keys: ['Alt+W'], run: flipApprovals },
  {
    ...anywhere,
    id: 'inspector',
    group: 'open',
    keys: [],
    isEnabled: isHere,
    run: () => inspect(screen.getState().inspector ? null : { kind: 'draft', advisorId: null }),
  },
  { ...anywhere, id: 'looks', group: 'open', keys: [], isEnabled: isConversing, run: () => openLooks() },
  { ...anywhere, id: 'todo', group: 'open', keys: ['Alt+L'], isEnabled: isHere, run: flipTodos },
  { ...anywhere, id: 'instructions', group: 'open', keys: [], run: openInstructions },
  { ...anywhere, id: 'rounds', group: 'write', keys: ['Alt+R'], isEnabled: canAnswerEachOther, run: openRounds },
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
  { id: 'listen', group: 'answer', modes: VIEW, keys: ['Shift+V'], run: flipListening },
  {
    ...anywhere,
    id: 'stopSpeaking',
    group: 'answer',
    keys: [],
    isEnabled: isSpeaking,
    run: stopSpeaking,
  },
  { ...anywhere, id: 'themeSystem', group: 'look', keys: [], run: () => prefer({ theme: 'system' }) },
  { ...anywhere, id: 'themeLight', group: 'look', keys: [], run: () => prefer({ theme: 'light' }) },
  { ...anywhere, id: 'themeDark', group: 'look', keys: [], run: () => prefer({ theme: 'dark' }) },
  { ...anywhere, id: 'density', group: 'look', keys: [], run: flipDensity },
  { ...anywhere, id: 'ribbon', group: 'look', keys: [], run: () => prefer({ ribbon: !preferences.getState().ribbon }) },
];

/** Beside the conversation where there is one, so that its own can be seen. */
function openInstructions(): void {
  if (isHere()) flipInstructions();
  else go({ page: 'instructions' });
}

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
