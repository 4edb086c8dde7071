import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `--mode fake` builds the page that runs in a plain browser on samples (see src/ipc/fake.ts).
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  define: { __FAKE__: JSON.stringify(mode === 'fake' || mode === 'test') },
  resolve: {
    alias: { $locales: here('../crates/app/locales'), $icons: here('../icons'), $root: here('..') },
    // Without this Svelte resolves its server build under vitest.
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: { target: 'safari16', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: { port: 5173, strictPort: true, fs: { allow: [here('..')] } },
  test: {
    environment: 'jsdom',
    setupFiles: ['tests/setup.ts'],
    include: ['tests/**/*.test.ts'],
  },
}));
