import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.ANTIPHON_SERVER ?? 'http://127.0.0.1:8642';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../src/antiphon/client',
    emptyOutDir: true,
    target: 'es2023',
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
  },
});
