// The page of the frame that draws diagrams: one file with its one script inside, because a page without an origin can
// fetch nothing, not even from the house. The server names that script in the page's policy by its hash.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const entry = fileURLToPath(new URL('../src/frames/diagram.ts', import.meta.url));
const page = new URL('../../src/antiphon/browser/diagram.html', import.meta.url);

const [{ output }] = await build({
  configFile: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    write: false,
    target: 'es2023',
    chunkSizeWarningLimit: 10_000,
    lib: { entry, formats: ['iife'], name: 'diagram' },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
const [script, ...rest] = output.filter((each) => each.type === 'chunk');
if (rest.length > 0) throw new Error(`the frame would fetch ${rest.map((each) => each.fileName).join(', ')}`);
// Inside a page a script ends at its closing tag and may begin a comment: both only ever stand in strings.
const code = script.code.replace(/<(?=\/script|!--|script)/gi, '\\x3c');
writeFileSync(
  page,
  `<!doctype html>\n<meta charset="utf-8">\n<title>Diagram</title>\n<body><script>${code}</script>\n`,
);
process.stdout.write(`diagrams: ${(code.length / 1000).toFixed(0)} KB in a page of their own\n`);
