// What the first screen loads before anybody does anything: the entry and all it imports, gzipped. Fails above the budget.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = 300_000;
const client = new URL('../../src/antiphon/client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8'));

function gather(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const each of manifest[key].imports ?? []) gather(each, seen);
  return seen;
}

const sizes = [...gather('index.html')].map(
  (key) => gzipSync(readFileSync(new URL(manifest[key].file, client))).length,
);
const total = sizes.reduce((sum, size) => sum + size, 0);
process.stdout.write(
  `first screen: ${(total / 1000).toFixed(0)} KB of JavaScript, gzipped, in ${sizes.length} files\n`,
);
process.exit(total > BUDGET ? 1 : 0);
