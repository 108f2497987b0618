// Styles stand beside the view they are for and cannot leak: each selector of a view's stylesheet names a class that no
// other view gives to anything. What everybody may use (.btn, .menu, .num) is in src/styles.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VIEWS = fileURLToPath(new URL('../src/views/', import.meta.url));
const read = (name) => readFileSync(join(VIEWS, name), 'utf8');
const viewOf = (name) => (name.includes('/') ? name.split('/')[0] : 'shell');

/** The views that give a class to something, by class. */
function readClasses() {
  const sources = readdirSync(VIEWS, { recursive: true }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const given = new Map();
  const spoken = new Map();
  for (const name of sources) {
    const text = read(name);
    for (const each of words(findAttributes(text))) add(given, each, viewOf(name));
    for (const each of words(findStrings(text))) add(spoken, each, viewOf(name));
  }
  // A class that is put together elsewhere (`const tone = 'error'`) is known by its word alone.
  return (name) => given.get(name) ?? spoken.get(name) ?? new Set();
}

const add = (map, key, value) => map.set(key, (map.get(key) ?? new Set()).add(value));
const words = (texts) => texts.flatMap((text) => text.replace(/\$\{[^}]*\}/g, ' ').match(/[\w-]+/g) ?? []);

function findStrings(text) {
  return [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(([, one, two, three]) => one ?? two ?? three);
}

function findAttributes(text) {
  return [...text.matchAll(/(?:className=|\bclasses = )(?:"([^"]*)"|[{[])/g)].flatMap((found) => {
    if (found[1] !== undefined) return [found[1]];
    const start = found.index + found[0].length;
    return findStrings(text.slice(start, endOf(text, start, '{', '}')));
  });
}

/** Where the bracket that was opened just before `start` closes. */
function endOf(text, start, opening, closing) {
  let depth = 1;
  let at = start;
  for (; at < text.length && depth > 0; at++) {
    if (text[at] === opening) depth++;
    if (text[at] === closing) depth--;
  }
  return at;
}

/** Every selector of a stylesheet, lists taken apart; frames of animations have none. */
function readSelectors(sheet) {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = [];
  const open = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ';') start = at + 1;
    if (text[at] === '}') {
      open.pop();
      start = at + 1;
    }
    if (text[at] !== '{') continue;
    const head = text.slice(start, at).trim();
    if (!head.startsWith('@') && !open.some((each) => each.startsWith('@keyframes'))) found.push(...splitList(head));
    open.push(head);
    start = at + 1;
  }
  return found;
}

function splitList(selectors) {
  const parts = [''];
  let depth = 0;
  for (const letter of selectors) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((each) => each.trim());
}

/** Whether everything a selector can match is of this view. `:not()` and `:has()` say nothing about that. */
function isOwn(selector, view, givenBy) {
  const bare = selector.replace(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g, '');
  if (bare.startsWith('::highlight(')) return true;
  const choices = /:(?:is|where)\(([^()]*)\)/.exec(bare);
  if (choices && splitList(choices[1]).every((each) => isOwn(each, view, givenBy))) return true;
  const classes = bare.replace(/:(?:is|where)\([^()]*\)/g, '').match(/\.[\w-]+/g) ?? [];
  return classes.some((each) => {
    const views = givenBy(each.slice(1));
    return views.has(view) && views.size === 1;
  });
}

const givenBy = readClasses();
const problems = readdirSync(VIEWS, { recursive: true })
  .filter((name) => name.endsWith('.css'))
  .flatMap((name) =>
    readSelectors(read(name))
      .filter((selector) => !isOwn(selector, viewOf(name), givenBy))
      .map((selector) => `views/${name}: "${selector}" can match what other views draw`),
  );
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
