import { describe, expect, it } from 'vitest';
import type { Tree } from '../../../src/tree.js';
import { dropInverses } from '../../../src/refactor/edit-members.js';
import { relocate } from '../../../src/refactor/relocate.js';
import {
  findRefactoring,
  inProject,
  refactor,
  renameInText,
} from '../../../src/refactor/refactor.js';
import { renameExports, takenNames } from '../../../src/refactor/rename-exports.js';

const tree = (files: Record<string, string>): Tree => new Map(Object.entries(files));
const render = (name: string, table: string): Tree => {
  const path = `src/models/${table}/${table}`;
  return tree({
    [`${path}.model.ts`]: `@Entity('${table}')\nexport class ${name} {}\n`,
    [`${path}.access.ts`]: `import type { ${name} } from './${table}.model.js';\nexport const ${table}Access = defineAccess<${name}>({});\n`,
    [`web/src/pages/${table}/${table}.list.tsx`]: `export function ${name}List() {}\n`,
  });
};
const base = render('Task', 'task');
const found = {
  ...findRefactoring(base, base, render('Job', 'job'), new Map([['task', 'job']])),
  words: {
    name: ['Task', 'Job'],
    prefix: ['/task', '/job'],
    titles: [
      ['task', 'job'],
      ['access to tasks', 'access to jobs'],
    ],
  },
} as const;
const MODEL = 'src/models/task/task.model.ts';

/** A file of the owner's after `Task` of `task.model.ts` has become `Job`. */
function renamed(text: string, path = 'src/own.ts', more: Record<string, string> = {}): string {
  const files = tree({ [MODEL]: 'export class Task {}\n', [path]: text, ...more });
  return renameExports(files, new Map([[MODEL, new Map([['Task', 'Job']])]])).get(path) ?? '';
}

describe('a refactoring', () => {
  it('is found between two renders: paths and exports', () => {
    expect(Object.fromEntries(found.paths)).toEqual({
      [MODEL]: 'src/models/job/job.model.ts',
      'src/models/task/task.access.ts': 'src/models/job/job.access.ts',
      'web/src/pages/task/task.list.tsx': 'web/src/pages/job/job.list.tsx',
    });
    expect([...found.names.values()].map((names) => [...names])).toEqual([
      [['Task', 'Job']],
      [['taskAccess', 'jobAccess']],
      [['TaskList', 'JobList']],
    ]);
  });

  it('makes of one render the other', () => {
    const made = refactor(base, found);
    expect([...made.keys()]).toEqual([...render('Job', 'job').keys()]);
    expect(made.get('src/models/job/job.access.ts')).toBe(
      render('Job', 'job').get('src/models/job/job.access.ts'),
    );
  });

  it("takes the owner's files beside the model along, and leaves those that they moved elsewhere", () => {
    const mine = new Map(base);
    mine.delete(MODEL);
    mine.set('src/tasks.ts', base.get(MODEL)!);
    mine.set('src/models/task/parts/helper.ts', "import { Task } from '../../../tasks.js';\n");
    mine.set('src/models/task/task.png.ts', '');
    const moves = new Map([[MODEL, 'src/tasks.ts']]);
    const own = inProject(found, mine, base, moves);
    const after = refactor(mine, own);
    expect([...after.keys()].sort()).toEqual([
      'src/models/job/job.access.ts',
      'src/models/job/parts/helper.ts',
      'src/models/job/task.png.ts',
      'src/tasks.ts',
      'web/src/pages/job/job.list.tsx',
    ]);
    expect(after.get('src/tasks.ts')).toContain('class Job');
    expect(after.get('src/models/job/parts/helper.ts')).toBe(
      "import { Job } from '../../../tasks.js';\n",
    );
  });

  it('rewrites imports by an alias', () => {
    const own =
      "import { Task } from '@/models/task/task.model';\nimport('~/models/task/task.model.js');\n";
    const after = refactor(new Map([...base, ['src/own.ts', own]]), found);
    expect(after.get('src/own.ts')).toBe(
      "import { Task } from '@/models/job/job.model';\nimport('~/models/job/job.model.js');\n",
    );
  });
});

it('a side of a relation that is gone is words of no more, in that class alone', () => {
  const of = (target: string, member: string) => `class ${target} {
  // once (p) => p.tasks
  ${member}
}
`;
  const text = (inverse: string) =>
    "import { ManyToOne } from 'typeorm';\n" +
    of('Task', `@ManyToOne(() => Project${inverse}, { nullable: false })\n  project!: Project;`) +
    of(
      'Task2',
      '@ManyToOne(() => Project, (p) => p.tasks)\n  said = "() => Project, (p) => p.tasks";',
    );
  const drop = (inverse: string) =>
    dropInverses(MODEL, text(inverse), { name: 'Task', gone: ['tasks'] });
  for (const inverse of [
    ', (p) => p.tasks',
    ', p=>p.tasks',
    ', (p: Project) => p.tasks',
    ",\n 'tasks'",
  ])
    expect(drop(inverse)).toBe(text(''));
  expect(drop(', (p) => p.others')).toBe(text(', (p) => p.others'));
});

