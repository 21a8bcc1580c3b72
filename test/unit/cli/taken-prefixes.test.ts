import { beforeEach, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('orders');

const ROUTER = (prefix: string) => `import { defineRouter } from '#engine';

export const reports = defineRouter('${prefix}', { auth: 'public' }, (route) => {
  route.get('/', () => ({}));
});
`;
const refused = {
  problems: [
    {
      code: 'duplicate-prefix',
      message: expect.stringContaining('src/routes/reports.ts and the model Report') as string,
    },
  ],
};

beforeEach(() => {
  project.write('src/routes/reports.ts', ROUTER('/report'));
  project.edit('src/routes/routes.ts', (text) =>
    text
      .replace(/^(import type .*\n)/, "$1import { reports } from './reports.js';\n")
      .replace('= [];', '= [reports];'),
  );
});

it('a model under the prefix of a router is refused, and nothing is written', async () => {
  const before = project.read('crudgen.json');
  await expect(modelAdd(project.context(), 'Report', ['name:string'], {})).rejects.toMatchObject(
    refused,
  );
  await expect(renameWholeModel(project.context(), 'Order', 'Report', {})).rejects.toMatchObject(
    refused,
  );
  expect(project.files('src/models')).not.toContain('report');
  expect(project.read('crudgen.json')).toBe(before);
});

it('a router under the prefix of a model is reported by doctor, and sync refuses', async () => {
  project.write('src/routes/reports.ts', ROUTER('/order/late'));
  const message = expect.stringContaining(
    'the model Order have the same prefix `/order`',
  ) as string;
  expect(await doctor(project.context())).toBe(1);
  expect(project.said()).toContainEqual(
    expect.objectContaining({ code: 'duplicate-prefix', message }),
  );
  await expect(sync(project.context(), {})).rejects.toMatchObject({ problems: [{ message }] });
});

it('a router that is not listed is mounted elsewhere', async () => {
  project.write('src/routes/reports.ts', ROUTER('/order'));
  project.edit('src/routes/routes.ts', (text) => text.replace('= [reports]', '= []'));
  expect(await sync(project.context(), {})).toBe(0);
});
