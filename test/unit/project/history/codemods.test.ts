import { describe, expect, it } from 'vitest';
import { followVersion } from '../../../../src/project/history/codemods.js';

const fileOf = (name: string, module: string): string =>
  `import { ${name} } from '${module}';\n\nexport const one = 1;\n`;
const OLD = fileOf('LinesInput', '#ui');
const NOW = fileOf('LinesInput', '#ui/lines/lines-input');

/** A file after the codemods of a project of a version. */
const follow = (path: string, text: string, version: string | null = '0.7.0') => {
  const { files, problems } = followVersion(new Map([[path, text]]), version);
  return { text: files.get(path), problems };
};

describe('code in the form of an earlier version', () => {
  it.each(['web/src/pages/task/task.list.tsx', 'web/src/own.ts', 'web/build/own.mts'])(
    'is rewritten in each page that its developer may have written: %s',
    (path) => {
      expect(follow(path, OLD)).toEqual({ text: NOW, problems: [] });
    },
  );

  it.each([
    'src/models/task/task.access.ts',
    'src/main.ts',
    'test/late.test.ts',
    'scripts/report.ts',
    'report.mts',
  ])('is found in all other code that its developer may have written: %s', (path) => {
    const text = "void records.groupBy('status');\n";
    expect(follow(path, text).problems).toMatchObject([
      {
        code: 'old-form',
        severity: 'warning',
        message: `${path}:1 cannot be rewritten: \`groupBy\` returns \`{ by, count, sum, ... }\``,
        help: expect.stringContaining('`group.by.status`'),
      },
    ]);
  });

  it.each([
    'engine/records/list.ts',
    'engine/test/records/list.test.ts',
    'ui/own.tsx',
    'src/database/migrations/20261125210000-fill.ts',
    'src/models/models.gen.ts',
    'web/src/pages/task/task.facts.gen.ts',
    'README.md',
  ])('stays in files that crudgen writes or no compiler reads: %s', (path) => {
    const text = `${OLD}void records.groupBy('status');\n`;
    expect(follow(path, text)).toEqual({ text, problems: [] });
  });

  it.each([
    [null, NOW],
    ['0.7.9', NOW],
    ['0.8.0', OLD],
    ['1.0.0', OLD],
  ])('of before the codemod is rewritten, in a project of %s', (version, text) => {
    expect(follow('web/src/own.ts', OLD, version).text).toBe(text);
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
