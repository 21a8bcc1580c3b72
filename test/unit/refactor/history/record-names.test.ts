import { describe, expect, it } from 'vitest';
import { renameInRecords } from '../../../../src/refactor/history/record-names.js';

const HEAD = "import { asRecord, type Crud, type Records } from '#engine';\n";
const KEPT = "import { type Crud, type Records } from '#engine';\n";
const rewritten = (code: string, head = HEAD) => renameInRecords('src/a.ts', head + code);
const inHandler = (code: string) =>
  `route.get('/', async ({ crud, records, id }) => {\n  ${code}\n});\n`;

describe('the wrapper of a record goes', () => {
  it.each([
    ['const a = asRecord(one);', 'const a = one;'],
    ['const a = asRecord(await crud(Task).get(1));', 'const a = await crud(Task).get(1);'],
    ['f(asRecord(await g()), 1)', 'f(await g(), 1)'],
    ['const a = asRecord(await g()).title;', 'const a = (await g()).title;'],
    ['const a = asRecord(g()).title;', 'const a = g().title;'],
    ['const a = asRecord(b?.c).d;', 'const a = (b?.c).d;'],
    ['const f = (a: A) => asRecord({ ...a });', 'const f = (a: A) => ({ ...a });'],
    ['return asRecord(\n    await g(),\n  );', 'return await g();'],
    ['const a = asRecord<Task>(one);', 'const a = one as unknown as Task;'],
    ['const a = asRecord<Task>(await g());', 'const a = (await g()) as unknown as Task;'],
    ['f(asRecord<Task>(one).title)', 'f((one as unknown as Task).title)'],
    ['const a = asRecord(asRecord(one));', 'const a = one;'],
    ['const a = asRecord(one), asRecords = 1;', 'const a = one, asRecords = 1;'],
  ])('%s', (old, now) => {
    expect(rewritten(old)).toEqual({ text: KEPT + now, left: [] });
  });

  it('by whatever name a file has it, and from wherever', () => {
    const plain = "import { asRecord as plain } from '../../engine/index.js';\n";
    expect(rewritten('const a = plain(b);', plain).text).toBe('const a = b;');
    const deep = 'import { asRecord } from "../engine/model/records.js"\r\n';
    expect(rewritten('const a = asRecord(b)\r\n', deep).text).toBe('const a = b\r\n');
    const whole = "import * as engine from '#engine';\n";
    expect(rewritten('const a = engine.asRecord(b), c = engine.conflict;', whole).text).toBe(
      `${whole}const a = b, c = engine.conflict;`,
    );
  });

  it('not where another thing has the name', () => {
    for (const code of [
      'function f(asRecord: (a: A) => B) {\n  return asRecord(a);\n}\n',
      '{\n  const asRecord = g;\n  h(asRecord(a));\n}\n',
      'one.asRecord(a); // asRecord(a)\n',
      "f('asRecord(a)');\n",
    ])
      expect(rewritten(code)).toEqual({ text: HEAD + code, left: [] });
    const other = "import { asRecord } from './engine-of-ours.js';\nasRecord(a);\n";
    expect(rewritten(other, '')).toEqual({ text: other, left: [] });
  });

  it.each([
    ['rows.map(asRecord);', 'passes `asRecord` as a function'],
    ['export { asRecord };', 'other files may import'],
    ["export { asRecord as plain } from '#engine';", 'other files may import'],
    ["const { asRecord: plain } = await import('#engine');", 'out of its object'],
    ['asRecord(...rows);', 'exactly one argument'],
    ['asRecord(/* Theirs. */ a);', 'comments'],
    ['asRecord(await engine.operations(user)(Task).get(1));', 'a text that `operations`'],
  ])('and is named where it cannot: %s', (code, why) => {
    expect(rewritten(code)).toEqual({
      text: HEAD + code,
      left: [{ line: 2, why: expect.stringContaining(why) }],
    });
  });

  it('with the line that a place has afterwards', () => {
    const { text, left } = rewritten(
      "import type { A } from './a.js';\nf(asRecord(a));\nx.demand('edit');\n",
      "import { asRecord } from '#engine';\n",
    );
    expect(text.split('\n')[left[0]!.line - 1]).toBe("x.demand('edit');");
  });
});

