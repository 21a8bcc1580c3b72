import { relocateTree } from '../../src/refactor/relocate.js';

type Files = Map<string, string>;

/** What a developer did to the task manager that 0.1.0 made, by the paths that it had there. */
export interface Edited {
  readonly title: string;
  edit(files: Files): void;
}

const TASK = 'src/models/task';

/** Changes a text of a file; throws where it does not say that. */
function change(path: string, from: string, to: string): (files: Files) => void {
  return (files) => {
    const text = files.get(path);
    if (text?.includes(from) !== true) throw new Error(`${path} does not say ${from}`);
    files.set(
      path,
      text.replace(from, () => to),
    );
  };
}

const add = (path: string, ...lines: readonly string[]): Edited['edit'] => {
  return (files) => void files.set(path, `${files.get(path) ?? ''}${lines.join('\n')}\n`);
};

/** Moves a file with all who import it, as an editor does. */
const move = (from: string, to: string): Edited['edit'] => {
  return (files) => {
    const after = relocateTree(files, new Map([[from, to]]));
    files.clear();
    for (const [path, text] of after) files.set(path, text);
  };
};

/** Edits of files that stay where 0.1.0 wrote them. */
const WHERE_IT_WAS: readonly Edited[] = [
  {
    title: 'a method of an entity',
    edit: change(
      `${TASK}/task.model.ts`,
      '  @CreateDateColumn(',
      "  get isLate(): boolean {\n    return this.status !== 'done' && this.due_date !== null;\n  }\n\n  @CreateDateColumn(",
    ),
  },
  {
    title: 'a column of an entity',
    edit: change(
      'src/models/team-member/team-member.model.ts',
      '  @CreateDateColumn(',
      "  @Field({ max: 40 })\n  @Column('varchar', { length: 40, nullable: true })\n  nickname!: string | null;\n\n  @CreateDateColumn(",
    ),
  },
  {
    title: 'a decorator that the entity did not import',
    edit: (files) => {
      const path = 'src/models/team-member/team-member.model.ts';
      const text = files.get(path)!;
      if (!/\bField\b.*from/.test(text))
        change(
          path,
          'import { DATETIME }',
          "import { Field } from '../../crud/field.js';\nimport { DATETIME }",
        )(files);
    },
  },
  {
    title: 'a route with a problem of its own',
    edit: (files) => {
      const path = `${TASK}/task.routes.ts`;
      change(
        path,
        'import { Task }',
        "import { conflict, HttpProblem } from '../../http/problem.js';\nimport { Task }",
      )(files);
      change(
        path,
        'defineRoutes(Task, () => {\n',
        [
          'defineRoutes(Task, (route) => {',
          "  route.post('/:task_id/archive', 'edit', ({ records, id, user }) => {",
          "    if (user.id < 0) throw new HttpProblem(409, 'Not by the system.');",
          "    if (id('task_id') === 13) throw conflict('Never that one.');",
          "    return records.update(id('task_id'), { status: 'done' });",
          '  });',
          '',
        ].join('\n'),
      )(files);
    },
  },
  {
    title: 'rules with a condition',
    edit: (files) => {
      const path = `${TASK}/task.access.ts`;
      change(
        path,
        "import { defineAccess } from '../../access/define-access.js';",
        [
          "import type { CurrentUser } from '../../access/current-user.js';",
          "import { custom, defineAccess } from '../../access/define-access.js';",
          "import { whereOf } from '../../crud/where-builder.js';",
        ].join('\n'),
      )(files);
      change(
        path,
        'defineAccess<Task>({})',
        [
          'defineAccess<Task>({',
          "  rows: [custom<Task>((user: CurrentUser) => whereOf<Task>().eq('assignee_id', user.id))],",
          '})',
        ].join('\n'),
      )(files);
    },
  },
  {
    title: 'middleware of their own',
    edit: change(
      'src/app.ts',
      '  app.use(requestId);\n',
      [
        '  app.use(requestId);',
        '  app.use((_request, response, next) => {',
        "    response.setHeader('x-served-by', 'task-manager');",
        '    next();',
        '  });',
        '',
      ].join('\n'),
    ),
  },
  {
    title: 'a test with the test service',
    edit: add(
      `${TASK}/archive-task.test.ts`,
      "import { afterAll, beforeAll, expect, it } from 'vitest';",
      "import { startTestService, type TestService } from '../../../test/test-service.js';",
      '',
      'let service: TestService;',
      'beforeAll(async () => {',
      '  service = await startTestService();',
      '});',
      'afterAll(() => service.stop());',
      '',
      "it('is archived', async () => {",
      "  const user = await service.as('Admin');",
      "  const task = await user.create('/task', { title: 'old' });",
      '  expect((await user.post(`/task/${task.id}/archive`)).status).toBe(200);',
      '});',
    ),
  },
  {
    title: 'a test that stands in for a module',
    edit: add(
      'test/quiet.test.ts',
      "import { expect, it, vi } from 'vitest';",
      "import { createLogger } from '../src/http/logger.js';",
      '',
      "vi.mock('../src/http/logger.js', () => ({ createLogger: () => null }));",
      '',
      "it('is quiet', () => expect(createLogger).toBeTypeOf('function'));",
    ),
  },
  {
    title: 'a migration, written by hand',
    edit: add(
      'src/database/migrations/20261121101500-seed-status.ts',
      "import { addColumn, dropColumn } from '../steps/step.js';",
      "import { StepMigration } from '../steps/step-migration.js';",
      '',
      'export class SeedStatus20261121101500 extends StepMigration {',
      "  readonly name = 'SeedStatus20261121101500';",
      '  readonly steps = [',
      "    addColumn('team_member', 'scratch', { type: 'string', length: 40, nullable: true }),",
      "    dropColumn('team_member', 'scratch'),",
      '  ];',
      '}',
    ),
  },
  {
    title: 'a file that passes on what others import',
    edit: add(
      'src/shared/problems.ts',
      "export { badRequest, conflict as clash } from '../http/problem.js';",
      "export type { FieldProblem } from '../http/problem.js';",
      "export * from '../crud/where.js';",
    ),
  },
  {
    title:
      'a module that is loaded when it is needed, a type by its path, words that look like paths',
    edit: add(
      'src/jobs/nightly.ts',
      "import { clash } from '../shared/problems.js';",
      '',
      '// Runs what src/crud/list.ts does for a page, see ../crud/list.js.',
      "const NOTE = 'kept in src/database/seed.ts';",
      '',
      "export type Limit = import('../crud/parse-page.js').Page;",
      '',
      '/** Tells what is to be done at night. */',
      'export async function nightly(): Promise<string> {',
      "  const { dialectName } = await import('../database/database-url.js');",
      "  if (dialectName('sqlite:x') !== 'sqlite') throw clash(NOTE);",
      '  return NOTE;',
      '}',
    ),
  },
  {
    title: 'a file with other quotes and line ends',
    edit: add(
      'src/jobs/windows.ts',
      'import { Directory } from "../auth/directory.js"\r',
      'import { badRequest } from "../http/problem.js"\r',
      '\r',
      '/** Has another hand. */\r',
      'export const windows = (directory: Directory) => badRequest(String(directory.roles))\r',
    ),
  },
  {
    title: 'short names for folders',
    edit: (files) => {
      change(
        'tsconfig.json',
        '    "noEmit": true',
        '    "paths": { "@/*": ["./src/*"] },\n    "noEmit": true',
      )(files);
      add(
        'src/jobs/named.ts',
        "import type { ModelHooks } from '@/crud/model-module.js';",
        '',
        'export type Hooks = ModelHooks;',
      )(files);
    },
  },
  {
    title: 'a script and a package',
    edit: (files) => {
      change(
        'package.json',
        '    "migrate":',
        '    "report": "tsx src/jobs/nightly.ts",\n    "demo": "tsx src/database/seed.ts --fake 5",\n    "migrate":',
      )(files);
      change('package.json', '    "express":', '    "dayjs": "1.11.19",\n    "express":')(files);
    },
  },
  {
    title: 'a rule of eslint',
    edit: change(
      'eslint.config.js',
      "      'prefer-const'",
      "      'no-var': 'error',\n      'prefer-const'",
    ),
  },
  {
    title: 'types of files that stay',
    edit: add(
      'src/jobs/parts.ts',
      "import { createApp, type AppParts } from '../app.js';",
      "import { readSettings, StartRefused } from '../settings.js';",
      "import type { Settings } from '../settings.js';",
      '',
      '/** Starts nothing. */',
      'export const host = (): Settings | typeof createApp | AppParts => {',
      "  if (Math.random() > 1) throw new StartRefused(['never']);",
      '  return readSettings({});',
      '};',
    ),
  },
  {
    title: 'a setting',
    edit: (files) => {
      change(
        'src/settings.ts',
        '  readonly logLevel: string;\n',
        '  readonly logLevel: string;\n  /** Where mail goes out. */\n  readonly mailHost: string;\n',
      )(files);
      change(
        'src/settings.ts',
        '    logLevel: read(',
        "    mailHost: read('MAIL_HOST', 'localhost', parse.host),\n    logLevel: read(",
      )(files);
    },
  },
  {
    title: 'a page of their own',
    edit: add(
      'web/src/pages/report/report.tsx',
      "import type { ReactNode } from 'react';",
      "import { PageHeader } from '../../components/page-header';",
      "import { request, type Problem } from '../../api/http';",
      '',
      '/** What nobody else shows. */',
      'export function Report(): ReactNode {',
      "  void request<Problem>('/report');",
      '  return <PageHeader title="Report" subtitle="of the week" />;',
      '}',
    ),
  },
  {
    title: 'a column of a list, shown in another way',
    edit: change(
      'web/src/pages/task/task.list.tsx',
      '      <ChoiceColumn source="priority" />\n',
      '      <TextColumn source="priority" />\n',
    ),
  },
  {
    title: 'words in the README and the Dockerfile',
    edit: (files) => {
      add('README.md', '', '## Ours', '', 'Rules are in `src/access/row-rules.ts`.')(files);
      add('Dockerfile', '# Ours: see src/http/health.ts')(files);
    },
  },
];

