import type { App } from '../model/model.js';
import { type PackageName, VERSIONS } from './versions.js';

/** `package.json` of a project: one for the service and its back-office, every version exact. */
export function renderPackage(app: App): string {
  const web = <T extends object>(entries: T) => (app.web ? entries : {});
  return json({
    name: app.name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '^20.19.0 || ^22.13.0 || >=24.11.0' },
    scripts: {
      dev: app.web ? 'tsx web/build/dev.ts' : WATCH,
      ...web({ 'dev:service': WATCH, 'dev:web': 'vite web' }),
      build: app.web
        ? 'tsc -p tsconfig.build.json && vite build web'
        : 'tsc -p tsconfig.build.json',
      start: 'node --enable-source-maps dist/main.js',
      test: 'vitest run',
      lint: 'eslint . --max-warnings 0 && prettier --check .',
      format: 'prettier --write .',
      typecheck: app.web ? 'tsc --noEmit && tsc --noEmit -p web' : 'tsc --noEmit',
      migrate: 'tsx src/database/migrate-command.ts',
      seed: 'tsx src/database/seed.ts',
    },
    dependencies: pinned(SERVICE),
    devDependencies: pinned([...DEVELOPMENT, ...(app.web ? WEB : [])]),
    allowScripts: { 'better-sqlite3': true, esbuild: true, '@scarf/scarf': false },
  });
}

const WATCH = 'tsx watch --clear-screen=false src/main.ts';

/** What the built service needs to run. */
const SERVICE: readonly PackageName[] = [
  'bcryptjs',
  'better-sqlite3',
  'express',
  'jsonwebtoken',
  'lru-cache',
  'pg',
  'pino',
  'reflect-metadata',
  'swagger-jsdoc',
  'swagger-ui-dist',
  'typeorm',
];

const DEVELOPMENT: readonly PackageName[] = [
  '@eslint/js',
  '@faker-js/faker',
  '@types/better-sqlite3',
  '@types/express',
  '@types/jsonwebtoken',
  '@types/node',
  '@types/pg',
  '@types/swagger-jsdoc',
  'eslint',
  'prettier',
  'tsx',
  'typescript',
  'typescript-eslint',
  'vitest',
];

/** Bundled at build time, so that a running service needs none of them. */
const WEB: readonly PackageName[] = [
  '@emotion/react',
  '@emotion/styled',
  '@mui/icons-material',
  '@mui/material',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  '@types/react',
  '@types/react-dom',
  '@vitejs/plugin-react',
  'eslint-plugin-react-hooks',
  'playwright-core',
  'ra-i18n-polyglot',
  'ra-language-english',
  'react',
  'react-admin',
  'react-dom',
  'react-error-boundary',
  'react-hook-form',
  'react-is',
  'react-router',
  'recharts',
  'vite',
];

function pinned(names: readonly PackageName[]): Record<string, string> {
  return Object.fromEntries([...names].sort().map((name) => [name, VERSIONS[name]]));
}

/** JSON as prettier writes `package.json`. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
