/**
 * Keys as text: "Ctrl+K", "Shift+O", "g", "Mod+K" (Cmd on a Mac, Ctrl elsewhere).
 *
 * A key string and a pressed key are brought into one canonical form and compared. Letters count by what they are, not
 * by Caps Lock; signs count by what they say, not by whether this layout needs Shift for them. Layouts without Latin
 * letters are read by where the key lies.
 */
import { preferences } from '../model/preferences';
import type { Mode } from '../model/screen';
import type { Command } from './keys/command';

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'> & {
  getModifierState?: (name: string) => boolean;
};

interface Chord {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
  readonly key: string;
}

const MODIFIERS: ReadonlySet<string> = new Set([
  'Control',
  'Alt',
  'Shift',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Fn',
  'NumLock',
  'OS',
]);
const NAMES: ReadonlyMap<string, string> = new Map(
  ['Enter', 'Escape', 'Tab', 'Space', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown', 'Insert']
    .concat('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight')
    .concat(Array.from({ length: 12 }, (_, at) => `F${at + 1}`))
    .map((name) => [name.toLowerCase(), name]),
);
const SHORT: ReadonlyMap<string, string> = new Map([
  ['esc', 'Escape'],
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  [' ', 'Space'],
]);

/** What lies where on the layout most keyboards are printed with, plain and shifted. */
const PLACES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['Minus', ['-', '_']],
  ['Equal', ['=', '+']],
  ['BracketLeft', ['[', '{']],
  ['BracketRight', [']', '}']],
  ['Semicolon', [';', ':']],
  ['Quote', ["'", '"']],
  ['Comma', [',', '<']],
  ['Period', ['.', '>']],
  ['Slash', ['/', '?']],
  ['Backslash', ['\\', '|']],
  ...[...')!@#$%^&*('].map((sign, digit): [string, [string, string]] => [`Digit${digit}`, [String(digit), sign]]),
]);

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The canonical form of a key string; null when it names no key. */
export function parseKey(text: string, mac = isMac()): string | null {
  const parts = text.length > 1 ? splitKey(text) : [text];
  const key = nameOf(parts.at(-1) ?? '');
  if (key === null) return null;
  const held = new Set(parts.slice(0, -1).map((part) => part.toLowerCase()));
  const known = ['ctrl', 'alt', 'shift', 'meta', 'cmd', 'mod'];
  if ([...held].some((part) => !known.includes(part))) return null;
  const mod = held.has('mod');
  return write({
    ctrl: held.has('ctrl') || (mod && !mac),
    alt: held.has('alt'),
    shift: held.has('shift') || isCapital(text),
    meta: held.has('meta') || held.has('cmd') || (mod && mac),
    key,
  });
}

/** The canonical form of a pressed key; null for a modifier alone. */
export function keyOf(event: KeyPress): string | null {
  if (MODIFIERS.has(event.key)) return null;
  const key = nameOf(readSign(event));
  if (key === null) return null;
  // AltGr is how some layouts write signs; Windows reports it as Ctrl and Alt.
  const graph = event.getModifierState?.('AltGraph') ?? false;
  return write({
    ctrl: event.ctrlKey && !graph,
    alt: event.altKey && !graph,
    shift: event.shiftKey,
    meta: event.metaKey,
    key,
  });
}

/** A canonical key that types a character: it never acts where somebody writes, and can be switched off as a whole. */
export function isTyped(key: string): boolean {
  const { ctrl, alt, meta, key: name } = read(key);
  return !ctrl && !alt && !meta && (name.length === 1 || name === 'Space');
}

/** The parts of a key as they are printed, in the order they are pressed. */
export function keyParts(key: string): readonly string[] {
  const { ctrl, alt, shift, meta, key: name } = read(key);
  const held = [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', meta && (isMac() ? 'Cmd' : 'Meta')];
  const parts = held.filter((part) => part !== false);
  return [...parts, parts.length > 0 && name.length === 1 ? name.toUpperCase() : name];
}

/** The canonical keys of a command: those the person chose, or its own. */
export function keysOf(command: Command, chosen = preferences.getState().keys): readonly string[] {
  return (chosen[command.id] ?? command.keys).flatMap((key) => parseKey(key) ?? []);
}

/** The command a canonical key means in a mode, if any. */
export function findCommand(commands: readonly Command[], key: string, mode: Mode): Command | null {
  const chosen = preferences.getState().keys;
  return commands.find((each) => each.modes.includes(mode) && keysOf(each, chosen).includes(key)) ?? null;
}

/** Which other commands a key already means somewhere this command acts too. */
export function findConflicts(
  commands: readonly Command[],
  command: Command,
  key: string,
  chosen = preferences.getState().keys,
): readonly Command[] {
  return commands.filter(
    (each) =>
      each.id !== command.id &&
      each.modes.some((mode) => command.modes.includes(mode)) &&
      keysOf(each, chosen).includes(key),
  );
}

const KEPT = ['t', 'n', 'w', 'Tab'].flatMap((key) => [`Ctrl+${key}`, `Meta+${key}`, `Ctrl+Shift+${key}`]);
const RESERVED: ReadonlySet<string> = new Set([...KEPT, 'Meta+q', 'Alt+F4', 'F11']);

/** Whether browsers keep this key for themselves in an ordinary window. */
export function isReserved(key: string): boolean {
  return RESERVED.has(key);
}

function readSign({ key, code, shiftKey }: KeyPress): string {
  if (key.length === 1 ? key >= ' ' && key <= '~' : key !== 'Dead' && key !== 'Unidentified') return key;
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  return PLACES.get(code)?.[shiftKey ? 1 : 0] ?? key;
}

/** "Ctrl++" is Ctrl and the plus sign. */
function splitKey(text: string): string[] {
  return text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
}

function nameOf(key: string): string | null {
  if (key === '') return null;
  const lower = key.toLowerCase();
  const name = SHORT.get(lower) ?? NAMES.get(lower);
  return name ?? ([...key].length === 1 ? lower : null);
}

function isCapital(key: string): boolean {
  return key.length === 1 && key !== key.toLowerCase();
}

function isLetter(key: string): boolean {
  return key.length === 1 && key.toLowerCase() !== key.toUpperCase();
}

function write({ ctrl, alt, shift, meta, key }: Chord): string {
  const counts = key.length > 1 || isLetter(key);
  const held = [ctrl && 'Ctrl', alt && 'Alt', shift && counts && 'Shift', meta && 'Meta'];
  return [...held.filter((part) => part !== false), key].join('+');
}

function read(key: string): Chord {
  const parts = key.length > 1 ? splitKey(key) : [key];
  const held = new Set(parts.slice(0, -1));
  return {
    ctrl: held.has('Ctrl'),
    alt: held.has('Alt'),
    shift: held.has('Shift'),
    meta: held.has('Meta'),
    key: parts.at(-1) ?? '',
  };
}
