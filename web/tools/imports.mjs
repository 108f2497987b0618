// Which file of the client may import which: no circles anywhere, and views only from the views below them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** The views from the ground up. A view may import those before it, never those behind it. */
const VIEWS = [
  'parts',
  'markdown',
  'payloads',
  'analyses',
  'documents',
  'tools',
  'rounds',
  'context',
  'contamination',
  'heartbeats',
  'inspector',
  'instructions',
  'todos',
  'memory',
  'journal',
  'evals',
  'work',
  'map',
  'advisors',
  'panels',
  'models',
  'share',
  'connect',
  'accounts',
  'webhooks',
  'operations',
  'topics',
  'search',
  'conversations',
  'library',
  'composer',
  'conversation',
  'welcome',
  'tour',
  'settings',
  'keys',
  'shell',
];

/** Every file with the files it imports, types included; tests import what they like. */
function readImports() {
  const files = readdirSync(SOURCE, { recursive: true }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const known = new Set(files);
  return new Map(files.map((file) => [file, findImports(file, known)]));
}

function findImports(file, known) {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, name]) =>
    join(dirname(file), name),
  );
  return [
    ...new Set(named.flatMap((name) => [name, `${name}.ts`, `${name}.tsx`].find((each) => known.has(each)) ?? [])),
  ];
}

/** Sets of files that lead back to themselves (Tarjan's strongly connected components). */
function findCircles(imports) {
  const numbers = new Map();
  const lowest = new Map();
  const open = [];
  const circles = [];
  const visit = (file) => {
    numbers.set(file, numbers.size);
    lowest.set(file, numbers.get(file));
    open.push(file);
    for (const each of imports.get(file)) {
      if (!numbers.has(each)) visit(each);
      if (open.includes(each)) lowest.set(file, Math.min(lowest.get(file), lowest.get(each)));
    }
    if (lowest.get(file) !== numbers.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of imports.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}

function viewOf(file) {
  const [room, view, inside] = file.split('/');
  return room === 'views' && inside !== undefined ? view : null;
}

function findArrowsUp(imports) {
  return [...imports].flatMap(([file, imported]) =>
    imported
      .filter((each) => {
        const [from, to] = [viewOf(file), viewOf(each)];
        return from !== null && to !== null && VIEWS.indexOf(to) > VIEWS.indexOf(from);
      })
      .map((each) => `${file} imports ${each}`),
  );
}

const imports = readImports();
const unlisted = [...new Set([...imports.keys()].flatMap((file) => viewOf(file) ?? []))].filter(
  (view) => !VIEWS.includes(view),
);
const empty = VIEWS.filter((view) => !existsSync(join(SOURCE, 'views', view)));
const problems = [
  ...findCircles(imports).map((circle) => `a circle: ${circle.join(' <- ')}`),
  ...findArrowsUp(imports).map((arrow) => `an arrow back up: ${arrow}`),
  ...unlisted.map((view) => `views/${view} has no place in the order of tools/imports.mjs`),
  ...empty.map((view) => `tools/imports.mjs names views/${view}, which is not there`),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
