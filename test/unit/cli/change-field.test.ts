import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { undo } from '../../../src/cli/commands/undo.js';
import { readTree } from '../../../src/disk/read-tree.js';
import type { Problem } from '../../../src/problem.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const TASK = 'src/models/task/task.model.ts';
const FORM = 'web/src/pages/task/task.form.tsx';

type Options = Parameters<typeof changeModelField>[3];
const change = (fields: readonly string[], options: Options = {}) =>
  changeModelField(project.context(), 'Task', fields, options);

async function problemsOf(work: Promise<unknown>): Promise<readonly Problem[]> {
  const error: unknown = await work.then(() => null).catch((thrown: unknown) => thrown);
  return (error as { problems?: readonly Problem[] } | null)?.problems ?? [];
}

describe('crudgen model change-field', () => {
  it('brings the change into entity, migration, pages and tests, next to what their owner wrote', async () => {
    project.edit(TASK, (text) =>
      text
        .replace(
          "  @Column('varchar', { length: 255 })\n  title",
          "  /** Mine. */\n  @Column('varchar', { length: 255, comment: 'mine' })\n  title",
        )
        .replace(
          'export class Task {',
          'export class Task {\n  shout(): string {\n    return this.title;\n  }\n',
        ),
    );
    project.edit(FORM, (text) => text.replace('source="title"', 'source="title" label="Mine"'));
    expect(
      await change(['title:max=80', 'due_date:required', 'status:enforce'], {
        dropData: true,
        backfill: ['Task.due_date=2026-01-01'],
      }),
    ).toBe(0);
    const entity = project.read(TASK);
    expect(entity).toContain("/** Mine. */\n  @Column('varchar', { length: 80, comment: 'mine' })");
    expect(entity).toContain('shout(): string');
    expect(entity).toContain("  @Column('date')\n  due_date!: string;");
    expect(entity).toContain("@Field({ values: ['todo', 'in_progress', 'done'], enforce: true })");
    expect(project.read(FORM)).toMatch(/source="title" label="Mine" required max=\{80\}/);
    const migration = project.migration();
    expect(migration).toContain("changeColumn('task', 'title', { type: 'string', length: 80 })");
    expect(migration).toMatch(
      /changeColumn\('task', 'due_date', \{ type: 'date' \}, \{ backfill: '2026-01-01' \}\)/,
    );
    expect(migration).not.toContain("'status'");
  });

  it('says nothing the second time, and leaves nothing for sync', async () => {
    const fields = ['priority:-values:index', 'description:string:max=500', 'title:-default'];
    expect(await change(fields, { dropData: true })).toBe(0);
    const files = readTree(project.root(), new Set());
    expect(await change(fields)).toBe(0);
    expect(await sync(project.context(), {})).toBe(0);
    expect(readTree(project.root(), new Set())).toEqual(files);
  });

  it('is undone', async () => {
    const before = readTree(project.root(), new Set());
    expect(await change(['due_date:index'])).toBe(0);
    expect(project.migration()).toContain("addIndex('task', ['due_date'])");
    expect(await undo(project.context())).toBe(0);
    rmSync(join(project.root(), '.crudgen/last.json'), { force: true });
    expect(readTree(project.root(), new Set())).toEqual(before);
  });

  it('loses no data that nobody agreed to', async () => {
    const before = project.read(TASK);
    for (const text of ['title:max=80', 'description:integer']) {
      expect(await change([text]), text).toBe(1);
      expect(project.said().splice(0)).toMatchObject([{ code: 'loses-data' }]);
    }
    expect(project.read(TASK)).toBe(before);
    for (const text of ['title:max=400', 'title:text', 'planned_work_hours:string'])
      expect(
        await changeModelField(project.context({ dryRun: true }), 'Task', [text], {}),
        text,
      ).toBe(0);
    expect(project.said()).toEqual([]);
  });

  it('says what rows without a value get, or must get', async () => {
    const dry = project.context({ dryRun: true });
    expect(await changeModelField(dry, 'Task', ['description:required'], {})).toBe(0);
    expect(project.said()).toMatchObject([
      { code: 'backfill', help: expect.stringContaining('--backfill Task.description=<value>') },
    ]);
    expect(
      await problemsOf(change(['due_date:required', 'description:required:min=3'])),
    ).toMatchObject([{ code: 'backfill', message: expect.stringContaining('`description`') }]);
    expect(
      await problemsOf(change(['due_date:required'], { backfill: ['Task.titel=x'] })),
    ).toMatchObject([{ code: 'usage', help: 'write --backfill Task.due_date=<value>' }]);
  });

  it('is what adding an existing field points to', async () => {
    const context = project.context({
      args: ['model', 'add-field', 'Task', 'title:string:max=80'],
    });
    expect(
      await problemsOf(addModelFields(context, 'Task', ['title:string:max=80'], {})),
    ).toMatchObject([
      {
        code: 'duplicate-field',
        help: 'to change it: crudgen model change-field Task title:string:max=80',
      },
    ]);
  });

  it('does not change what every user has', async () => {
    const asked = changeModelField(project.context(), 'User', ['email:-required'], {});
    expect(await problemsOf(asked)).toMatchObject([{ code: 'login-field' }]);
  });
});