/** Edits of files that crudgen writes elsewhere since. */
const MOVED_SINCE: readonly Edited[] = [
  {
    title: 'what a hook of users asks',
    edit: change(
      'src/auth/user-hooks.ts',
      '  return Number(row?.[0]);\n',
      '  await greet();\n  return Number(row?.[0]);\n',
    ),
  },
  {
    title: 'a file beside one that moves, imported by it',
    edit: (files) => {
      add(
        'src/auth/greet.ts',
        "import { show } from '../crud/refuse.js';",
        "import { newTokenVersion } from './user-hooks.js';",
        '',
        '/** Says hello. */',
        'export const greet = async (): Promise<string> => show(newTokenVersion());',
      )(files);
      change(
        'src/auth/user-hooks.ts',
        'import { markAccessChange }',
        "import { greet } from './greet.js';\nimport { markAccessChange }",
      )(files);
    },
  },
  {
    title: 'a method of the built-in user',
    edit: change(
      'src/auth/user.model.ts',
      '  @CreateDateColumn(',
      "  get isActive(): boolean {\n    return this.status === 'Active';\n  }\n\n  @CreateDateColumn(",
    ),
  },
  {
    title: 'a constant',
    edit: change('src/crud/parse-page.ts', 'const DEFAULT_SIZE = 25;', 'const DEFAULT_SIZE = 50;'),
  },
  {
    title: 'a comment',
    edit: change(
      'src/http/cors.ts',
      'const ALLOWED_METHODS',
      '// Agreed with the proxy: see src/http/cors.ts there.\nconst ALLOWED_METHODS',
    ),
  },
  {
    title: 'a component with another property',
    edit: (files) => {
      const path = 'web/src/components/page-header.tsx';
      change(path, '  aside?: ReactNode;\n', '  aside?: ReactNode;\n  subtitle?: string;\n')(files);
      change(path, '  aside,\n', '  aside,\n  subtitle,\n')(files);
      change(path, '        {aside}\n', '        {aside}\n        <em>{subtitle}</em>\n')(files);
    },
  },
  {
    title: 'a module of their own in one of the back-office',
    edit: (files) => {
      add('web/src/theme/brand.ts', '/** Ours. */', "export const BRAND = '#0a5c36';")(files);
      const path = 'web/src/theme/tone.ts';
      files.set(path, `export { BRAND } from './brand';\n${files.get(path)!}`);
    },
  },
];

