import { describe, expect, it } from 'vitest';
import words from '../locales/en/keys.json';
import { isReserved, keysOf, parseKey } from './keymap';
import { ALL } from './keys/command';
import { COMMANDS, FIXED } from './registry';

describe('the registry', () => {
  it('has a title for every command, and a command for every title', () => {
    expect(COMMANDS.map((command) => command.id).sort()).toEqual(Object.keys(words.title).sort());
    expect(FIXED.map((fixed) => fixed.id).sort()).toEqual(Object.keys(words.fixed).sort());
  });

  it('has no key twice in a mode', () => {
    for (const mode of ALL) {
      const keys = COMMANDS.filter((command) => command.modes.includes(mode)).flatMap((command) => keysOf(command, {}));
      expect(keys.toSorted(), mode).toEqual([...new Set(keys)].sort());
    }
  });

  it('has only keys that can be read', () => {
    for (const { id, keys } of [...COMMANDS, ...FIXED]) {
      for (const key of keys) expect(parseKey(key), `${id}: ${key}`).not.toBeNull();
    }
  });

  it('shows no key first that browsers keep for themselves', () => {
    const first = COMMANDS.flatMap((command) => keysOf(command, {}).slice(0, 1));
    expect(first.filter(isReserved)).toEqual([]);
  });

  it.each([
    ['j', 'scrollDown'],
    ['k', 'scrollUp'],
    ['Shift+j', 'nextTurn'],
    ['Shift+k', 'previousTurn'],
    ['u', 'previousTurn'],
    ['d', 'deleteError'],
    ['w', 'deleteError'],
    ['e', 'askAgain'],
    ['g', 'firstTurn'],
    ['Shift+g', 'lastTurn'],
    ['o', 'boundary'],
    ['Shift+o', 'boundary'],
    ['n', 'newest'],
    ['1', 'star1'],
    ['2', 'star2'],
    ['3', 'star3'],
    ['Space', 'star0'],
    ['*', 'starCycle'],
    ['a', 'flag'],
    ['c', 'copyCode'],
    ['Shift+y', 'copyWords'],
    ['x', 'leaveOut'],
    ['p', 'pin'],
    ['i', 'inspectReply'],
    ['r', 'read'],
    ['s', 'stopOne'],
    ['[', 'previousVoice'],
    [']', 'nextVoice'],
    ['/', 'search'],
    [':', 'toCommand'],
    ['Ctrl+,', 'settings'],
    ['Ctrl+;', 'keys'],
    ['F1', 'help'],
  ])('has the key %s for %s in VIEW (D28, W69, W24)', (key, id) => {
    const found = COMMANDS.filter((command) => command.modes.includes('view') && keysOf(command, {}).includes(key));
    expect(found.map((command) => command.id)).toEqual([id]);
  });
});
