/** What keys do in every mode, and the ways between modes and pages. */

import { conversation } from '../../model/conversation';
import { canDictate } from '../../model/dictation';
import { prefer, preferences } from '../../model/preferences';
import { go } from '../../model/route';
import { emit } from '../../model/signals';
import { isSpeaking } from '../../model/speech/speech';
import { openAnalyses } from '../analyses';
import { flipApprovals } from '../approvals';
import { openEvals } from '../assert';
import { archiveHere, renameHere, startNew } from '../conversations';
import { askToDeleteHere } from '../deleting';
import { openUnasked } from '../heartbeats';
import { flipInspector } from '../inspecting';
import { flipInstructions } from '../instructions';
import { scanHere } from '../memory';
import { enterMode, isHere, stepBack } from '../modes';
import { askWhereToHere } from '../moving';
import { openModels } from '../otherModels';
import { canAnswerEachOther, openRounds } from '../rounds';
import { stopAll } from '../send';
import { openSettings } from '../settings';
import { openShare } from '../share';
import { flipListening, stopSpeaking } from '../speech';
import { flipTodos } from '../todos';
import { startTour } from '../tour';
import { startUnkept } from '../unkept';
import { ALL, type Command, type FixedKey, VIEW } from './command';
import { isAnswering, isSelected } from './deeds';
import { flipOverlay, openPalette } from './palette';

export const MODES: readonly Command[] = [
  { id: 'stepBack', group: 'modes', modes: ALL, keys: ['Escape'], everywhere: true, keysOnly: true, run: stepBack },
  { id: 'write', group: 'modes', modes: VIEW, keys: ['Enter'], keysOnly: true, run: () => enterMode('input') },
  { id: 'toInput', group: 'modes', modes: ALL, keys: ['Ctrl+I'], isEnabled: isHere, run: () => enterMode('input') },
  // In INPUT it pastes, wherever the focus is.
  {
    id: 'toView',
    group: 'modes',
    modes: ['view', 'command'],
    keys: ['Ctrl+V'],
    isEnabled: isHere,
    run: () => enterMode('view'),
  },
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
  { ...anywhere, id: 'tour', group: 'open', keys: [], run: startTour },
  { ...anywhere, id: 'keys', group: 'open', keys: ['Ctrl+;'], run: () => flipOverlay('keys') },
  { ...anywhere, id: 'settings', group: 'open', keys: ['Ctrl+,'], run: () => openSettings() },
  { ...anywhere, id: 'models', group: 'open', keys: ['Ctrl+Shift+M'], run: () => openSettings('models') },
  { ...anywhere, id: 'advisors', group: 'open', keys: [], run: () => go({ page: 'advisors', id: null }) },
  { ...anywhere, id: 'evals', group: 'open', keys: [], run: openEvals },
  { ...anywhere, id: 'panels', group: 'open', keys: [], run: () => go({ page: 'panels', id: null }) },
  { ...anywhere, id: 'topics', group: 'open', keys: [], run: () => go({ page: 'topics', id: null }) },
  { ...anywhere, id: 'documents', group: 'open', keys: [], run: () => go({ page: 'documents', id: null }) },
  { ...anywhere, id: 'attach', group: 'write', keys: ['Alt+U'], isEnabled: isHere, run: () => emit('chooseFiles') },
  { ...anywhere, id: 'dictate', group: 'write', keys: [], isEnabled: () => isHere() && canDictate(), run: dictate },
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
  { ...anywhere, id: 'work', group: 'open', keys: [], run: () => go({ page: 'work' }) },
  { ...anywhere, id: 'approvals', group: 'open', keys: ['Alt+W'], run: flipApprovals },
  {
    ...anywhere,
    id: 'inspector',
    group: 'open',
    keys: [],
    isEnabled: isHere,
    run: flipInspector,
  },
  { ...anywhere, id: 'looks', group: 'open', keys: [], isEnabled: isConversing, run: () => openAnalyses() },
  { ...anywhere, id: 'share', group: 'open', keys: ['Alt+S'], isEnabled: isConversing, run: () => openShare() },
  { ...anywhere, id: 'todo', group: 'open', keys: ['Alt+L'], isEnabled: isHere, run: flipTodos },
  { ...anywhere, id: 'instructions', group: 'open', keys: [], run: openInstructions },
  { ...anywhere, id: 'rounds', group: 'write', keys: ['Alt+R'], isEnabled: canAnswerEachOther, run: openRounds },
  { ...anywhere, id: 'newConversation', group: 'write', keys: ['Alt+N'], run: startNew },
  { ...anywhere, id: 'newUnkept', group: 'write', keys: ['Alt+Shift+N'], run: startUnkept },
  { ...anywhere, id: 'rename', group: 'write', keys: [], isEnabled: isConversing, run: renameHere },
  { ...anywhere, id: 'archiveConversation', group: 'write', keys: [], isEnabled: isConversing, run: archiveHere },
  { ...anywhere, id: 'deleteConversation', group: 'write', keys: [], isEnabled: isConversing, run: askToDeleteHere },
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
  { id: 'otherModel', group: 'write', modes: ALL, keys: ['Alt+M'], isEnabled: isHere, run: () => openModels(null) },
  {
    id: 'topic',
    group: 'write',
    modes: ALL,
    // Ctrl+T opens a tab wherever there are tabs; in a window of its own it is free.
    keys: ['Alt+T', 'Ctrl+T'],
    isEnabled: isHere,
    run: () => openPalette('topic'),
  },
  { ...anywhere, id: 'folder', group: 'write', keys: ['Alt+O'], isEnabled: isConversing, run: askWhereToHere },
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

/** Comes with its first use: most people type. */
function dictate(): void {
  void import('../dictation').then(({ flipDictation }) => flipDictation());
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
