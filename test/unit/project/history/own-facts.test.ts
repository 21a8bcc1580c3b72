import { describe, expect, it } from 'vitest';
import { basePath } from '../../../../src/disk/base-store.js';
import { filesAfter, isEmptyPlan } from '../../../../src/plan/plan.js';
import { type Choice, settleFiles } from '../../../../src/plan/settle-conflicts.js';
import { renderExample } from '../../../golden/example.js';
import { brokenImports } from '../../../../src/refactor/broken-imports.js';
import { withOlderResources } from '../../../support/older-resources.js';
import { upgradeTree } from '../../../support/upgrade-tree.js';

const NOW = new Date('2026-11-26T12:00:00Z');
const RESOURCE = 'web/src/pages/task/task.resource.ts';
const FACTS = 'web/src/pages/task/task.facts.gen.ts';
const OWN = 'web/src/pages/task/task.chart.ts';
const TEXT = "  { source: 'description', type: 'text' },\n";
const rendered = renderExample('task-manager');
const older = withOlderResources(rendered);

/** Edits of the resource file, each of which finds its place. */
const edited = (...changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, older.get(RESOURCE)!);

/** What an upgrade makes of a project with such a resource file, and with others of its developer. */
function upgrade(resource: string, own: readonly (readonly [path: string, text: string])[] = []) {
  const project = new Map([...older, [RESOURCE, resource], ...own]);
  const { plan, problems, onDisk, project: opened } = upgradeTree(project, NOW);
  const settled = (side: Choice) => {
    const after = filesAfter(
      settleFiles(plan, () => side),
      opened.onDisk,
    );
    expect(brokenImports(after)).toEqual([]);
    return after.get(RESOURCE)!;
  };
  const asked = plan.conflicts.map(({ path, yours, crudgen }) => ({ path, yours, crudgen }));
  return { plan, asked, problems, settled, onDisk };
}