/** Edits of files that crudgen writes as one since. */
const FOLDED_SINCE: readonly Edited[] = [
  {
    title: 'an input of a form',
    edit: change(
      'web/src/pages/task/task.inputs.tsx',
      '<DateInput source="due_date" />',
      '<DateInput source="due_date" help="The day by which it is done." />',
    ),
  },
  {
    title: 'words above a form',
    edit: change(
      'web/src/pages/task/task.create.tsx',
      '      <TaskInputs />',
      '      <p>Keep it short.</p>\n      <TaskInputs />',
    ),
  },
  {
    title: 'a value that is offered',
    edit: change('web/src/pages/task/task.fields.ts', "'critical'] }", "'critical', 'urgent'] }"),
  },
  {
    title: 'the label of a field',
    edit: change('web/src/pages/task/task.resource.ts', "'Due date'", "'Deadline'"),
  },
  {
    title: 'a function beside a small one',
    edit: add(
      'src/crud/parse-id.ts',
      '',
      '/** Whether a path may hold an id. */',
      'export const isIdText = (text: string): boolean => parseId(text) !== null;',
    ),
  },
];

/** Files that stand where the developer put them. */
const MOVED_BY_HAND: readonly Edited[] = [
  {
    title: 'an entity elsewhere',
    edit: move('src/models/project/project.model.ts', 'src/domain/project.ts'),
  },
  {
    title: 'a part of the service elsewhere',
    edit: move('src/http/health.ts', 'src/probes/health.ts'),
  },
];

/** What a developer may have done by the time of an upgrade; all of it together is a project that compiles. */
export const EDITS_010: readonly Edited[] = [
  ...WHERE_IT_WAS,
  ...MOVED_SINCE,
  ...FOLDED_SINCE,
  ...MOVED_BY_HAND,
];
