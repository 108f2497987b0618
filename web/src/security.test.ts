import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = import.meta.dirname;
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  // Tests write hostile words on purpose, and the corpus is made of them.
  .filter((name) => /\.(tsx?|css|json)$/.test(name) && !/\.test\.tsx?$|corpus\.ts$|fixtures?[./]/.test(name))
  .map((name) => [name, readFileSync(join(SOURCE, name), 'utf8')] as const);

const DOORS = [
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'createContextualFragment',
  'DOMParser',
  'document.write',
  'srcdoc',
  '<iframe',
  '<object',
  '<embed',
  '<script',
  '<style',
  'javascript:',
];

// What a person copies into their own shell and files: this machine, never elsewhere.
const LOCAL = /^https?:\/\/127\.0\.0\.1[:/]/;

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(150);
});

test.each(DOORS)('X-01 X-05 X-08: no file of the client says %s', (door) => {
  expect(files.filter(([, text]) => text.includes(door)).map(([name]) => name)).toEqual([]);
});

test('X-01: no file makes code of text', () => {
  const made = files.filter(([, text]) => /\beval\(|\bnew Function\b|\bsetTimeout\(\s*['"`]/.test(text));

  expect(made.map(([name]) => name)).toEqual([]);
});

test('X-10: no file names a place elsewhere', () => {
  const named = files.flatMap(([name, text]) =>
    [...text.matchAll(/\b(?:https?|wss?):\/\/[^\s'"`)]+/g)].map(([address]) => `${name}: ${address}`),
  );

  expect(named.filter((each) => !LOCAL.test(each.slice(each.indexOf(': ') + 2)))).toEqual([]);
});
