import prompts from 'prompts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sync } from '../../../src/cli/commands/sync.js';
import { PLAIN } from '../../../src/cli/style.js';
import type { Context } from '../../../src/cli/context.js';
import { writePlan } from '../../../src/disk/write-plan.js';
import { EMPTY_PLAN } from '../../../src/plan/plan.js';
import type { Problem } from '../../../src/problem.js';
import { keepsBase } from '../../../src/render/render-project.js';
import { renderExample } from '../../golden/example.js';

const MODEL = 'src/models/task/task.model.ts';
const MIGRATIONS = 'src/database/migrations';
const rendered = renderExample('task-manager');
let root: string;
let said: Problem[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'crudgen-sync-'));
  said = [];
  const changes = [...rendered].map(([path, next]) => ({ kind: 'create', path, next }) as const);
  const base = new Map([...rendered].filter(([path]) => keepsBase(path)));
  await writePlan(root, { ...EMPTY_PLAN, changes, base });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const contextOf = (interactive: boolean): Context => ({
  args: ['sync'],
  cwd: root,
  now: new Date('2026-11-21T12:00:00Z'),
  dryRun: false,
  json: false,
  contents: false,
  onConflict: null,
  terminal: {
    style: PLAIN,
    errorStyle: PLAIN,
    width: 100,
    interactive,
    print: () => undefined,
    note: () => undefined,
    problems: (problems) => void said.push(...problems),
    data: () => undefined,
  },
});

/** Edits the task's entity as its owner. */
function edit(change: (text: string) => string): void {
  writeFileSync(join(root, MODEL), change(readFileSync(join(root, MODEL), 'utf8')));
}

/** The migration that a run wrote. */
function migration(): string {
  const files = readdirSync(join(root, MIGRATIONS)).filter((name) =>
    name.startsWith('20261121120000-'),
  );
  expect(files).toHaveLength(1);
  return readFileSync(join(root, MIGRATIONS, files[0]!), 'utf8');
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
    const menu = readFileSync(join(root, 'web/src/pages/resources.ts'), 'utf8');
    expect(menu).toContain("group: 'Daily work',");
    const migrations = readdirSync(join(root, MIGRATIONS));
    expect(migrations.filter((name) => name.startsWith('20261121120000-'))).toEqual([]);
    // And away again.
    edit((text) => text.replace("@Model({ group: 'Daily work' })\n", ''));
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(readFileSync(join(root, 'web/src/pages/resources.ts'), 'utf8')).not.toContain('group:');
  });

  it('tells the back-office of a unit that a number was given by hand, and leaves the database alone', async () => {
    const column = "  @Column('double precision', { nullable: true })\n  planned_work_hours!";
    const facts = () =>
      readFileSync(join(root, 'web/src/pages/task/task.facts.gen.ts'), 'utf8').match(
        /.*planned_work_hours.*/,
      )?.[0];
    edit((text) => text.replace(column, `  @Field({ unit: 'h' })\n${column}`));
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(facts()).toContain("unit: 'h'");
    expect(readdirSync(join(root, MIGRATIONS)).join()).not.toContain('20261121120000-');
    edit((text) => text.replace("  @Field({ unit: 'h' })\n", ''));
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(facts()).toBe("  { source: 'planned_work_hours', type: 'float' },");
  });

  it('says which flag tells what existing rows get', async () => {
    edit(withCode);
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(said).toMatchObject([
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
    expect(said.filter(({ code }) => code === 'gone-values')).toMatchObject([
      {
        severity: 'warning',
        message:
          '`status` of `Task` no longer accepts `in_progress`: existing rows keep the value, but nobody can save them with it',
        help: expect.stringContaining(
          `UPDATE "task" SET "status" = 'todo' WHERE "status" IN ('in_progress')`,
        ),
      },
    ]);
    said = [];
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(said).toEqual([]);
  });

  it('are not when others come, or none is refused', async () => {
    take("'todo', 'in_progress', 'done', 'blocked'");
    expect(await sync(contextOf(false), {})).toBe(0);
    expect(said).toEqual([]);
  });
});
