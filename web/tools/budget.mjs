// What the first screen loads before anybody does anything: the entry and all it imports, gzipped, and the faces it is set
// in. Fails above the budget.
import { readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = 300_000;
const FONT_BUDGET = 150_000;
const client = new URL('../../src/antiphon/browser/', import.meta.url);
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
const page = readFileSync(new URL('index.html', client), 'utf8');
const fonts = [...page.matchAll(/href="\/(assets\/[\w.-]+\.woff2)"/g)]
  .map(([, name]) => statSync(new URL(name, client)).size)
  .reduce((sum, size) => sum + size, 0);
process.stdout.write(
  `first screen: ${(total / 1000).toFixed(0)} KB of JavaScript, gzipped, in ${sizes.length} files, ${(fonts / 1000).toFixed(0)} KB of fonts\n`,
);
process.exit(total > BUDGET || fonts === 0 || fonts > FONT_BUDGET ? 1 : 0);
