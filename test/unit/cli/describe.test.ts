import { expect, it } from 'vitest';
import { describe as describeCommand } from '../../../src/cli/commands/describe.js';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { useProject } from './project.js';

const project = useProject('clinic');

async function told(): Promise<string> {
  const said: string[] = [];
  const { terminal, ...rest } = project.context();
  await describeCommand({
    ...rest,
    terminal: { ...terminal, print: (text) => void said.push(text) },
  });
  return said.join('\n');
}

it('a project is told in few words, as its code has it', async () => {
  expect(await endpointAdd(project.context(), 'Device', 'POST', '/:id/retire', {})).toBe(0);
  const terminal = new JsonTerminal();
  await describeCommand(project.context({ json: true, terminal }));
  const said = JSON.parse(terminal.document(0));
  expect(said).toMatchObject({
    name: 'clinic',
    database: 'sqlite',
    other_features: expect.arrayContaining(['deploy', 'jobs', 'workers']),
  });
  expect(said.features).toContain('admin');
  expect(Object.keys(said.commands).join()).toContain('crudgen sync');
  const [device] = said.models.filter(({ name }: { name: string }) => name === 'Device');
  expect(device).toMatchObject({
    prefix: '/devices',
    file: 'src/models/device/device.model.ts',
    roles: { Viewer: ['list', 'show'] },
    endpoints: ['POST /devices/:id/retire (edit)'],
  });
  expect(device.fields).toContain('asset_code:string:required:write=Admin');
  expect(device.restricted).toContain('cost: read Admin, write Admin');
  const [diary] = said.models.filter(({ name }: { name: string }) => name === 'Diary');
  expect(diary.rows).toEqual(["owner('author_id')"]);
});

it('people read the same on a page', async () => {
  const text = await told();
  expect(text).toContain('Appointment  /appointment  src/models/appointment/appointment.model.ts');
  expect(text).toContain("  rows       tenant('tenant_id')");
});