/** The new resource file with something of the developer's. */
const now = (...changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce((text, [from, to]) => text.replace(from, to), rendered.get(RESOURCE)!);
const END = "'TaskEdit'),\n";
const IMPORT = "import { taskFacts } from './task.facts.gen';\n";

describe('a resource file that says what the entity says', () => {
  it('becomes one of labels and pages, with a file of facts beside it, and nothing is asked', () => {
    const { plan, problems, onDisk } = upgrade(older.get(RESOURCE)!);
    expect([plan.conflicts, plan.refused, plan.warnings, problems]).toEqual([[], [], [], []]);
    for (const path of [RESOURCE, FACTS]) {
      expect(onDisk.get(path)).toBe(rendered.get(path));
      expect(onDisk.get(basePath(path))).toBe(rendered.get(path));
    }
    expect(isEmptyPlan(upgradeTree(onDisk, NOW).plan)).toBe(true);
  });

  it('keeps labels and pages of its developer without a question', () => {
    const label = ["title: 'Title'", "title: 'What is to be done'"] as const;
    const board = ["import('./task.list'), 'TaskList'", "import('./task.list'), 'Board'"] as const;
    const { plan, problems, settled } = upgrade(edited(label, board));
    expect([plan.conflicts, problems]).toEqual([[], []]);
    expect(settled('mine')).toBe(now(label, board));
  });

  it.each([
    ["parent: 'parent_task_id'", 'parent: null', 'parent'],
    ['timestamps: true', 'timestamps: false', 'timestamps'],
    ["children: 'subtasks'", "children: 'parts'", 'children'],
    ["  children: 'subtasks',\n", '', 'children'],
  ])('is asked about a fact that its developer has changed: %s, now %s', (from, to, key) => {
    const { asked, problems, settled } = upgrade(edited([from, to]));
    const kept = to === '' ? `${key}: undefined` : to.trim();
    expect(asked).toEqual([{ path: RESOURCE, yours: kept, crudgen: '' }]);
    expect(problems).toMatchObject([
      {
        code: 'own-facts',
        message: expect.stringContaining(`your own version of \`${key}\`; ${FACTS}`),
      },
    ]);
    expect(settled('mine')).toBe(now(['...taskFacts,\n', `...taskFacts,\n  ${kept},\n`]));
    expect(settled('theirs')).toBe(rendered.get(RESOURCE));
  });

  it('is asked about the list of fields that its developer has changed, where it counts', () => {
    const { asked, problems, settled } = upgrade(edited([TEXT, '  // No text.\n']));
    expect(asked).toMatchObject([{ path: RESOURCE, crudgen: '' }]);
    expect(asked[0]!.yours).toMatch(
      /^fields: \[\n {4}\{ source: 'title', .*\n {4}\/\/ No text\.\n {4}\{ source: 'status'/,
    );
    expect(problems).toMatchObject([
      { message: expect.stringMatching(/task\.resource\.ts:20 has your own version of `fields`/) },
    ]);
    const own = settled('mine');
    expect(own).toContain(`${IMPORT}\n/** Tasks in`);
    expect(own).toContain(`${END}  fields: [\n`);
    expect(own).not.toContain('taskFields');
    expect(settled('theirs')).toBe(rendered.get(RESOURCE));
  });

  it('is asked about a comment in that list, which means nothing and may mean much', () => {
    const { asked } = upgrade(edited([TEXT, `  // Long.\n${TEXT}`]));
    expect(asked).toMatchObject([{ yours: expect.stringContaining('// Long.') }]);
  });

  it('is not asked about another layout or name of that list', () => {
    const text = edited([TEXT, "  {\n    source: 'description',\n    type: 'text',\n  },\n"]);
    const styled = text
      .replaceAll('taskFields', 'columns')
      .replace("'parent_task_id',", '"parent_task_id",');
    const { plan, problems, settled } = upgrade(styled);
    expect([plan.conflicts, problems]).toEqual([[], []]);
    expect(settled('mine')).toBe(rendered.get(RESOURCE));
  });

  it('gets the generated list for what its developer makes of it', () => {
    const more = 'fields: [...taskFields, EXTRA]';
    const extra = "const EXTRA = { source: 'extra', type: 'text' } as const;\n\n";
    const { asked, settled } = upgrade(
      edited(['fields: taskFields', more], ['/** Tasks in', `${extra}/** Tasks in`]),
    );
    expect(asked).toEqual([{ path: RESOURCE, yours: more, crudgen: '' }]);
    expect(settled('mine')).toBe(
      now(
        ['{ taskFacts }', '{ taskFacts, taskFields }'],
        [END, `${END}  ${more},\n`],
        ['/** Tasks in', `${extra}/** Tasks in`],
      ),
    );
  });

  it('keeps the list where what is made of it was changed as well', () => {
    const some = 'fields: taskFields.slice(1)';
    const { asked, settled } = upgrade(edited([TEXT, ''], ['fields: taskFields', some]));
    expect(asked).toHaveLength(2);
    const own = settled('mine');
    expect(own).toContain('export const taskFields: readonly FieldFact[] = [\n');
    expect(own).toContain(`${END}  ${some},\n`);
    expect(settled('theirs')).toBe(rendered.get(RESOURCE));
  });
});

describe('code that imports the list of fields from a resource file', () => {
  const USES = [
    "import { taskFields } from './task.resource';\n\nexport const sources = taskFields.map(({ source }) => source);\n",
    "import * as task from './task.resource';\n\nexport const count = task.taskFields.length;\n",
    "export const late = async () => (await import('./task.resource')).taskFields;\n",
  ];
  const PASSED_ON = "export { taskFields } from './task.facts.gen';\n";

  it.each(USES)('goes on to do so: %s', (text) => {
    const { plan, problems, settled } = upgrade(older.get(RESOURCE)!, [[OWN, text]]);
    expect([plan.conflicts, problems]).toEqual([[], []]);
    expect(settled('mine')).toBe(now([IMPORT, `${IMPORT}\n${PASSED_ON}`]));
  });

  it('by the name that its developer gave it', () => {
    const named = older.get(RESOURCE)!.replaceAll('taskFields', 'columns');
    const { settled } = upgrade(named, [[OWN, "export { columns } from './task.resource';\n"]]);
    expect(settled('mine')).toContain("export { taskFields as columns } from './task.facts.gen';");
  });

  it('is named where it does without edits of the list', () => {
    const { problems, settled } = upgrade(edited([TEXT, '']), [[OWN, USES[0]!]]);
    expect(problems).toMatchObject([
      {},
      { message: expect.stringContaining('imports `taskFields`'), help: `see ${OWN}:1` },
    ]);
    for (const side of ['mine', 'theirs'] as const) expect(settled(side)).toContain(PASSED_ON);
  });

  it('of a resource file that its developer has moved', () => {
    const place = 'web/src/own/task.resource.ts';
    const moved = new Map(older);
    moved.delete(RESOURCE);
    moved.set(place, older.get(RESOURCE)!.replaceAll("'./task.", "'../pages/task/task."));
    moved.set('web/src/own/chart.ts', USES[0]!);
    const { plan, after } = upgradeTree(moved, NOW);
    expect(plan.conflicts).toEqual([]);
    expect(after.get(place)).toContain("export { taskFields } from '../pages/task/task.facts.gen'");
    expect(after.get(place)).toContain("import { taskFacts } from '../pages/task/task.facts.gen'");
  });
});
