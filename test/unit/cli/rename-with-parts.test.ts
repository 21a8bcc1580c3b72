import { expect, it } from 'vitest';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { type PartKind, PART_KINDS } from '../../../src/model/model.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const MODELS = 'src/models/models.gen.ts';
const FACTS = 'web/src/pages/colleague/colleague.facts.gen.ts';
const add = (kind: PartKind) => partAdd(project.context(), kind, 'TeamMember');
const rename = () => {
  const args = ['model', 'rename', 'TeamMember', 'Colleague'];
  return renameWholeModel(project.context({ args }), 'TeamMember', 'Colleague', {
    dropData: false,
  });
};

it('the parts of a model go with it, by their names and in all lists', async () => {
  for (const kind of PART_KINDS) expect(await add(kind)).toBe(0);
  project.edit('src/models/team-member/team-member.rules.ts', (text) => `// mine\n${text}`);
  const shared = "import { teamMemberHooks } from './models/team-member/team-member.hooks.js';\n";
  project.write('src/shared.ts', `${shared}export const known = [teamMemberHooks];\n`);
  expect(await rename()).toBe(0);
  expect(project.files('src/models')).not.toContain('team-member');
  expect(project.files('src/models/colleague')).toEqual(
    expect.arrayContaining(PART_KINDS.map((kind) => `colleague.${kind}.ts`)),
  );
  expect(project.read('src/models/colleague/colleague.routes.ts')).toContain(
    'export const colleagueRoutes = defineRoutes(Colleague, () => {',
  );
  expect(project.read('src/models/colleague/colleague.access.ts')).toContain(
    'export const colleagueAccess = defineAccess<Colleague>({\n  // roles:',
  );

  const hooks = project.read('src/models/colleague/colleague.hooks.ts');
  expect(hooks).toContain("import { Colleague } from './colleague.model.js';");
  expect(hooks).toContain('export const colleagueHooks = defineHooks(Colleague, {');
  expect(hooks).not.toMatch(/team-?member/i);
  const rules = project.read('src/models/colleague/colleague.rules.ts');
  expect(rules).toMatch(/^\/\/ mine\n/);
  expect(rules).toContain('export const colleagueRules = defineRules<Colleague>({');
  expect(project.read('src/shared.ts')).toBe(
    "import { colleagueHooks } from './models/colleague/colleague.hooks.js';\nexport const known = [colleagueHooks];\n",
  );

  const list = project.read(MODELS);
  expect(list).toContain("import { colleagueHooks } from './colleague/colleague.hooks.js';");
  expect(list).toContain("import { colleagueRules } from './colleague/colleague.rules.js';");
  expect(list).toContain("import { colleagueRoutes } from './colleague/colleague.routes.js';");
  expect(list).toContain("import { colleagueAccess } from './colleague/colleague.access.js';");
  expect(list).not.toMatch(/team.?member/i);
  expect(project.read(FACTS)).toContain(
    "import { colleagueRules } from '../../../../src/models/colleague/colleague.rules.js';",
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(MODELS)).toBe(list);
});

it('those that have a name or a place of their own keep it', async () => {
  await add('hooks');
  await add('rules');
  const text = project.read('src/models/team-member/team-member.hooks.ts');
  const own = text.replace('teamMemberHooks', 'whatHappens');
  project.write(
    'src/happens.ts',
    own.replaceAll("'./team-member.model", "'./models/team-member/team-member.model"),
  );
  project.remove('src/models/team-member/team-member.hooks.ts');
  expect(await sync(project.context(), {})).toBe(0);
  expect(await rename()).toBe(0);
  const hooks = project.read('src/happens.ts');
  expect(hooks).toContain("import { Colleague } from './models/colleague/colleague.model.js';");
  expect(hooks).toContain('export const whatHappens = defineHooks(Colleague, {');
  const list = project.read(MODELS);
  expect(list).toContain("import { whatHappens as colleagueHooks } from '../happens.js';");
  expect(list).toContain("import { colleagueRules } from './colleague/colleague.rules.js';");
});

it('are not added beside entities whose migration is still to be written, which has questions of its own', async () => {
  const entity = 'src/models/team-member/team-member.model.ts';
  const before = project.read(entity);
  project.edit(entity, (text) =>
    text.replace(
      '  @CreateDateColumn',
      "  @Column('varchar', { length: 20 })\n  stage!: string;\n\n  @CreateDateColumn",
    ),
  );
  for (const kind of PART_KINDS)
    await expect(add(kind)).rejects.toMatchObject({
      problems: [{ code: 'drift', help: 'run first: crudgen sync' }],
    });
  expect(project.files('src/models/team-member')).not.toContain('team-member.hooks.ts');
  project.write(entity, before);
  expect(await add('hooks')).toBe(0);
});
