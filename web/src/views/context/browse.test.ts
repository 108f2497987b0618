import { beforeEach, describe, expect, it } from 'vitest';
import { pastLines, rememberLine } from '../../commands/filter';
import { AT_HAND, browse } from './browse';

beforeEach(() => localStorage.clear());

describe('earlier lines', () => {
  it('come back newest first, and the unfinished one is not lost', () => {
    const past = ['s1', 's2'];
    const one = browse(past, AT_HAND, 'half', 1);
    expect(one?.line).toBe('s2');
    const two = browse(past, one?.browsing ?? AT_HAND, 's2', 1);
    expect(two?.line).toBe('s1');
    expect(browse(past, two?.browsing ?? AT_HAND, 's1', 1)).toBeNull();
    const back = browse(past, { back: 1, written: 'half' }, 's2', -1);
    expect(back?.line).toBe('half');
    expect(browse(past, AT_HAND, '', -1)).toBeNull();
  });

  it('are kept across reloads, once each, a hundred at most', () => {
    for (let count = 1; count <= 120; count++) rememberLine(`r${count}`);
    rememberLine('r50');
    rememberLine('  ');
    expect(pastLines()).toHaveLength(100);
    expect(pastLines().at(-1)).toBe('r50');
    expect(pastLines().filter((line) => line === 'r50')).toHaveLength(1);
    expect(pastLines()[0]).toBe('r21');
  });
});
