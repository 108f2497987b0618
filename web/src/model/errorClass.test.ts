import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorClass } from './errorClass';

describe('the short classes of errors (W25)', () => {
  it.each([
    ['auth', 'auth'],
    ['quota', 'quota'],
    ['rate_limited', 'quota'],
    ['too_large', 'size'],
    ['overflow', 'size'],
    ['context_overflow_after_trimming', 'size'],
    ['net', 'net'],
    ['provider', 'provider'],
    ['model', 'model'],
    ['rejected', 'unknown'],
    ['protocol', 'unknown'],
    ['internal', 'unknown'],
    ['constructor', 'unknown'],
  ])('%s is shown as %s', (code, shown) => {
    expect(errorClass(code)).toBe(shown);
  });

  it('no code at all is unknown', () => {
    expect(errorClass(null)).toBe('unknown');
  });

  it('knows no code the server does not have', () => {
    const folder = resolve('../src/antiphon/conversation/errors');
    const source = readdirSync(folder)
      .filter((name) => name.endsWith('.py'))
      .map((name) => readFileSync(resolve(folder, name), 'utf8'))
      .join('\n');
    const codes = new Set([...source.matchAll(/^ {4}code = "(\w+)"/gm)].map(([, code]) => code));
    const known = [...readFileSync(resolve('src/model/errorClass.ts'), 'utf8').matchAll(/\['(\w+)',/g)];

    expect(known.map(([, code]) => code).filter((code) => !codes.has(code))).toEqual([]);
  });
});