describe('what has moved', () => {
  const moves = new Map([[MODEL, 'src/models/job/job.model.ts']]);
  const at = (text: string, path = 'src/own.ts') => relocate(text, path, moves);

  it('is imported from where it is now, wherever a module is named', () => {
    const text = [
      "import type { Task } from './models/task/task.model.js';",
      "export * from './models/task/task.model';",
      "import old = require('./models/task/task.model.js');",
      "type T = import('./models/task/task.model.js').Task;",
      "await import('./models/task/task.model.js');",
      "vi.mock('./models/task/task.model.js', () => ({}));",
      "jest.requireActual('./models/task/task.model.js');",
      "import '#models/task/task.model.js';",
      "import '@/models/task/task.model.js';",
    ].join('\n');
    expect(at(text)).toBe(text.replaceAll('task', 'job'));
  });

  it('is left alone where only a comment or a string speaks of it', () => {
    const text = [
      "// import { Task } from './models/task/task.model.js';",
      '/* once from "./models/task/task.model.js" */',
      "const how = `import { Task } from './models/task/task.model.js';`;",
      'const said = "it is from \'./models/task/task.model.js\'";',
      "const path = './models/task/task.model.js';",
      "import { a } from './other.js'; // from './models/task/task.model.js'",
      '',
    ].join('\n');
    expect(at(text)).toBe(text);
  });

  it('imports what it needs from where it is now', () => {
    const text = "import { a } from '../a.js';\nimport { b } from '#engine';\n// from '../a.js'\n";
    expect(relocate(text, 'src/task/a.ts', new Map([['src/task/a.ts', 'src/x/y/a.ts']]))).toBe(
      "import { a } from '../../a.js';\nimport { b } from '#engine';\n// from '../a.js'\n",
    );
  });
});

