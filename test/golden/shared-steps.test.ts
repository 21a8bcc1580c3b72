import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COPIED } from './copied.js';

const COPIES = join(import.meta.dirname, '../../src/schema/engine');
const SOURCE = join(import.meta.dirname, '../../templates/service/engine/database/steps');

it('the generator has what steps are, and what they do, from the engine of projects', () => {
  const files = readdirSync(COPIES).sort();
  expect(files).toEqual(['replay.ts', 'schema.ts']);
  for (const file of files)
    expect(
      readFileSync(join(COPIES, file), 'utf8'),
      `change ${file} in templates/service/engine/database/steps, and run \`npm run examples\``,
    ).toBe(readFileSync(join(SOURCE, file), 'utf8'));
});

it.each(Object.entries(COPIED))('the generator has %s from a feature', (copy, source) => {
  const [own, of] = [copy, source].map((file) =>
    readFileSync(join(import.meta.dirname, '../..', file), 'utf8'),
  );
  expect(own, `change ${source}, and run \`npm run examples\``).toBe(of);
});
