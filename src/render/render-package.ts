import { compareText } from '../model/compare-text.js';
import type { App } from '../model/model.js';
import { VERSIONS } from './versions.js';

/** `package.json` of a project: one for the service and its back-office, every version exact. */
export function renderPackage(app: App): string {
  const web = <T extends object>(entries: T) => (app.web ? entries : {});
  return json({
    name: app.name,
    version: '0.1.0',
    private: true,
    type: 'module',
    imports: {
      '#engine': './src/engine/index.ts',
      '#engine/testing': './src/engine/testing/index.ts',
      ...web({ '#ui': './web/src/ui/index.ts', '#ui/*': './web/src/ui/*/feature.ts' }),
    },
    engines: { node: '^20.19.0 || ^22.13.0 || >=24.11.0' },
    scripts: {
      dev: app.web ? 'tsx web/build/dev.ts' : WATCH,
      ...web({ 'dev:service': WATCH, 'dev:web': 'vite web' }),
      build: app.web
        ? 'tsc -p tsconfig.build.json && vite build web'
        : 'tsc -p tsconfig.build.json',
      start: 'node --enable-source-maps dist/main.js',
      test: 'vitest run',
      lint: 'eslint . && prettier --check .',
      format: 'prettier --write .',
      typecheck: app.web ? 'tsc --noEmit && tsc --noEmit -p web' : 'tsc --noEmit',
      migrate: 'tsx src/main.ts migrate',
      seed: 'tsx src/main.ts seed',
    },
    dependencies: VERSIONS.service,
    devDependencies: inOrder({ ...VERSIONS.development, ...web(VERSIONS.web) }),
    allowScripts: { 'better-sqlite3': true, esbuild: true, '@scarf/scarf': false },
  });
}

const WATCH = 'tsx watch --clear-screen=false src/main.ts';

function inOrder(packages: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(packages).sort(([left], [right]) => compareText(left, right)),
  );
}

/** JSON as prettier writes `package.json`. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
