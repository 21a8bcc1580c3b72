import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const USER = 'src/models/user/user.model.ts';
const warned = async (command: typeof doctor): Promise<string[]> => {
  project.said().splice(0);
  await command(project.context());
  return project
    .said()
    .filter(({ code }) => code === 'shared-login')
    .map(({ at, severity }) => `${at?.file}: ${severity}`);
};

it('a login that two may share is told by sync and doctor, and one that is unique in other words is not', async () => {
  const all = (context: Parameters<typeof doctor>[0]) => sync(context, {});
  expect(await warned(doctor)).toEqual([]);
  const text = project.read(USER);
  const shared = text.replace('length: 255, unique: true, select', 'length: 255, select');
  expect(shared).not.toBe(text);
  project.write(USER, shared);
  expect(await warned(all)).toEqual([`${USER}: warning`]);
  expect(await warned(doctor)).toEqual([`${USER}: warning`]);

  const said = shared.replace(
    "@Entity('auth_user')",
    "@Entity('auth_user')\n@Unique(['username_key'])",
  );
  project.write(USER, said.replace('  UpdateDateColumn,', '  Unique,\n  UpdateDateColumn,'));
  expect(await warned(doctor)).toEqual([]);
});
