import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { shipFonts } from './tools/fonts.ts';

const server = process.env.ANTIPHON_SERVER ?? 'http://127.0.0.1:8642';

export default defineConfig({
  plugins: [react(), shipFonts()],
  build: {
    outDir: '../src/antiphon/browser',
    emptyOutDir: true,
    target: 'es2023',
    // light-dark() and nesting are written out for browsers that do not know them yet.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // Inlined assets would be data: addresses, which the content security policy refuses for anything but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // tools/budget.mjs counts what matters: all the first screen loads.
    chunkSizeWarningLimit: 900,
  },
  server: { proxy: { '/v1': { target: server } } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // What never ends is cut off, on a slow machine too; `tests.ts` says the same of what is waited for.
    testTimeout: 60_000,
    setupFiles: ['./tools/tests.ts'],
  },
});
