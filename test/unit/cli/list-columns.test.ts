import { describe, expect, it } from 'vitest';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const LIST = 'web/src/pages/task/task.list.tsx';
const project = useProject('task-manager');

const hidden = () => {
  const [, names = ''] = /const HIDDEN = \[([^\]]*)\]/.exec(project.read(LIST)) ?? [];
  return [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name);
};
const usual = [
  ...['description', 'planned_work_hours', 'actual_work_hours', 'parent_task_id'],
  ...['created_at', 'updated_at'],
];
const add = (...fields: string[]) => addModelFields(project.context(), 'Task', fields, {});

it('a new field takes no place of another one, by a command', async () => {
  expect(hidden()).toEqual(usual);
  expect(await add('total:decimal=12,2', 'state:enum=new,old')).toBe(0);
  expect(hidden().toSorted()).toEqual([...usual, 'state', 'total'].toSorted());
  expect(await sync(project.context(), {})).toBe(0);
  expect(await add('amount:decimal=12,2:required:default=0')).toBe(0);
  expect(hidden().toSorted()).toEqual([...usual, 'amount', 'state', 'total'].toSorted());
});

it('nor one that was written into the middle of the entity', async () => {
  project.edit('src/models/task/task.model.ts', (text) =>
    text.replace(
      /(?= {2}@Field\(\{ values: \['todo')/,
      "  @Column('decimal', { precision: 12, scale: 2, transformer: DECIMAL, nullable: true })\n  total!: number | null;\n\n",
    ),
  );
  project.edit('src/models/task/task.model.ts', (text) =>
    text.replace(/import \{([^}]*)\} from '#engine';/, "import { DECIMAL,$1} from '#engine';"),
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(LIST)).toContain('source="total"');
  expect(hidden().toSorted()).toEqual([...usual, 'total'].toSorted());
});

it('where there is room, it is shown', async () => {
  const room = { dropData: true };
  expect(await removeModelField(project.context(), 'Task', 'priority', room)).toBe(0);
  expect(await add('total:decimal=12,2')).toBe(0);
  expect(hidden()).toEqual(usual);
});

it('a column keeps its place under a new name', async () => {
  expect(await add('state:enum=new,old')).toBe(0);
  expect(await renameModelField(project.context(), 'Task', 'priority', 'urgency', {})).toBe(0);
  expect(hidden().toSorted()).toEqual([...usual, 'state'].toSorted());
});

it("the columns are their developer's: they stay when a field is added, and by sync", async () => {
  project.edit(LIST, (text) => text.replace("  'description',\n", "  'status',\n"));
  const own = hidden();
  expect(await add('total:decimal=12,2')).toBe(0);
  expect(await sync(project.context(), {})).toBe(0);
  expect(hidden().toSorted()).toEqual([...own, 'total'].toSorted());
});

it('a new amount is summed below its column; what the developer makes of that is theirs, under a new name, too', async () => {
  const column = () => /<NumberColumn source="(?:total|worth)"[^>]*>/.exec(project.read(LIST))?.[0];
  expect(await add('total:decimal=12,2')).toBe(0);
  expect(column()).toBe('<NumberColumn source="total" digits={2} totalBy="sum" />');
  project.edit(LIST, (text) => text.replace('totalBy="sum"', 'totalBy="avg"'));
  expect(await renameModelField(project.context(), 'Task', 'total', 'worth', {})).toBe(0);
  expect(column()).toBe('<NumberColumn source="worth" digits={2} totalBy="avg" />');
  project.edit(LIST, (text) => text.replace(' totalBy="avg"', ''));
  expect(await renameModelField(project.context(), 'Task', 'worth', 'total', {})).toBe(0);
  expect(await sync(project.context(), {})).toBe(0);
  expect(column()).toBe('<NumberColumn source="total" digits={2} />');
});

describe('a list with hidden links', () => {
  const clinic = useProject('clinic');
  const list = () => clinic.read('web/src/pages/note/note.list.tsx');
  const rename = (from: string, to: string) =>
    renameModelField(clinic.context(), 'Note', from, to, {});

  it('hides them under a new name, too', async () => {
    const before = list();
    expect(before).toContain("['body', 'tags', ");
    expect(await rename('tags', 'other_tags')).toBe(0);
    expect(list()).toContain("'other_tags',");
    expect(await sync(clinic.context(), {})).toBe(0);
    expect(await rename('other_tags', 'tags')).toBe(0);
    expect(list()).toBe(before);
  });
});

it('are read without semicolons, too', async () => {
  project.edit(LIST, (text) =>
    text.replace(/HIDDEN = \[[^\]]*\]/, "HIDDEN = ['description']").replaceAll(';\n', '\n'),
  );
  expect(await add('state:enum=new,old')).toBe(0);
  const after = project.read(LIST);
  expect(hidden()).toEqual(['description', 'state']);
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(LIST)).toBe(after);
});
