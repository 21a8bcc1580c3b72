import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('clinic');
const FILE = 'src/models/user/user.access.ts';

const rules = (rows: string) => `import { custom, defineAccess } from '#engine';
import type { User } from './user.model.js';

export const userAccess = defineAccess<User>({
  roles: { Admin: ['list', 'show', 'create', 'edit', 'delete'], Doctor: ['list', 'show', 'edit'], '*': ['list', 'show'] },
  ${rows}
  fields: {
    password: { write: ['Admin', 'Doctor', 'Nurse'] },
    roles: { read: ['Admin', 'Doctor'], write: ['Admin', 'Doctor'] },
    status: { write: ['Admin'] },
  },
  gives: { Doctor: ['Nurse'] },
});
`;

const told = async (rows: string) => {
  project.write(FILE, rules(rows));
  expect(await sync(project.context(), {})).toBe(0);
  const before = project.said().length;
  await doctor(project.context());
  return project
    .said()
    .slice(before)
    .filter(({ code }) => code === 'open-users');
};

it('the doctor warns of roles that administer users across tenants, as long as there is no row rule', async () => {
  const help = `add \`rows\` to ${FILE}; docs/administering-users.md has an example`;
  expect(await told('')).toEqual(
    ['roles', 'password'].map((field) =>
      expect.objectContaining({
        message: `Doctor may write \`${field}\` of all users, because no row rule limits them to users of their tenants`,
        help,
        severity: 'warning',
      }),
    ),
  );
  expect(
    await told(
      "rows: [custom<User>((user, where) => where.linked('tenants', (one) => one.in('id', user.tenants)))],",
    ),
  ).toEqual([]);
});
