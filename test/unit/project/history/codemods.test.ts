import { describe, expect, it } from 'vitest';
import { followVersion } from '../../../../src/project/history/codemods.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';

const app = appOfSpec(
  'app',
  'models:\n  Project: { fields: { name: string } }\n  Task: { fields: { project: ref=Project:as=tasks } }\n',
);

const fileOf = (condition: string): string =>
  `import { whereOf } from '#engine';\n\nexport const found = whereOf<Task>().${condition};\n`;
const OLD = fileOf("parent<Project>('project_id')");
const NOW = fileOf("parent('project')");

/** What becomes of one file in a project of a version. */
const follow = (path: string, text: string, version: string | null = '0.2.0') => {
  const { files, problems } = followVersion(
    { mine: new Map([[path, text]]), base: new Map() },
    app,
    version,
  );
  return { text: files.get(path), problems };
};

describe('code in the form of an earlier version', () => {
  it.each([
    'src/models/task/task.access.ts',
    'src/routes/desk.ts',
    'src/database/reports.ts',
    'src/main.ts',
    'test/late.test.ts',
    'scripts/report.ts',
    'report.mts',
  ])('is rewritten wherever its developer may have written it: %s', (path) => {
    expect(follow(path, OLD)).toEqual({ text: NOW, problems: [] });
  });

  it.each([
    'engine/records/list.ts',
    'src/engine/records/list.ts',
    'engine/test/records/list.test.ts',
    'src/database/migrations/20261125210000-fill.ts',
    'src/models/models.gen.ts',
    'web/src/pages/task/task.list.tsx',
    'README.md',
  ])('is none in what crudgen writes or no compiler reads: %s', (path) => {
    expect(follow(path, OLD)).toEqual({ text: OLD, problems: [] });
  });

  it.each([
    [null, NOW],
    ['0.2.9', NOW],
    ['0.3.0', OLD],
    ['1.0.0', OLD],
  ])('is that of the version before, not of %s', (version, text) => {
    expect(follow('src/own.ts', OLD, version).text).toBe(text);
  });

  it('is named with its line where it cannot be rewritten', () => {
    const text = fileOf("parent<Person>('project_id')");
    expect(follow('scripts/own.ts', text)).toEqual({
      text,
      problems: [
        {
          code: 'old-form',
          severity: 'warning',
          message:
            'scripts/own.ts:3 cannot be rewritten: no model has a `project_id` that leads to `Person`',
          help: expect.stringContaining("parent('owner', ...)"),
        },
      ],
    });
  });

  it('is in pages that of inputs, and elsewhere that of records', () => {
    const page = 'import { TextInput } from \'#ui\';\nexport const a = <TextInput help="b" />;\n';
    const now = page.replace('help', 'helperText');
    expect(follow('web/src/pages/a.tsx', page)).toEqual({ text: now, problems: [] });
    expect(follow('ui/own.tsx', page)).toEqual({ text: page, problems: [] });
    const spread = page.replace('help', '{...c} help');
    expect(follow('web/src/own.tsx', spread)).toMatchObject({
      text: spread,
      problems: [{ message: expect.stringContaining('web/src/own.tsx:2 cannot be rewritten') }],
    });
    const code = "import { all } from './engine.js';\nall.demand('edit');\n";
    expect(follow('src/own.ts', code)).toMatchObject({
      text: code,
      problems: [{ message: expect.stringContaining('src/own.ts:2 cannot be rewritten') }],
    });
  });
});

describe('an import of what shows lines', () => {
  const page = (...imports: string[]) => `${imports.join('\n')}\n\nexport const one = 1;\n`;

  it.each([
    [
      "import { EditPage, LinesInput, TextInput } from '#ui';",
      [
        "import { EditPage, TextInput } from '#ui';",
        "import { LinesInput } from '#ui/lines/lines-input';",
      ],
    ],
    [
      "import { RecordLines as Lines } from '#ui';",
      ["import { RecordLines as Lines } from '#ui/lines/record-lines';"],
    ],
    [
      "import type { LinesInputProps, TonesOf } from '#ui';",
      [
        "import type { TonesOf } from '#ui';",
        "import type { LinesInputProps } from '#ui/lines/lines-input';",
      ],
    ],
    ["import { LinesInput } from './own';", ["import { LinesInput } from './own';"]],
    ["import { LinesFact } from '#ui';", ["import { LinesFact } from '#ui';"]],
  ])('is one of the feature: %s', (before, after) => {
    const path = 'web/src/pages/order/order.form.tsx';
    expect(follow(path, page(before), '0.7.0')).toEqual({ text: page(...after), problems: [] });
    expect(follow(path, page(before), '0.8.0').text).toBe(page(before));
  });
});

