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

/** The name of the type a schema has, or what it says itself where it has none. */
function typeOf(schema) {
  if (schema?.$ref) return schema.$ref.split('/').at(-1);
  return schema?.type === 'string' ? 'string' : 'unknown';
}

/** What one route is asked with and what it answers: by these types `ask` knows both. */
function describeRoute(path, method, operation) {
  const named = (place) =>
    (operation.parameters ?? []).filter((each) => each.in === place).map((each) => `'${each.name}'`);
  const names = (place) => named(place).sort().join(' | ') || 'never';
  const [, answered] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const answer = answered?.content?.['application/json']?.schema;
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const fields = [
    `path: ${names('path')}`,
    `query: ${names('query')}`,
    `body: ${body ? typeOf(body) : 'never'}`,
    `answer: ${answer ? typeOf(answer) : 'undefined'}`,
  ];
  return `  '${method.toUpperCase()} ${path}': { ${fields.join('; ')} };`;
}

function routes(openapi) {
  const lines = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describeRoute(path, method, operation)),
  );
  return `\n/** Every route the server has: the names in its address and query, what it is sent and what it answers. */\nexport interface Routes {\n${lines.sort().join('\n')}\n}\nexport type Route = keyof Routes;\n`;
}

const openapi = read('openapi.json');
const events = read('events.schema.json');
const files = {
  'answers.ts': (await types(openapi.components.schemas, 'Answers')) + routes(openapi),
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
