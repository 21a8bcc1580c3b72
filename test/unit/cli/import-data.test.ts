import { expect, it } from 'vitest';
import { dropFeature } from '../../../src/cli/commands/features.js';
import { importData } from '../../../src/cli/commands/import-data.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from './project.js';

const project = useProject(renderExample('clinic', ['admin', 'import']));

it('a project without the feature is told how to get it', async () => {
  await dropFeature(project.context(), ['import'], { dropData: true });
  await expect(asked('Device')).rejects.toMatchObject({
    problems: [{ code: 'no-import', help: 'type: crudgen add import' }],
  });
});

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
