import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featuresIn } from '../../../../src/render/features.js';
import { EXAMPLES, templates } from '../../../golden/example.js';
import { driftOf, migrateProject } from '../../../support/drift-of.js';
import { placedExample } from '../../../support/placed-example.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { SCRATCH } from '../../../support/scratch.js';

let server: TestPostgres;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(SCRATCH, 'drift-'));
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const urls = {
  sqlite: (name: string) => Promise.resolve(`sqlite:${join(folder, `${name}.db`)}`),
  postgres: () => server.createDatabase(),
};

/** The features that a project may choose, with their tables; a preview makes none. */
const FEATURES = featuresIn(templates())
  .filter(({ broughtBy, name }) => broughtBy === undefined && name !== 'preview')
  .map(({ name }) => name);

const PROJECTS = [
  ...EXAMPLES.map((example) => [example, example, []] as const),
  ['all features', 'task-manager', FEATURES] as const,
];

describe.each(PROJECTS)('the tables of %s', (name, example, features) => {
  it.each(['sqlite', 'postgres'] as const)(
    'are without drift after its migrations on %s',
    async (kind) => {
      const root = await placedExample(example, features);
      const url = await urls[kind](name.replaceAll(' ', '-'));
      migrateProject(root, url);
      const { exit, told, json, problems } = driftOf(root, url);
      expect({ told, problems, ...json }).toMatchObject({
        told: [],
        problems: [],
        pending: [],
        unserved: [],
      });
      expect(exit).toBe(0);
      expect(json.tables).toBeGreaterThan(8);
    },
    120_000,
  );
});
