import prompts from 'prompts';
import { describe, expect, it } from 'vitest';
import { sync } from '../../../src/cli/commands/sync.js';
import type { Context } from '../../../src/cli/context.js';
import { useProject } from './project.js';

const MODEL = 'src/models/task/task.model.ts';
const MIGRATIONS = 'src/database/migrations';
const { said, read, files, ...project } = useProject('task-manager');

function contextOf(interactive: boolean): Context {
  const context = project.context();
  return { ...context, terminal: { ...context.terminal, interactive } };
}

/** Edits the task's entity as its owner. */
const edit = (change: (text: string) => string): void => project.edit(MODEL, change);

const newMigrations = () => files(MIGRATIONS).filter((name) => name.startsWith('20261121120000-'));

/** The migration that a run wrote. */
function migration(): string {
  expect(newMigrations()).toHaveLength(1);
  return read(`${MIGRATIONS}/${newMigrations()[0]}`);
}

const withCode = (text: string) =>
  text.replace(
    '  @CreateDateColumn',
    "  @Column('varchar', { length: 20 })\n  code!: string;\n\n  @CreateDateColumn",
  );
const withOtherTable = (text: string) => text.replace("@Entity('task')", "@Entity('errand')");
const withOtherColumn = (text: string) => text.replace('title!:', 'headline!:');

describe('sync on a terminal', () => {
  it('asks what existing rows get in a column that must have a value', async () => {
    edit(withCode);
    prompts.inject(['none']);
    expect(await sync(contextOf(true), {})).toBe(0);
    expect(migration()).toMatch(/addColumn\('task', 'code'[^]*backfill: 'none'/);
  });

  it('does not ask what a flag has said', async () => {
    edit(withCode);
    expect(await sync(contextOf(true), { backfill: ['Task.code=first'] })).toBe(0);
    expect(migration()).toContain("backfill: 'first'");
  });

  it('asks whether a table and a column were renamed, and keeps their rows', async () => {
    edit((text) => withOtherColumn(withOtherTable(text)));
    prompts.inject([true, true]);
    expect(await sync(contextOf(true), {})).toBe(0);
    expect(migration()).toContain("renameTable('task', 'errand')");
    expect(migration()).toContain("renameColumn('errand', 'title', 'headline')");
    expect(migration()).not.toContain('drop');
  });
});

describe('sync without a terminal', () => {
  it('brings a group that an entity was given by hand to the menu, and leaves the database alone', async () => {
    edit((text) =>
      text
        .replace('DATETIME, Field }', 'DATETIME, Field, Model }')
        .replace("@Entity('task')", "@Model({ group: 'Daily work' })\n@Entity('task')"),
    );
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(read('web/src/pages/resources.ts')).toContain("group: 'Daily work',");
    expect(newMigrations()).toEqual([]);
    // And away again.
    edit((text) => text.replace("@Model({ group: 'Daily work' })\n", ''));
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(read('web/src/pages/resources.ts')).not.toContain('group:');
  });

  it('tells the back-office of a unit that a number was given by hand, and leaves the database alone', async () => {
    const column = "  @Column('double precision', { nullable: true })\n  planned_work_hours!";
    const facts = () =>
      read('web/src/pages/task/task.facts.gen.ts').match(/.*planned_work_hours.*/)?.[0];
    edit((text) => text.replace(column, `  @Field({ unit: 'h' })\n${column}`));
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(facts()).toContain("unit: 'h'");
    expect(newMigrations()).toEqual([]);
    edit((text) => text.replace("  @Field({ unit: 'h' })\n", ''));
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(facts()).toBe("  { source: 'planned_work_hours', type: 'float' },");
  });

  it('says which flag tells what existing rows get', async () => {
    edit(withCode);
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(said()).toMatchObject([
      { code: 'backfill', help: expect.stringContaining('--backfill Task.code=<value>') },
    ]);
    expect(migration()).toContain("backfill: ''");
  });

  it('drops no table that may have been renamed, and says which flag to type', async () => {
    edit(withOtherTable);
    await expect(sync(contextOf(false), {})).rejects.toMatchObject({
      problems: [
        { code: 'renamed-or-dropped', help: expect.stringContaining('--rename task:errand') },
      ],
    });
    expect(await sync(contextOf(false), { rename: ['task:errand'] })).toBe(0);
    expect(migration()).toContain("renameTable('task', 'errand')");
  });
});

describe('values that a field takes no more', () => {
  const VALUES = "{ values: ['todo', 'in_progress', 'done'] }";
  const take = (values: string) =>
    edit((text) => text.replace(VALUES, `{ values: [${values}], enforce: true }`));

  it('are said, once, with how rows get another', async () => {
    take("'todo', 'done'");
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(said().filter(({ code }) => code === 'gone-values')).toMatchObject([
      {
        severity: 'warning',
        message:
          '`status` of `Task` no longer accepts `in_progress`: existing rows keep the value, but nobody can save them with it',
        help: expect.stringContaining(
          `UPDATE "task" SET "status" = 'todo' WHERE "status" IN ('in_progress')`,
        ),
      },
    ]);
    said().length = 0;
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(said()).toEqual([]);
  });

  it('are not when others come, or none is refused', async () => {
    take("'todo', 'in_progress', 'done', 'blocked'");
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(said()).toEqual([]);
  });
});
