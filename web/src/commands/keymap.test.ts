import { beforeEach, describe, expect, it } from 'vitest';
import { prefer } from '../model/preferences';
import { findCommand, findConflicts, isReserved, isTyped, type KeyPress, keyOf, keyParts, parseKey } from './keymap';
import { COMMANDS, type Command } from './registry';

const press = (key: string, more: Partial<KeyPress> = {}): string | null =>
  keyOf({ key, code: '', ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...more });

const command = (id: string): Command => COMMANDS.find((each) => each.id === id) as Command;

beforeEach(() => prefer({ keys: {} }));

describe('a key string', () => {
  it.each([
    ['Ctrl+K', 'Ctrl+k'],
    ['Shift+O', 'Shift+o'],
    ['O', 'Shift+o'],
    ['g', 'g'],
    ['Esc', 'Escape'],
    ['Up', 'ArrowUp'],
    [' ', 'Space'],
    ['+', '+'],
    ['Ctrl++', 'Ctrl++'],
    ['Shift+:', ':'],
    ['Ctrl+,', 'Ctrl+,'],
    ['shift+ctrl+m', 'Ctrl+Shift+m'],
  ])('%s means %s', (text, key) => {
    expect(parseKey(text, false)).toBe(key);
  });

  it('has Cmd for Mod on a Mac, and Ctrl elsewhere', () => {
    expect(parseKey('Mod+K', true)).toBe('Meta+k');
    expect(parseKey('Mod+K', false)).toBe('Ctrl+k');
  });

  it.each(['', 'Hyper+K', 'Ctrl+', 'nokey'])('"%s" names no key', (text) => {
    expect(parseKey(text, false)).toBeNull();
  });
});

describe('a pressed key', () => {
  it('is a letter by what it is, not by Caps Lock', () => {
    expect(press('J')).toBe('j');
    expect(press('J', { shiftKey: true })).toBe('Shift+j');
    expect(press('j', { shiftKey: true })).toBe('Shift+j');
  });

  it('is a sign by what it says, whether or not the layout needs Shift for it', () => {
    expect(press('*', { shiftKey: true })).toBe('*');
    expect(press('*')).toBe('*');
    expect(press('1', { shiftKey: true })).toBe('1');
  });

  it('is read by its place where the layout has no Latin letters', () => {
    expect(press('о', { code: 'KeyJ' })).toBe('j');
    expect(press('О', { code: 'KeyJ', shiftKey: true })).toBe('Shift+j');
    expect(press('ت', { code: 'KeyJ' })).toBe('j');
    expect(press('٢', { code: 'Digit2' })).toBe('2');
    expect(press('х', { code: 'BracketLeft' })).toBe('[');
    expect(press('Ж', { code: 'Semicolon', shiftKey: true })).toBe(':');
    expect(press('л', { code: 'KeyK', ctrlKey: true })).toBe('Ctrl+k');
  });

  it('is read by its place when it is dead, or when Option writes a sign with it', () => {
    expect(press('Dead', { code: 'KeyE', altKey: true })).toBe('Alt+e');
    expect(press('†', { code: 'KeyT', altKey: true })).toBe('Alt+t');
  });

  it('is what it says where Latin letters lie elsewhere', () => {
    expect(press('a', { code: 'KeyQ' })).toBe('a');
  });

  it('is not Ctrl and Alt when AltGr wrote it', () => {
    const graph = (name: string) => name === 'AltGraph';
    expect(press('[', { ctrlKey: true, altKey: true, getModifierState: graph })).toBe('[');
  });

  it('is nothing while only a modifier is down', () => {
    expect(press('Control', { ctrlKey: true })).toBeNull();
    expect(press('Shift', { shiftKey: true })).toBeNull();
  });
});

describe('keys of commands', () => {
  it('come from the person before the defaults, and an empty list means none', () => {
    prefer({ keys: { nextTurn: ['Ctrl+ArrowDown'], pin: [] } });

    expect(findCommand(COMMANDS, 'Ctrl+ArrowDown', 'view')?.id).toBe('nextTurn');
    expect(findCommand(COMMANDS, 'Shift+j', 'view')).toBeNull();
    expect(findCommand(COMMANDS, 'p', 'view')).toBeNull();
  });

  it('act only in the modes of their command', () => {
    expect(findCommand(COMMANDS, 'j', 'view')?.id).toBe('scrollDown');
    expect(findCommand(COMMANDS, 'j', 'input')).toBeNull();
    expect(findCommand(COMMANDS, 'j', 'command')).toBeNull();
  });

  it('are in conflict where two commands share a mode, and nowhere else', () => {
    expect(findConflicts(COMMANDS, command('pin'), 'j').map((each) => each.id)).toEqual(['scrollDown']);
    expect(findConflicts(COMMANDS, command('pin'), 'q')).toEqual([]);
    expect(findConflicts(COMMANDS, command('pin'), 'p')).toEqual([]);
    const onlyInput = { ...command('pin'), modes: ['command'] as const };
    expect(findConflicts(COMMANDS, onlyInput, 'j')).toEqual([]);
  });

  it('that browsers keep are known', () => {
    expect(isReserved('Ctrl+t')).toBe(true);
    expect(isReserved('Ctrl+Shift+w')).toBe(true);
    expect(isReserved('Ctrl+k')).toBe(false);
  });

  it('that type a character are told from those that do not', () => {
    expect(['g', 'Shift+o', 'Space', '*', '1'].every(isTyped)).toBe(true);
    expect(['Ctrl+k', 'Alt+t', 'Escape', 'Enter', 'ArrowDown', 'F1'].some(isTyped)).toBe(false);
  });

  it('are printed in the order they are pressed', () => {
    expect(keyParts('Ctrl+Shift+m')).toEqual(['Ctrl', 'Shift', 'M']);
    expect(keyParts('j')).toEqual(['j']);
    expect(keyParts('Ctrl++')).toEqual(['Ctrl', '+']);
  });
});
