import { describe, expect, it } from 'vitest';
import { foldFiles } from '../../../src/refactor/fold-files.js';
import { namesApart } from '../../../src/refactor/names-apart.js';
import { relocateTree } from '../../../src/refactor/relocate.js';
import type { ExportNames } from '../../../src/refactor/rename-exports.js';
import type { Tree } from '../../../src/tree.js';

describe('texts folded into one file', () => {
  it('have the imports of all at the head, once, and none of each other', () => {
    const texts = [
      "import { a } from './a.js';\nimport { two } from './one.js';\n\nexport const one = a + two;\n",
      "import { a, b } from './a.js';\n\nexport const two = a + b;\n",
    ];
    expect(foldFiles('src/one.ts', texts)).toBe(
      "import { a, b } from './a.js';\n\nexport const one = a + two;\n\nexport const two = a + b;\n",
    );
  });

  it('call what they had from each other by its name', () => {
    const texts = [
      'export const one = 1;\nexport interface One {\n  one: number;\n}\n',
      "import { one as first, type One as First } from './one.js';\n\nexport const two: First = { one: first };\n",
      "import { one as other } from './one.js';\n\nexport const three = { other, one: other };\n",
    ];
    expect(foldFiles('src/one.ts', texts)).toBe(
      [
        texts[0],
        'export const two: One = { one: one };\n',
        'export const three = { other: one, one: one };\n',
      ].join('\n'),
    );
  });

  it('keep the comments in their imports', () => {
    const texts = [
      'export const one = 1;\n',
      "import { one /* of ours */ } from './one.js';\nimport {\n  a, // first\n} from './a.js';\n\nexport const two = one + a;\n",
    ];
    expect(foldFiles('src/one.ts', texts)).toBe(
      "import { a } from './a.js';\n\nexport const one = 1;\n\n/* of ours */\n// first\n\nexport const two = one + a;\n",
    );
  });

  it('import a default once, as a value where one of them needs it', () => {
    const types = "import type Pool from 'pool';\n\nexport type A = Pool;\n";
    const values = "import Pool from 'pool';\n\nexport const b = new Pool();\n";
    for (const texts of [
      [types, values],
      [values, types],
    ]) {
      const folded = foldFiles('one.ts', texts);
      expect(folded.match(/import.*'pool';/g)).toEqual(["import Pool from 'pool';"]);
    }
  });

  it('import other things by other names', () => {
    const texts = [
      "import { changed } from './a.js';\n\nexport const one = changed;\n",
      "import { changed, type Row as R } from './b.js';\n\nexport const two: R = { changed };\n",
      "import type { Row } from './c.js';\n\nexport class R { row!: Row; }\n",
    ];
    expect(foldFiles('src/one.ts', texts)).toBe(
      [
        "import { changed } from './a.js';",
        "import { changed as changed2, type Row as R2 } from './b.js';",
        "import type { Row } from './c.js';",
        '',
        'export const one = changed;',
        '',
        'export const two: R2 = { changed: changed2 };',
        '',
        'export class R { row!: Row; }',
        '',
      ].join('\n'),
    );
  });

  it('stand after those that they import', () => {
    const files = new Map([
      ['src/a.ts', "import { ALL } from './b.js';\n\nexport const all = ALL;\n"],
      ['src/b.ts', 'export const ALL = 1;\n'],
    ]);
    const moves = new Map([
      ['src/a.ts', 'src/b/one.ts'],
      ['src/b.ts', 'src/b/one.ts'],
    ]);
    expect(relocateTree(files, moves).get('src/b/one.ts')).toBe(
      'export const ALL = 1;\n\nexport const all = ALL;\n',
    );
  });

  it('have the line ends of most of them', () => {
    const folded = foldFiles('src/one.ts', ['const a = 1;\r\nconst b = 1;\r\n', 'const c = 1;\n']);
    expect(folded).toBe('const a = 1;\r\nconst b = 1;\r\n\r\nconst c = 1;\r\n');
  });
});

describe('names that meet in one file', () => {
  const moves = new Map([
    ['task.create.ts', 'task.form.ts'],
    ['task.edit.ts', 'task.form.ts'],
  ]);
  const base = new Map([
    ['task.create.ts', 'export const create = 1;\n'],
    ['task.edit.ts', 'export const edit = 1;\n'],
  ]);
  const apart = (create: string, edit: string) => {
    const mine: Tree = new Map([
      ['task.create.ts', create],
      ['task.edit.ts', edit],
    ]);
    return plain(namesApart(mine, base, moves).mine);
  };
  const plain = (found: ExportNames) =>
    Object.fromEntries([...found].map(([path, names]) => [path, Object.fromEntries(names)]));
  const said = (path: string) => base.get(path)!;

  it.each([
    ['of the developer in both', 'const own = 1;', 'function own() {}', { own: 'editOwn' }],
    [
      'of the developer and an import',
      "import { own } from './own';",
      'class own {}',
      { own: 'editOwn' },
    ],
    ['taken already', 'const own = 1; const editOwn = 2;', 'type own = 1;', { own: 'editOwn2' }],
  ])('%s', (_, create, edit, names) => {
    const [first, second] = [said('task.create.ts'), said('task.edit.ts')];
    expect(apart(first + create, second + edit)).toEqual({ 'task.edit.ts': names });
  });

  it("are the developer's to change, not crudgen's", () => {
    const create = `${said('task.create.ts')}const edit = 1;\n`;
    expect(apart(create, said('task.edit.ts'))).toEqual({
      'task.create.ts': { edit: 'createEdit' },
    });
    expect(apart(said('task.create.ts'), said('task.edit.ts'))).toEqual({});
  });

  it("are changed in crudgen's copies, too, if crudgen wrote both; its exports stay", () => {
    const create = `${said('task.create.ts')}const both = 1;\n`;
    const edit = `${said('task.edit.ts')}export const both = create;\n`;
    const copies = new Map([
      ['task.create.ts', create],
      ['task.edit.ts', edit],
    ]);
    const mine = new Map(copies).set('task.edit.ts', `${edit}const own = both;\n`);
    const { base: kept, mine: own } = namesApart(mine, copies, moves);
    expect([plain(kept), plain(own)]).toEqual([
      { 'task.create.ts': { both: 'createBoth' } },
      { 'task.create.ts': { both: 'createBoth' } },
    ]);
  });

  it('are none of things that are the same import', () => {
    const own = "import { own } from './own';\n";
    expect(apart(own, own)).toEqual({});
  });
});
