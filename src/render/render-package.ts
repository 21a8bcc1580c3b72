import { compareText } from '../model/names.js';
import type { App } from '../model/model.js';
import type { Feature } from './features.js';
import { VERSIONS } from './versions.js';

/** The `package.json` of a project, for service and back-office, with exact versions and only what the features that are on need. */
export function renderPackage(
  app: App,
  off: readonly Feature[],
  on: readonly Feature[] = [],
): string {
  const web = <T extends object>(entries: T) => (app.web ? entries : {});
  return json({
    name: app.name,
    version: '0.1.0',
    private: true,
    type: 'module',
    imports: {
      '#engine': './src/engine/index.ts',
      ...Object.assign({}, ...on.map((feature) => feature.imports)),
      '#engine/rules': './src/engine/rules/index.ts',
      '#engine/testing': './src/engine/testing/index.ts',
      ...web({ '#ui': './web/src/ui/index.ts', '#ui/*': './web/src/ui/*/feature.tsx' }),
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
      console: 'tsx src/main.ts console',
      backup: 'tsx src/main.ts backup',
      'backup:restore': 'tsx src/main.ts restore',
      ...Object.assign({}, ...on.map((feature) => feature.scripts)),
    },
    dependencies: without(off, VERSIONS.service),
    devDependencies: without(off, { ...VERSIONS.development, ...VERSIONS.web }),
    allowScripts: { 'better-sqlite3': true, esbuild: true, '@scarf/scarf': false },
  });
}

const WATCH = 'tsx watch --clear-screen=false src/main.ts dev';

/** Packages by name, without those of features that are off. */
function without(
  off: readonly Feature[],
  packages: Readonly<Record<string, string>>,
): Record<string, string> {
  const left = new Set(off.flatMap((feature) => feature.packages));
  const kept = Object.entries(packages).filter(([name]) => !left.has(name));
  return Object.fromEntries(kept.sort(([one], [other]) => compareText(one, other)));
}

/** JSON as prettier formats it: a list of strings is on one line where it fits. */
export const json = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(LIST, inOneLine)}\n`;

const LIST = /^( *"[^"]+": )\[\n((?: *"[^"\n]*",?\n)+) *\](,?)$/gm;
const WIDTH = 100;

function inOneLine(broken: string, key: string, items: string, end: string): string {
  const line = `${key}[${items.trim().split(/,\n */).join(', ')}]${end}`;
  return line.length <= WIDTH ? line : broken;
}
