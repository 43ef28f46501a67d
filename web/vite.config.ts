import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.SCHILTRON_SERVER ?? 'http://127.0.0.1:8420';

export default defineConfig({
  plugins: [svelte()],
  // The page runs under `default-src 'self'`: nothing may be inlined as a data URL or a script element.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: true,
  },
  // The program compares `Host` with `Origin`: both stay as the browser sent them.
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
