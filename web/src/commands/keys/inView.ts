/** What VIEW's keys do: move, mark, and act on answers. */
import { emit } from '../../model/signals';
import { assertFocused } from '../assert';
import { writeFocused } from '../journal';
import { openMap } from '../map';
import { openFocusedModels } from '../otherModels';
import { jumpToBoundary } from '../ribbon';
import { flipFocused } from '../speech';
import { drawDivider } from '../turns';
import { type Command, VIEW } from './command';
import { copyCode, copyWords } from './copy';
import {
  askAgain,
  branchFocused,
  cycleFlag,
  cycleStars,
  deleteError,
  editQuestion,
  flipOut,
  flipPin,
  inspectFocused,
  isAnswering,
  readFocused,
  setStars,
  stopFocused,
  swapVariant,
} from './deeds';
import { focusedRow, showEdge, showNewest, showTop, stepTurn, stepVoice, visibleRows } from './focus';

const LINES = 3;
const PART = 0.5;

const hasTurn = () => focusedRow() !== null;
const inView = { modes: VIEW, isEnabled: hasTurn } as const;
const move = { modes: VIEW, isEnabled: () => visibleRows().length > 0, group: 'move' } as const;
const mark = { ...inView, group: 'mark' } as const;
const answer = { ...inView, group: 'answer' } as const;

export const MOVES: readonly Command[] = [
  {
    ...move,
    id: 'scrollDown',
    keys: ['j', 'Down'],
    repeats: true,
    keysOnly: true,
    run: () => emit('scrollBy', { lines: LINES }),
  },
  {
    ...move,
    id: 'scrollUp',
    keys: ['k', 'Up'],
    repeats: true,
    keysOnly: true,
    run: () => emit('scrollBy', { lines: -LINES }),
  },
  {
    ...move,
    id: 'pageDown',
    keys: ['PageDown', 'Shift+Down'],
    repeats: true,
    keysOnly: true,
    run: () => emit('scrollBy', { pages: PART }),
  },
  {
    ...move,
    id: 'pageUp',
    keys: ['PageUp', 'Shift+Up'],
    repeats: true,
    keysOnly: true,
    run: () => emit('scrollBy', { pages: -PART }),
  },
  { ...move, id: 'nextTurn', keys: ['Shift+J'], repeats: true, run: () => stepTurn(1) },
  { ...move, id: 'previousTurn', keys: ['Shift+K', 'u'], repeats: true, run: () => stepTurn(-1) },
  { ...move, id: 'turnTop', keys: ['Shift+U'], run: showTop },
  { ...move, id: 'nextVoice', keys: [']', 'l'], repeats: true, run: () => stepVoice(1) },
  { ...move, id: 'previousVoice', keys: ['[', 'h'], repeats: true, run: () => stepVoice(-1) },
  { ...move, id: 'firstTurn', keys: ['g', 'Home'], run: () => showEdge('first') },
  { ...move, id: 'lastTurn', keys: ['Shift+G', 'End'], run: () => showEdge('last') },
  { ...move, id: 'boundary', keys: ['Shift+O', 'o'], run: jumpToBoundary },
  { ...move, id: 'newest', keys: ['n'], run: showNewest },
];

export const MARKS: readonly Command[] = [
  { ...mark, id: 'star1', keys: ['1'], run: () => setStars(1) },
  { ...mark, id: 'star2', keys: ['2'], run: () => setStars(2) },
  { ...mark, id: 'star3', keys: ['3'], run: () => setStars(3) },
  { ...mark, id: 'star0', keys: ['Space'], run: () => setStars(0) },
  { ...mark, id: 'starCycle', keys: ['*'], run: cycleStars },
  { ...mark, id: 'flag', keys: ['a'], run: cycleFlag },
  { ...mark, id: 'pin', keys: ['p'], run: flipPin },
  { ...mark, id: 'leaveOut', keys: ['x'], run: () => void flipOut(false) },
  { ...mark, id: 'leaveOutForAll', keys: ['Shift+X'], run: () => void flipOut(true) },
  { ...mark, id: 'divider', keys: [], run: () => void drawDivider() },
  { ...mark, id: 'deleteError', keys: ['d', 'w'], run: deleteError },
];

export const ANSWERS: readonly Command[] = [
  { ...answer, id: 'read', keys: ['r'], run: readFocused },
  { ...answer, id: 'inspectReply', keys: ['i'], run: inspectFocused },
  { ...answer, id: 'map', keys: ['m'], run: () => openMap() },
  { ...answer, id: 'decide', keys: ['Shift+D'], run: writeFocused },
  { ...answer, id: 'assert', keys: ['Shift+A'], run: assertFocused },
  { ...answer, id: 'askAgain', keys: ['e'], run: askAgain },
  { ...answer, id: 'askModel', keys: ['Shift+M'], run: openFocusedModels },
  { ...answer, id: 'editQuestion', keys: ['Shift+W'], run: editQuestion },
  { ...answer, id: 'branch', keys: ['b'], run: branchFocused },
  { ...answer, id: 'swapVariant', keys: ['Shift+E'], run: swapVariant },
  { ...answer, id: 'stopOne', keys: ['s'], run: stopFocused, isEnabled: isAnswering },
  { ...answer, id: 'speak', keys: ['v'], run: flipFocused },
  { ...answer, id: 'copyCode', keys: ['c'], run: copyCode },
  { ...answer, id: 'copyWords', keys: ['Shift+Y'], run: copyWords },
];
