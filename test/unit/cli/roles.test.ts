import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { renderProject } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { MADE_AT, templates } from '../../golden/example.js';
import { useProject } from './project.js';

const PUPIL = `
  Pupil:
    access: { Guardian: [list, show, delete], Office: [list, show, create, edit, delete] }
    fields: { name: string:required }
`;
const ROLES = 'src/roles.ts';
const LIST = 'src/features.gen.ts';
const TEST = 'src/models/pupil/pupil.test.ts';

const folder = mkdtempSync(join(tmpdir(), 'crudgen-roles-'));
const from = join(folder, 'more.yaml');
beforeAll(() =>
  writeFileSync(
    from,
    'roles: { Office: write, Driver: [GET] }\nmodels: { Bus: { fields: { name: string } } }\n',
  ),
);
afterAll(() => rmSync(folder, { recursive: true }));

const projectOf = (spec: string) => {
  const app = appOfSpec('school', spec, { features: [] });
  return useProject(renderProject(app, { templates: templates(), now: MADE_AT, secret: 'x' }));
};

describe('a project without roles of its own', () => {
  const project = projectOf(`models:${PUPIL}`);

  it('has no file of them, and gets one with a spec that has some', async () => {
    expect(() => project.read(ROLES)).toThrow('ENOENT');
    expect(project.read(LIST)).not.toContain('roles');
    await modelAdd(project.context(), undefined, [], { from });
    expect(project.read(ROLES)).toContain("Driver: { methods: ['GET'] }");
    expect(project.read(LIST)).toContain('features: readonly Feature[] = [roles]');
    expect(project.read(TEST)).toContain("['Office', 'list show create edit']");
  });

  it('may get one by hand, which `sync` lists', async () => {
    project.write(
      ROLES,
      "import { defineRoles } from '#engine';\n\nexport const roles = defineRoles({ Guardian: { methods: 'read' } });\n",
    );
    const before = project.read(ROLES);
    await sync(project.context(), {});
    expect(project.read(ROLES)).toBe(before);
    expect(project.read(LIST)).toContain("import { roles } from './roles.js';");
    expect(project.read(TEST)).toContain("['Guardian', 'list show']");
  });
});

describe('a project with roles', () => {
  const project = projectOf(`roles: { Office: write }\nmodels:${PUPIL}`);

  it('keeps what its developer makes of them, also beside those of another spec', async () => {
    project.edit(ROLES, (text) =>
      text.replace('Office:', "// Who helps.\n  Guardian: { methods: 'read' },\n  Office:"),
    );
    await sync(project.context(), {});
    expect(project.read(TEST)).toContain("['Guardian', 'list show']");
    await modelAdd(project.context(), undefined, [], { from });
    const [helps, guardian, office, driver] = [
      '// Who helps',
      'Guardian:',
      'Office:',
      'Driver:',
    ].map((words) => project.read(ROLES).indexOf(words));
    expect([helps, guardian, office, driver]).toEqual(
      [helps!, guardian!, office!, driver!].toSorted((one, other) => one - other),
    );
    expect(helps).toBeGreaterThan(0);
  });

  it('loses them with their file', async () => {
    project.remove(ROLES);
    await sync(project.context(), {});
    expect(project.read(LIST)).not.toContain('roles');
    expect(project.read(TEST)).toContain("['Office', 'list show create edit delete']");
  });
});
