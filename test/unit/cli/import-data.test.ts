import { expect, it } from 'vitest';
import { importData } from '../../../src/cli/commands/import-data.js';
import { useProject } from './project.js';

const project = useProject('clinic');

const asked = (model: string) =>
  importData(project.context(), model, 'devices.csv', { as: 'admin' });

// The service would be asked next, for which nothing is installed here.
it.each(['Device', 'devices', 'User', 'user', 'Tenant'])(
  'a model may be named %s, as `npm run import` takes it',
  (name) => expect(asked(name)).rejects.toMatchObject({ problems: [{ code: 'not-installed' }] }),
);

it.each(['device', 'Devise', 'users'])('there is no model %s', (name) =>
  expect(asked(name)).rejects.toMatchObject({ problems: [{ code: 'unknown-model' }] }),
);
