import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { useProject } from './project.js';

const project = useProject('task-manager');

/** What `doctor` says of imports. */
async function lost() {
  const before = project.said().length;
  await doctor(project.context());
  const said = project.said().slice(before);
  return said
    .filter(({ code }) => code === 'lost-import')
    .map(({ message }) => message)
    .sort();
}

it('imports that lead to no file are reported, and no others', async () => {
  project.edit(
    'web/src/app.tsx',
    (text) => `import '#ui/dashboard';\nimport './main.css';\n${text}`,
  );
  project.write(
    'src/own.ts',
    [
      "import logo from '../web/public/icon.svg?raw';",
      "import { readFile } from 'node:fs/promises';",
      "import express from 'express';",
      "import { defineRouter } from '#engine';",
      "import { Task } from './models/task/task.model.js';",
      "import type { Kept } from './kept.js';",
      "export * from './gone.js';",
      "export * from './kept.d.ts/part.js';",
      "const late = () => import('./models/gone/index.js');",
    ].join('\n'),
  );
  project.write('src/kept.d.ts', 'export type Kept = string;\n');
  expect(await lost()).toEqual([
    'src/own.ts:7 imports `./gone.js`, but there is no such file',
    'src/own.ts:8 imports `./kept.d.ts/part.js`, but there is no such file',
    'src/own.ts:9 imports `./models/gone/index.js`, but there is no such file',
    'web/src/app.tsx:2 imports `./main.css`, but there is no such file',
  ]);
});

it('that name a file by the path of an older version are told where it is', async () => {
  project.write(
    'src/own.ts',
    "import { upsertMany } from '../engine/records/upsert-many.js';\nvoid upsertMany;\n",
  );
  project.write(
    'src/models/late.ts',
    "export const late = () => import('../../engine/routes/write-once.js');\n",
  );
  await doctor(project.context());
  const helps = project.said().flatMap(({ code, help }) => (code === 'lost-import' ? [help] : []));
  expect(helps.slice(-2)).toEqual([
    expect.stringContaining('the file has moved to engine/routes/request-writes.ts'),
    expect.stringContaining('the file has moved to engine/records/upsert.ts'),
  ]);
});
