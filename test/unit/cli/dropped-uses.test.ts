import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addFeature, dropFeature } from '../../../src/cli/commands/features.js';
import { useProject } from './project.js';

const project = useProject('task-manager');

const said = (code: string) => project.said().filter((one) => one.code === code);

function write(path: string, ...lines: readonly string[]): void {
  mkdirSync(dirname(join(project.root(), path)), { recursive: true });
  project.write(path, `${lines.join('\n')}\n`);
}

it('code that imports what goes with a feature is named: by alias, by path, and of packages', async () => {
  expect(await addFeature(project.context(), ['uploads'])).toBe(0);
  write('src/lib/c.ts', "import { uploads } from '#engine/uploads';", 'void uploads;');
  write('src/lib/d.ts', "import '../../engine/uploads/index.js';");
  write('src/lib/e.ts', "import express from 'express';", "import '@fastify/busboy';");
  write('src/lib/f.ts', "const late = () => import('@fastify/busboy/lib/x.js');", 'void late;');
  expect(await dropFeature(project.context(), ['uploads'], {})).toBe(0);
  expect(said('lost-import')).toMatchObject([{ help: 'see src/lib/c.ts:1, src/lib/d.ts:1' }]);
  const [version] = /@3[.\d]+/.exec(said('lost-package')[0]?.help ?? '') ?? [];
  expect(said('lost-package')).toMatchObject([
    {
      message: 'your own code imports `@fastify/busboy`, which crudgen removes from package.json',
      help: `to keep it: npm install @fastify/busboy${version}; see src/lib/e.ts:2, src/lib/f.ts:1`,
    },
  ]);
});

it('a file that stays by --keep is named with the package that it imports', async () => {
  const path = 'engine/uploads/read-multipart.ts';
  expect(await addFeature(project.context(), ['uploads'])).toBe(0);
  project.edit(path, (text) => `${text}// mine\n`);
  expect(await dropFeature(project.context(), ['uploads'], { keep: true })).toBe(0);
  expect(said('kept-file')).toMatchObject([{ message: expect.stringContaining(path) }]);
  expect(said('lost-package')).toMatchObject([{ help: expect.stringContaining(`${path}:`) }]);
});

it('endpoints that accept what it reads are named, also by doctor, and nothing else that is called so', async () => {
  expect(await addFeature(project.context(), ['uploads'])).toBe(0);
  write(
    'src/routes/upload.ts',
    "import { defineRouter } from '#engine';",
    '',
    "const FORM = { auth: 'user', accept: 'multipart' } as const;",
    "export const upload = defineRouter('/upload', {}, (route) => {",
    "  route.post('/', FORM, () => null);",
    "  route.post('/two', { auth: 'user', 'accept': `multipart`, limit: 9 }, () => null);",
    "  route.post('/raw', { auth: 'user', accept: 'raw' }, () => null);",
    '});',
    "// accept: 'multipart'",
    "export const other = { kind: 'multipart', accepts: 'multipart' };",
  );
  await doctor(project.context());
  expect(said('absent-body')).toEqual([]);
  expect(await dropFeature(project.context(), ['uploads'], {})).toBe(0);
  const warnings = [
    {
      message:
        'your own code accepts `multipart` in 2 places: without the feature `uploads` the service does not start',
      help: 'add the feature with crudgen add uploads, or change the code: src/routes/upload.ts:3, src/routes/upload.ts:6',
      severity: 'warning',
    },
  ];
  expect(said('absent-body')).toMatchObject(warnings);
  await doctor(project.context());
  expect(said('absent-body')).toMatchObject([...warnings, ...warnings]);
});

it('imports of packages that stay are none of these', async () => {
  expect(await addFeature(project.context(), ['uploads'])).toBe(0);
  write('src/lib/e.ts', "import 'express';");
  expect(await dropFeature(project.context(), ['uploads'], {})).toBe(0);
  expect(said('lost-package')).toEqual([]);
});
