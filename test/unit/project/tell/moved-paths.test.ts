import { expect, it } from 'vitest';
import { usesOfMovedPaths } from '../../../../src/project/tell/moved-paths.js';

const moves = new Map([
  ['src/database/seed.ts', 'engine/service/commands.ts'],
  ['test/fresh.ts', 'engine/testing/test-service.ts'],
]);

const told = (path: string, ...lines: readonly string[]): string[] =>
  usesOfMovedPaths(new Map([[path, lines.join('\n')]]), moves).map(({ message }) => message);

it('a script that names a moved file gets a warning', () => {
  const files = new Map([['package.json', '"demo": "tsx test/fresh.ts"']]);
  expect(usesOfMovedPaths(files, moves)).toMatchObject([
    { code: 'old-path', severity: 'warning', help: expect.stringContaining('the new path') },
  ]);
});

it.each([
  [
    'package.json',
    '"demo": "tsx src/database/seed.ts --fake 5"',
    'src/database/seed.ts',
    'engine/service/commands.ts',
  ],
  [
    'ops/Dockerfile',
    'CMD ["node", "./dist/src/database/seed.js"]',
    'dist/src/database/seed.js',
    'dist/engine/service/commands.js',
  ],
  [
    '.github/workflows/ci.yml',
    "run: tsx 'test/fresh.ts'",
    'test/fresh.ts',
    'engine/testing/test-service.ts',
  ],
  [
    'scripts/report.mjs',
    "import { seed } from '../dist/src/database/seed.js';",
    'dist/src/database/seed.js',
    'dist/engine/service/commands.js',
  ],
  ...['/srv/app/', '$HOME/app/', '${APP}/', '~/my-app/', '%h/app/'].map((folder) => [
    'ops/app.service',
    `ExecStart=/usr/bin/node ${folder}dist/src/database/seed.js`,
    'dist/src/database/seed.js',
    'dist/engine/service/commands.js',
  ]),
  [
    'vitest.config.ts',
    "setupFiles: ['./test/fresh.ts'],",
    'test/fresh.ts',
    'engine/testing/test-service.ts',
  ],
])('%s that names a file which has moved is told', (path, line, old, now) => {
  expect(told(path, '', line)).toEqual([`${path}:2 refers to ${old}, which has moved to ${now}`]);
});

it.each([
  ['README.md', 'See src/database/seed.ts.'],
  ['src/own.ts', "const path = 'src/database/seed.ts';"],
  ['ops/app.service', 'ExecStart=node /srv/app/node_modules/own/dist/src/database/seed.js'],
  ['k8s/probe.yaml', 'url: https://dist.example.com/dist/src/database/seed.js'],
  ['package.json', '"demo": "tsx my/src/database/seed.ts src/database/seed.tsx"'],
])('words elsewhere and other paths are not: %s', (path, line) => {
  expect(told(path, line)).toEqual([]);
});

const WHOLE = new Map([
  ['src/engine/http/serve.ts', 'engine/http/serve.ts'],
  ['src/engine/http/shell.ts', 'engine/http/shell.ts'],
  ['src/engine/crud/list.ts', 'engine/records/list.ts'],
  ['src/engine/crud/write.ts', 'engine/records/update.ts'],
]);

it.each([
  ['tsconfig.own.json', '"include": ["src/engine/**/*.ts"]', 'src/engine', 'engine'],
  ['Dockerfile', 'COPY ./src/engine ./engine', 'src/engine', 'engine'],
  ['scripts/lint.sh', 'eslint src/engine/crud/', 'src/engine/crud', 'engine/records'],
  ['package.json', '"lint": "eslint src/engine/http"', 'src/engine/http', 'engine/http'],
])('%s that names a folder of which nothing is left is told', (path, line, old, now) => {
  const files = new Map([
    [path, line],
    ['src/app.ts', ''],
  ]);
  expect(usesOfMovedPaths(files, WHOLE).map(({ message }) => message)).toEqual([
    `${path}:1 refers to ${old}, which has moved to ${now}`,
  ]);
});

it('a folder with files of the developer in it is still there, and so is one with a longer name', () => {
  const line = 'COPY src/engine/http src/engine-room src /app/';
  const own = new Map([
    ['Dockerfile', line],
    ['src/engine/http/own.ts', ''],
  ]);
  expect(usesOfMovedPaths(own, WHOLE)).toEqual([]);
  const file = new Map([
    ['Dockerfile', 'COPY src/engine/http/serve.ts .'],
    ['src/app.ts', ''],
  ]);
  expect(usesOfMovedPaths(file, WHOLE)).toHaveLength(1);
});