describe('groups of records', () => {
  const places = (code: string, version = '0.7.0', path = 'src/own.ts') =>
    follow(path, code, version).problems.map(({ message }) => message);

  it('are named wherever code asks for them, as their shape is another', () => {
    const code =
      "const groups = await crud(Task).groupBy('status', {\n  sum: ['hours'],\n});\n" +
      'export const all = records.groupBy(names);\n' +
      "const due = await context\n  .system(Task)\n  .groupBy(['due_date.month']);\n";
    const why = 'cannot be rewritten: `groupBy` returns `{ by, count, sum, ... }`';
    expect(places(code)).toEqual([1, 4, 7].map((line) => `src/own.ts:${line} ${why}`));
    expect(follow('src/own.ts', code, '0.7.0').text).toBe(code);
    expect(places(code, '0.8.0')).toEqual([]);
    expect(places(code, '0.7.0', 'web/src/own.ts')).toEqual([]);
  });

  it.each([
    'const groups = Object.groupBy(tasks, ({ status }) => status);\n',
    "const rows = db.selectFrom('task').select('status').groupBy('status').execute();\n",
    "const rows = builder.select('status').orderBy('status').groupBy('status');\n",
    'const groupBy = 1;\n',
  ])('are not those of other code: %s', (code) => {
    expect(places(code)).toEqual([]);
  });
});

describe('a path by which code reaches files beside `src`', () => {
  const read = (path: string) => `const words = join(import.meta.dirname, '${path}');\n`;

  it('is named, as it leads elsewhere once the code is built', () => {
    const text = read('../../words.txt');
    const { problems } = follow('src/desk/own.ts', text, '0.3.0');
    expect(problems.map(({ message }) => message)).toEqual([
      'src/desk/own.ts:1 cannot be rewritten: the build puts the file into `dist/src`, where this path leads to another place',
    ]);
    expect(follow('src/own.ts', "new URL('..', import.meta.url)").problems).toHaveLength(1);
  });

  it.each([
    ['src/desk/own.ts', read('../words.txt')],
    ['src/desk/own.ts', read('words.txt')],
    ['src/desk/own.test.ts', read('../../words.txt')],
    ['test/own.ts', read('../words.txt')],
    ['src/own.ts', "export { one } from '../one.js';\n"],
  ])('is not one in %s: %s', (path, text) => {
    expect(follow(path, text, '0.3.0').problems).toEqual([]);
  });

  it('is told once', () => {
    expect(follow('src/own.ts', read('../words.txt'), '0.4.0').problems).toEqual([]);
  });
});

describe('import aliases in `src/package.json`', () => {
  const NESTED = 'src/package.json';
  const WRITTEN = { '#engine': './engine/index.js', '#engine/*': './engine/*/index.js' };
  const json = (imports: object) => JSON.stringify({ imports });

  /** The aliases of the project's `package.json` once a project of 0.3.0 has been followed. */
  const lifted = (nested: object, own: readonly string[] = []): unknown => {
    const base = new Map([
      ['package.json', json({})],
      [NESTED, json(WRITTEN)],
      ['src/engine/jobs/index.ts', ''],
      ['src/engine/http/health.ts', ''],
    ]);
    const mine = new Map([...base, [NESTED, json({ ...WRITTEN, ...nested })] as const]);
    for (const path of own) mine.set(path, '');
    const { files } = followVersion({ mine, base }, app, '0.3.0');
    return (JSON.parse(files.get('package.json')!) as { imports: object }).imports;
  };

  it('are in that of the project, from where it is', () => {
    const nested = {
      '#models/*': './models/*',
      '#clock': { test: './fake.js', default: './a.js' },
    };
    expect(lifted(nested)).toEqual({
      '#models/*': './src/models/*',
      '#clock': { test: './src/fake.js', default: './src/a.js' },
    });
    expect(lifted({})).toEqual({});
  });

  it('lead to what has moved out of `src/`, and to what is still there', () => {
    const nested = { '#health': './engine/http/health.js', '#own': './engine/own.js' };
    expect(lifted(nested, ['src/engine/own.ts'])).toEqual({
      '#health': './engine/http/health.js',
      '#own': './src/engine/own.js',
    });
  });

  it('are given to folders of the developer in the engine, which had them by `#engine/*`', () => {
    expect(lifted({}, ['src/engine/own/index.ts', 'src/engine/own/more/part.ts'])).toEqual({
      '#engine/own': './src/engine/own/index.js',
    });
  });
});
