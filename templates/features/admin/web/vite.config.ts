import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';

/** The path of the back-office. */
const BASE = process.env['ADMIN_BASE'] ?? '/admin/';

/** The service's address for `npm run dev`: by default on the port of its `.env`. */
const { PORT = '3000' } = loadEnv('development', join(import.meta.dirname, '..'), 'PORT');
const SERVICE = process.env['SERVICE_URL'] ?? `http://127.0.0.1:${PORT}`;

/** Redirects `/admin`, where the router is after sign-in, as the service does: Vite itself answers with 404. */
const trailingSlash: Plugin = {
  name: 'trailing-slash',
  configureServer: ({ config, middlewares }) => {
    middlewares.use(({ url = '' }, response, next) => {
      const location = url.replace(/\?|$/, '/$&');
      if (location.replace(/\?.*/, '') !== config.base) return next();
      response.writeHead(302, { location }).end();
    });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  // A generated list takes less than 350; one with a filter of react-admin's own inputs fits, too.
  plugins: [react(), trailingSlash, compress(), budget({ limitKilobytes: 400 })],
  server: {
    proxy: { '/api': { target: SERVICE } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // What every page needs is one file: twenty small ones compress worse, and each repeats what it takes of the others.
      output: { codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] } },
      // `#ui` only re-exports: a page loads what it uses of it, not everything.
      treeshake: { moduleSideEffects: [{ test: /\/ui\/index\.ts$/, sideEffects: false }] },
    },
  },
});
