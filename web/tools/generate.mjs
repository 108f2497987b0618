// Types of the wire from the two documents the server publishes. `--check` fails instead of writing when they drifted.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const contracts = new URL('../../tests/contracts/', import.meta.url);
const generated = new URL('../src/protocol/generated/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, contracts), 'utf8'));

// Titles would become type names of every field; tuples are written the way the compiler below reads them.
function simplify(node) {
  if (Array.isArray(node)) return node.map(simplify);
  if (node === null || typeof node !== 'object') return node;
  const kept = Object.entries(node).filter(([key, value]) => key !== 'title' || typeof value !== 'string');
  const names = kept.map(([key, value]) => [key === 'prefixItems' ? 'items' : key, simplify(value)]);
  return Object.fromEntries(names);
}

async function types(definitions, name) {
  const text = JSON.stringify(simplify(definitions)).replaceAll('#/components/schemas/', '#/$defs/');
  const schema = {
    $defs: JSON.parse(text),
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.keys(definitions).map((key) => [key, { $ref: `#/$defs/${key}` }])),
  };
  return compile(schema, name, {
    bannerComment: '/* Made by `npm run generate`; do not edit. */',
    additionalProperties: false,
    unknownAny: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}

function paths(openapi) {
  const lines = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `  | '${method.toUpperCase()} ${path}'`),
  );
  return `\n/** Every route the server has. */\nexport type Route =\n${lines.sort().join('\n')};\n`;
}

const openapi = read('openapi.json');
const events = read('events.schema.json');
const files = {
  'answers.ts': (await types(openapi.components.schemas, 'Answers')) + paths(openapi),
  'events.ts': await types(events.$defs, 'Events'),
};
let drifted = false;
for (const [name, text] of Object.entries(files)) {
  const place = new URL(name, generated);
  if (!process.argv.includes('--check')) writeFileSync(place, text);
  else if (readFileSync(place, 'utf8') !== text) {
    drifted = true;
    process.stderr.write(`${name} is not what the server publishes: run npm run generate\n`);
  }
}
process.exit(drifted ? 1 : 0);
