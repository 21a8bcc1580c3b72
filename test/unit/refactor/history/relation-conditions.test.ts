import { describe, expect, it } from 'vitest';
import { partAdd } from '../../../../src/cli/commands/part-add.js';
import { upgrade } from '../../../../src/cli/commands/upgrade.js';
import { nameRelations } from '../../../../src/refactor/history/relation-conditions.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { useProject } from '../../cli/project.js';

const SPEC = `models:
  Member: { fields: { name: 'string:required', badge: 'ref=Badge:unique:as=member' } }
  Badge: { fields: { code: 'string:required' } }
  Tag: { fields: { name: 'string:required' } }
  Project:
    fields: { name: 'string:required', owner: 'ref=Member:as=owned', by: 'ref=Member:as=made' }
  Task:
    fields: { title: 'string:required', project: 'ref=Project:as=tasks', owner: 'ref=Tag:as=owned', tags: 'refs=Tag:as=tagged' }
`;
const app = appOfSpec('app', SPEC, { features: ['containers'] });
const head = "import { custom } from '#engine';\n";
const rewritten = (code: string, imports = '') => {
  const { text, left } = nameRelations('src/a.ts', head + imports + code, app);
  return { text: text.replace(head, ''), left };
};

describe('conditions by foreign keys become such by relations', () => {
  it.each([
    [
      "where.parent<Member>('owner_id', (one) => one.eq('name', x))",
      "where.parent('owner', (one) => one.eq('name', x))",
    ],
    ['where.parent("project_id", open)', 'where.parent("project", open)'],
    [
      "w.linked<Tag>('tags', (tag) => tag.eq('name', x))",
      "w.linked('tags', (tag) => tag.eq('name', x))",
    ],
    [
      "where.children(Task, 'project_id', (task) =>\n  // Theirs.\n  task.parent<Tag>('owner_id', (tag) => tag.eq('name', x)),\n)",
      "where.children('tasks', (task) =>\n  // Theirs.\n  task.parent('owner', (tag) => tag.eq('name', x)),\n)",
    ],
    ["where.children(Project, 'by_id')", "where.children('made')"],
    ["where.children(Member, 'badge_id')", "where.parent('member')"],
  ])('%s', (old, now) => {
    expect(rewritten(old)).toEqual({ text: now, left: [] });
    expect(rewritten(now)).toEqual({ text: now, left: [] });
  });

  it('and imports that nothing needs any more go', () => {
    const imports = "import type { Member } from './m.js';\nimport { A, Task } from './t.js';\n";
    const code = "f<A>(where.parent<Member>('owner_id', y), where.children(Task, 'project_id'));\n";
    expect(rewritten(code, imports).text).toBe(
      "import { A } from './t.js';\nf<A>(where.parent('owner', y), where.children('tasks'));\n",
    );
    const used = `${imports}const x: Member = new Task();\n`;
    expect(rewritten(code, used).text).toContain(used);
  });

  it('leaves what is none, and what it does not know, with its line', () => {
    const others =
      "tree.parent('div'); node.children(list, at); a.linked(b); where.parent('owner', x);";
    expect(rewritten(others)).toEqual({ text: others, left: [] });
    expect(rewritten("\nwhere.parent<Project>('owner_id', x)").left).toEqual([
      { line: 3, why: 'no model has a `owner_id` that leads to `Project`' },
    ]);
    expect(rewritten("where.children(Lost, 'owner_id')").left).toEqual([
      { line: 2, why: '`Lost.owner_id` is not a foreign key of a model' },
    ]);
  });

  it('leaves a key that relations of two models call differently, and one without another side', () => {
    const models = app.models.map((model) => ({
      ...model,
      fields: model.fields.map((field) =>
        field.name === 'owner_id' && model.name === 'Task'
          ? { ...field, reference: { ...field.reference!, relation: 'keeper', inverse: null } }
          : field,
      ),
    }));
    const code = `${head}a.parent('owner_id', x);\nb.children(Task, 'owner_id');\n`;
    expect(nameRelations('src/a.ts', code, { ...app, models })).toEqual({
      text: code,
      left: [
        {
          line: 2,
          why: '`owner_id` belongs to the relation owner in one model and to keeper in another',
        },
        { line: 3, why: '`Tag` has no property for the other side of `Task.owner_id`' },
      ],
    });
  });
});

describe('upgrade', () => {
  const project = useProject('task-manager');
  const ACCESS = 'src/models/task/task.access.ts';
  const OWN = 'src/models/task/own.ts';
  const RULE = (condition: string) => `import { custom } from '#engine';
import type { Task } from './task.model.js';

export const mine = custom<Task>((user, where) =>
  where.${condition},
);
`;

  it('rewrites what a version of before had, and names with its place what it cannot', async () => {
    expect(await partAdd(project.context(), 'access', 'Task')).toBe(0);
    for (const path of ['crudgen.json', '.crudgen/base/crudgen.json'])
      project.edit(path, (text) => text.replace(/"version": "[^"]*"/, '"version": "0.2.0"'));
    const old = RULE(
      "parent<Project>('project_id', (project) => project.eq('name', user.username))",
    );
    project.write(
      OWN,
      old.replace(
        'import type',
        "import type { Project } from '../project/project.model.js';\nimport type",
      ),
    );
    project.edit(ACCESS, (text) => `${text}// where.parent('assignee_id', x) \n`);
    project.write(
      'src/models/task/wrong.ts',
      RULE("parent<Project>('assignee_id', (one) => one.all)"),
    );
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(OWN)).toBe(
      RULE("parent('project', (project) => project.eq('name', user.username))"),
    );
    expect(project.said().filter(({ code }) => code === 'old-form')).toMatchObject([
      {
        severity: 'warning',
        message:
          'src/models/task/wrong.ts:5 cannot be rewritten: no model has a `assignee_id` that leads to `Project`',
      },
    ]);
    project.said().splice(0);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.said().filter(({ code }) => code === 'old-form')).toEqual([]);
  });
});
