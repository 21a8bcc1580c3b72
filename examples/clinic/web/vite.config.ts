import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';

/** Where the browser finds the back-office, and where `npm run dev` finds the service. */
const BASE = process.env['ADMIN_BASE'] ?? '/admin/';
const SERVICE = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  plugins: [react(), compress(), budget({ limitKilobytes: 350 })],
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
      output: {
        codeSplitting: {
          // The facts of all models are small and wanted together by the dashboard and the search.
          groups: [{ name: 'fields', test: /\.fields\.ts$/ }],
        },
      },
    },
  },
});
