import { describe, expect, it } from 'vitest';
import { renameShown } from '../../../../src/refactor/history/shown-names.js';

const rewritten = (code: string) => renameShown('src/a.ts', code);

describe('the type of a page gets its name of now', () => {
  it.each([
    [
      "import { type PageText, type Query } from '#engine';\nconst page: PageText = a;\n",
      "import { type ListPage, type Query } from '#engine';\nconst page: ListPage = a;\n",
    ],
    [
      "import type { PageText as Page } from '#engine';\nlet page: Page;\n",
      "import type { ListPage as Page } from '#engine';\nlet page: Page;\n",
    ],
    [
      "export type { PageText } from '#engine';\n",
      "export type { ListPage as PageText } from '#engine';\n",
    ],
    [
      "export type { PageText as Page } from '../../engine/index.js';\n",
      "export type { ListPage as Page } from '../../engine/index.js';\n",
    ],
    [
      "import type { PageText } from '../../engine/model/operations.js';\nlet page: PageText;\n",
      "import type { ListPage } from '../../engine/model/operations.js';\nlet page: ListPage;\n",
    ],
    [
      "import type * as engine from '#engine';\nlet page: engine.PageText;\n",
      "import type * as engine from '#engine';\nlet page: engine.ListPage;\n",
    ],
    ["let page: import('#engine').PageText;\n", "let page: import('#engine').ListPage;\n"],
  ])('%s', (old, now) => {
    expect(rewritten(old)).toEqual({ text: now, left: [] });
    expect(rewritten(now).text).toBe(now);
  });

  it('not where another thing has the name', () => {
    for (const code of [
      "import { PageText } from './pages.js';\nconst a: PageText = b;\n",
      'interface PageText {}\nconst a: PageText = b;\n',
      "const a = { PageText: 1 }, b = 'PageText';\n",
    ])
      expect(rewritten(code)).toEqual({ text: code, left: [] });
  });
});

it('names what has to be rewritten by hand', () => {
  const taken = "import type { PageText } from '#engine';\ninterface ListPage {}\n";
  expect(rewritten(taken)).toEqual({
    text: taken,
    left: [{ line: 1, why: 'the file has another `ListPage`' }],
  });
  const record = "import type { Query, RecordText } from '#engine';\nconst a: RecordText = b;\n";
  expect(rewritten(record)).toEqual({
    text: record,
    left: [{ line: 1, why: '`RecordText` no longer exists' }],
  });
  const calls =
    'export function add(engine: Engine) {\n  return engine.operations(user)(Task).get(1);\n}\n';
  expect(rewritten(calls)).toEqual({
    text: calls,
    left: [{ line: 2, why: '`operations` now returns records instead of their texts' }],
  });
  for (const other of ['surgery.operations(1); // engine\n', 'const operations = engine.list;\n'])
    expect(rewritten(other)).toEqual({ text: other, left: [] });
});