describe('an export with another name', () => {
  it('is followed by what imports it: values, types, JSX, shorthand, namespaces', () => {
    const text = [
      "import { Task, type Task as T } from './models/task/task.model.js';",
      "import * as all from './models/task/task.model';",
      'const of: Record<string, typeof Task> = { Task, other: Task };',
      'class Sub extends Task { Task = 1; other(a: { Task: number }) { return a.Task + this.Task; } }',
      'type A = all.Task | T;',
      "const word = 'Task'; // Task",
      '',
    ].join('\n');
    expect(renamed(text)).toBe(
      [
        "import { Job, type Job as T } from './models/task/task.model.js';",
        "import * as all from './models/task/task.model';",
        'const of: Record<string, typeof Job> = { Task: Job, other: Job };',
        'class Sub extends Job { Task = 1; other(a: { Task: number }) { return a.Task + this.Task; } }',
        'type A = all.Job | T;',
        "const word = 'Task'; // Task",
        '',
      ].join('\n'),
    );
    expect(
      renamed(
        "import { Task } from './models/task/task.model';\nexport const a = <Task.X />;\n",
        'src/a.tsx',
      ),
    ).toContain('<Job.X />');
  });

  it('keeps its old name where the file has something of the new one', () => {
    const text = "import { Task } from './models/task/task.model.js';\nconst Job = new Task();\n";
    expect(renamed(text)).toBe(
      "import { Job as Task } from './models/task/task.model.js';\nconst Job = new Task();\n",
    );
  });

  it('is followed through files that pass it on', () => {
    const more = {
      'src/index.ts': "export * from './models/index.js';\n",
      'src/models/index.ts': "export { Task } from './task/task.model.js';\n",
      'src/again.ts': "import { Task } from './models/task/task.model.js';\nexport { Task };\n",
    };
    const text =
      "import { Task } from './index.js';\nimport { Task as Two } from './again.js';\nnew Task();\n";
    expect(renamed(text, 'src/own.ts', more)).toBe(
      "import { Job } from './index.js';\nimport { Job as Two } from './again.js';\nnew Job();\n",
    );
  });

  it('is followed through a file that has one of its own, whichever is read first', () => {
    const files = tree({
      'a.ts': "import { taskFields, taskResource } from './resource.js';\n",
      'facts.ts': 'export const taskFields = [];\n',
      'resource.ts': "export { taskFields } from './facts.js';\nexport const taskResource = {};\n",
    });
    const names = new Map([
      ['facts.ts', new Map([['taskFields', 'jobFields']])],
      ['resource.ts', new Map([['taskResource', 'jobResource']])],
    ]);
    expect(renameExports(files, names).get('a.ts')).toBe(
      "import { jobFields, jobResource } from './resource.js';\n",
    );
  });

  it('is followed by names that the project gives its files', () => {
    const imports = {
      '#models/*': './src/models/*',
      '#task': { default: './src/models/task/task.model.ts' },
    };
    const more = {
      'package.json': JSON.stringify({ imports }),
      'tsconfig.json': '{ "compilerOptions": { // ours\n "paths": { "@/*": ["./src/*"] } } }',
    };
    for (const module of ['#models/task/task.model.js', '#task', '@/models/task/task.model'])
      expect(renamed(`import { Task } from '${module}';\nnew Task();\n`, 'src/own.ts', more)).toBe(
        `import { Job } from '${module}';\nnew Job();\n`,
      );
  });

  it('is followed where it is asked for by an `import()`, in types and as the code runs', () => {
    const MODULE = "'./models/task/task.model.js'";
    const pairs = [
      [`type A = import(${MODULE}).Task;`, `type A = import(${MODULE}).Job;`],
      [
        `type A = (typeof import(${MODULE}))['Task'];`,
        `type A = (typeof import(${MODULE}))['Job'];`,
      ],
      [
        `type Lazy = typeof import(${MODULE});\nlet kind: Lazy['Task'];`,
        `type Lazy = typeof import(${MODULE});\nlet kind: Lazy['Job'];`,
      ],
      [
        `const { Task, other } = await import(${MODULE});\nnew Task();`,
        `const { Job: Task, other } = await import(${MODULE});\nnew Task();`,
      ],
      [
        `const { Task: Mine } = await import(${MODULE});`,
        `const { Job: Mine } = await import(${MODULE});`,
      ],
      [`new (await import(${MODULE})).Task();`, `new (await import(${MODULE})).Job();`],
      [
        `const all = await import(${MODULE});\nall.Task; all['Task']; other.Task;`,
        `const all = await import(${MODULE});\nall.Job; all['Job']; other.Task;`,
      ],
      [
        `lazy(() => import(${MODULE}).then((all) => ({ default: all.Task })));`,
        `lazy(() => import(${MODULE}).then((all) => ({ default: all.Job })));`,
      ],
      [
        `import(${MODULE}).then(({ Task }) => Task);`,
        `import(${MODULE}).then(({ Job: Task }) => Task);`,
      ],
      [
        `import { Task } from ${MODULE};\nlet one: Task | import(${MODULE}).Task;`,
        `import { Job } from ${MODULE};\nlet one: Job | import(${MODULE}).Job;`,
      ],
      [
        `import type { Task } from ${MODULE};\nconst f = async (task: Task) => { const { Task } = await import(${MODULE}); new Task(); };`,
        `import type { Job } from ${MODULE};\nconst f = async (task: Job) => { const { Job } = await import(${MODULE}); new Job(); };`,
      ],
      ["let one: import('./other.js').Task;", "let one: import('./other.js').Task;"],
    ] as const;
    for (const [text, wanted] of pairs) expect(renamed(text)).toBe(wanted);
  });

  it('leaves alone what only has the same name', () => {
    const text = "import { Task } from './other.js';\nnew Task();\n";
    expect(renamed(text, 'src/own.ts', { 'src/other.ts': 'export class Task {}\n' })).toBe(text);
  });

  it('is not given where the file has that name already', () => {
    const names = new Map([[MODEL, new Map([['Task', 'Job']])]]);
    const files = (text: string) => tree({ [MODEL]: text });
    expect(takenNames(files('export class Task {}\nclass Job {}\n'), names)).toEqual([
      { path: MODEL, name: 'Job' },
    ]);
    expect(takenNames(files('export class Task { Job = 1 }\n'), names)).toEqual([]);
  });
});

it('what speaks of a model speaks of its new name: schemas, tags, titles, documented and tested paths', () => {
  const text = [
    ' * /task/{id}/done:',
    ' *     tags: [Task]',
    " * $ref: '#/components/schemas/Task' and '#/components/schemas/Tasks'",
    " * '#/components/schemas/TaskInput', '#/components/responses/Task.page'",
    "get('/task'); get(`/task/${id}`); get('/tasks'); // /task is old",
    "describe('task', f); describe('my task', f); describe(\"access to tasks\", f); describe('GET /task/old', f);",
  ].join('\n');
  expect(renameInText(text, found.words)).toBe(
    [
      ' * /job/{id}/done:',
      ' *     tags: [Job]',
      " * $ref: '#/components/schemas/Job' and '#/components/schemas/Tasks'",
      " * '#/components/schemas/JobInput', '#/components/responses/Job.page'",
      "get('/job'); get(`/job/${id}`); get('/tasks'); // /task is old",
      "describe('job', f); describe('my task', f); describe(\"access to jobs\", f); describe('GET /job/old', f);",
    ].join('\n'),
  );
});
