import { describe, expect, test } from 'vitest';
import { pathOfEntity, pathOfPart } from '../../../src/code/code-index.js';
import { exportedClass } from '../../../src/code/definitions.js';
import { readProject } from '../../../src/code/read-project.js';
import { parseCode } from '../../../src/code/typescript.js';
import { findMoves, findRenamed } from '../../../src/refactor/find-moves.js';

const tree = (files: Record<string, string>) => new Map(Object.entries(files));
const ENTITY = "import { Entity } from 'typeorm';\n@Entity('task')\nexport class Task {}\n";
const MODEL = 'src/models/task/task.model.ts';
const ACCESS = 'src/models/task/task.access.ts';
const RULES =
  "import { Task } from './task.model.js';\nexport const taskAccess = defineAccess<Task>({});\n";

describe('the name that a part of a model is exported by', () => {
  const exported = (access: string) =>
    Object.fromEntries(readProject(tree({ [MODEL]: ENTITY, [ACCESS]: access })).exported);

  test('is that of the constant, however it is written', () => {
    expect(exported('export const taskAccess = defineAccess<Task>({});')).toEqual({});
    expect(exported('export const rules: Access<Task> =\n  defineAccess<Task>({});')).toEqual({
      taskAccess: 'rules',
    });
    expect(exported('  export const rules = (defineAccess<Task>({}) satisfies object);')).toEqual({
      taskAccess: 'rules',
    });
  });

  test('is the one of a list of exports', () => {
    expect(exported('const rules = defineAccess<Task>({});\nexport { rules };')).toEqual({
      taskAccess: 'rules',
    });
    expect(exported('const a = defineAccess<Task>({});\nexport { a as taskAccess };')).toEqual({});
  });

  test('is that of the class behind an alias', () => {
    const own =
      "import { Task as T } from './task.model.js';\nexport const rules = defineAccess<T>({});";
    expect(exported(own)).toEqual({ taskAccess: 'rules' });
  });

  test('is not what a comment or a string says', () => {
    const old = '/*\nexport const old = defineAccess<Task>({});\n*/\n';
    const said = 'const how = `\nexport const how = defineAccess<Task>({});\n`;\n';
    expect(exported(RULES + old + said)).toEqual({});
  });
});

describe('where a file has been moved to', () => {
  const base = tree({ [MODEL]: ENTITY, [ACCESS]: RULES });
  const moved = (files: Record<string, string>) => Object.fromEntries(findMoves(base, tree(files)));

  test('is found by what it holds, under whatever name', () => {
    const own =
      "import { Entity as Table } from 'typeorm';\n/** Of one. */\n@Table({ name: 'task' })\nexport class Todo {}\n";
    const rules =
      "import type { Todo as T } from './things.js';\nexport const mine = defineAccess<T>({});\n";
    expect(moved({ 'src/things.ts': own, 'src/rules.ts': rules })).toEqual({
      [MODEL]: 'src/things.ts',
      [ACCESS]: 'src/rules.ts',
    });
  });

  test('is found by a table that another file names', () => {
    const own =
      "import { Entity } from 'typeorm';\nimport { TABLES } from './tables.js';\n@Entity(TABLES.first)\nexport class First {}\n";
    const tables = "export const TABLES = { first: 'task' } as const;\n";
    expect(moved({ 'src/first.ts': own, 'src/tables.ts': tables, [ACCESS]: RULES })).toEqual({
      [MODEL]: 'src/first.ts',
    });
  });

  test('is no file that only speaks of it', () => {
    const notes = "// what was in `defineAccess<Task>(...)` is said in 'defineRoutes(Task'\n";
    expect(moved({ [MODEL]: ENTITY, 'src/notes.ts': notes })).toEqual({});
  });
});

test('the files of a class with a new name are known by its table', () => {
  const next = tree({
    'src/models/job/job.model.ts': ENTITY.replace('Task', 'Job').replace("'task'", "'job'"),
    'src/models/job/job.access.ts': RULES.replaceAll('Task', 'Job'),
  });
  const base = tree({ [MODEL]: ENTITY, [ACCESS]: RULES });
  expect(Object.fromEntries(findRenamed(base, next, new Map([['task', 'job']])))).toEqual({
    'src/models/job/job.model.ts': MODEL,
    'src/models/job/job.access.ts': ACCESS,
  });
});

test('routes are found by the class that they are of, and a migration by the class that it exports', () => {
  const routes =
    "import { Task as T } from './task.model.js';\nexport const own = defineRoutes(T, () => {});\n";
  const notes = '// defineRoutes(Task, ...) stands elsewhere\n';
  const files = tree({ 'src/a.ts': notes, 'src/b.ts': routes, [MODEL]: ENTITY });
  expect(pathOfPart(files, 'routes', 'Task')).toBe('src/b.ts');
  expect(pathOfEntity(files, 'Task')).toBe(MODEL);
  expect(pathOfPart(files, 'access', 'Task')).toBeNull();
  const migration =
    '/*\nexport class Old {}\n*/\nclass Base {}\nexport class New extends Base {}\n';
  expect(exportedClass(parseCode('src/1-new.ts', migration))).toBe('New');
});
