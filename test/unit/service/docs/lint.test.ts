import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { publicView } from '../../../../templates/service/engine/docs/model-schemas.js';
import {
  documentOf,
  folder,
} from '../../../../templates/features/engine-tests/engine/test/docs/document.js';

test('a linter finds no error in it, with fields of every type', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify((await documentOf(publicView)).document));
  const redocly = join(import.meta.dirname, '../../../../node_modules/.bin/redocly');
  const { stderr } = await promisify(execFile)(redocly, ['lint', file], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  expect(stderr).toContain('is valid');
});
