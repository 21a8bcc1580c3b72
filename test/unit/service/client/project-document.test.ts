import { join } from 'node:path';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { afterEach, expect, test, vi } from 'vitest';
import { Field, modelModule } from '../../../../templates/service/engine/index.js';
import {
  projectDocument,
  wholeView,
} from '../../../../templates/features/client/engine/client/project-document.js';
import { thing } from '../../../../templates/features/engine-tests/engine/test/docs/document.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { project } from '../../../../templates/service/src/project.js';

/** A folder without models, beside a package.json, which names the document. */
const folder = join(import.meta.dirname, '../../../../bin');

afterEach(() => vi.unstubAllEnvs());

test('is made of the code alone, whatever the settings are', async () => {
  const make = () => projectDocument({ ...project, folder } as Project, () => undefined);
  const made = await make();
  expect(made.paths).toMatchObject({ '/user': { get: {} }, '/auth/login': { post: {} } });
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/nowhere');
  vi.stubEnv('MAX_PAGE_SIZE', 'wrong');
  expect(await make()).toEqual(made);
});

test('reads columns of whatever database', async () => {
  @Entity()
  class Host {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column('inet')
    @Field({ type: 'string' })
    address!: string;

    @Column('datetime')
    since!: Date;
  }
  const models = [modelModule({ entity: Host })];
  const made = await projectDocument({ ...project, folder, models } as Project, () => undefined);
  expect(made.components['schemas']!['HostInput']).toMatchObject({
    required: ['address', 'since'],
  });
});

test('has what some role may read or write', () => {
  const model = {
    ...thing,
    access: {
      ...thing.access,
      fields: { margin: { read: ['Admin'] }, note: { read: [], write: [] } },
    },
  };
  const readable = wholeView.readable(model);
  expect(['title', 'margin', 'note'].map(readable)).toEqual([true, true, false]);
  expect(['title', 'margin', 'note'].map(wholeView.writable(model))).toEqual([true, true, false]);
  expect(['title', 'margin'].map(wholeView.always!(model))).toEqual([true, false]);
});