describe('what records offer has its name', () => {
  it.each([
    ["records.demand('edit');", "records.authorize('edit');"],
    ["crud(Task).demand('edit');", "crud(Task).authorize('edit');"],
    [
      "const all = crud(Task);\n  all.demand('edit');",
      "const all = crud(Task);\n  all.authorize('edit');",
    ],
    [
      "await records.get(id, { expand: ['owner'] });",
      "await records.get(id, { relations: ['owner'] });",
    ],
    [
      'await crud(Task).get(1, { "expand": ["a", "b"], lock: false });',
      'await crud(Task).get(1, { relations: ["a", "b"], lock: false });',
    ],
    [
      "await crud(Task).get(1, {\n    // Theirs.\n    expand: ['owner'],\n  });",
      "await crud(Task).get(1, {\n    // Theirs.\n    relations: ['owner'],\n  });",
    ],
  ])('in a handler: %s', (old, now) => {
    expect(rewritten(inHandler(old), KEPT)).toEqual({ text: KEPT + inHandler(now), left: [] });
  });

  it.each([
    "route.get('/', (context) => context.records.demand('edit'));",
    "route.get('/', (context) => {\n  const { records: all } = context;\n  all.demand('edit');\n});",
    "function f(all: Records<Task>) {\n  all.demand('edit');\n}",
    "const f = ({ of }: { of: Crud }, crud: Crud) => crud(Task).demand('edit');",
    "engine.as(user)(Task).demand('edit');",
    "service.engine.system(Task).demand('edit');",
  ])('wherever a file shows that these are records: %s', (code) => {
    const text = KEPT + code.replace('demand', 'authorize');
    expect(rewritten(code, KEPT)).toEqual({ text, left: [] });
  });

  it.each([
    ['function f(all: Claims) {\n  all.demand("edit");\n}', 3, '`demand`'],
    ["import { all } from './all.js';\nall.demand('edit');", 3, '`demand`'],
    ["{\n  const crud = make();\n  crud(Task).demand('edit');\n}", 4, '`demand`'],
    [inHandler('const { demand } = records;'), 3, '`demand`'],
    [inHandler('await records.get(id, { expand: names });'), 3, 'needs a list of names'],
    [inHandler('await records.get(id, { expand });'), 3, 'needs a list of names'],
    [
      inHandler("await records.get(id, { expand: ['a'], relations });"),
      3,
      'both `relations` and `expand`',
    ],
    ["cache.get(1, { expand: ['a'] });", 2, '`expand`'],
    ["const options = { expand: ['a'] };", 2, '`expand`'],
  ])('and is named where it may be: %s', (code, line, why) => {
    expect(rewritten(code, KEPT)).toEqual({
      text: KEPT + code,
      left: [{ line, why: expect.stringContaining(why) }],
    });
  });

  it.each([
    'class Claims {\n  demand(it: string) {}\n}\nnew Claims().demand("edit");\n',
    'const all = { demand: (it: string) => it };\nall.demand("edit");\n',
    "engine.operations(user)(Task).get(1, { expand: ['owner'] });\n",
    "tree({ expand: ['a'] });\nmenu.open(1, { expand: ['a'] });\nconst state = { expand: true };\n",
    "f('records.demand', /* records.demand() */ demand, expand);\n",
  ])('and nothing else is touched: %s', (code) => {
    expect(rewritten(code, KEPT)).toEqual({ text: KEPT + code, left: [] });
  });

  it('nor what has nothing to do with the engine', () => {
    const code = "records.demand('edit');\n";
    expect(rewritten(code, '')).toEqual({ text: code, left: [] });
  });
});
