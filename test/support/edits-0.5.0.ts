import { add, all, change, type Edited } from './edits.js';

const RECORDS = 'engine/records';
const WRITING = `${RECORDS}/writing`;
const PAGE_SIZE = `${RECORDS}/reading/page-size.ts`;
const DIALECT = 'engine/database/dialect.ts';

/** Edits in the files that write one row, and in those that write many. */
const ROWS: readonly Edited[] = [
  {
    title: 'the row as stored: a check, a comment and a function of its own',
    edit: all(
      change(
        `${WRITING}/stored-row.ts`,
        [
          '  if (found.length === 0) return found;\n',
          '  // The auditors asked for it.\n  for (const row of found) noteRead(model.name, row);\n  if (found.length === 0) return found;\n',
        ],
        [
          "  if (column.role === 'version') return 1;\n",
          "  if (column.role === 'version') return FIRST_VERSION;\n",
        ],
      ),
      add(
        `${WRITING}/stored-row.ts`,
        '',
        '/** Versions of the old system go up to 999. */',
        'const FIRST_VERSION = 1_000;',
        '',
        '/** The models of rows that were read. */',
        'export const readModels = new Map<string, number>();',
        '',
        'function noteRead(model: string, row: Values): void {',
        "  if (row['id'] !== null) readModels.set(model, (readModels.get(model) ?? 0) + 1);",
        '}',
      ),
    ),
  },
  {
    title: 'many rows as stored: a constant, and a function that uses a private one',
    edit: all(
      change(`${WRITING}/stored-rows.ts`, ['const CHUNK = 500;', 'const CHUNK = 250;']),
      add(
        `${WRITING}/stored-rows.ts`,
        '',
        '/** How many statements rows take. */',
        'export const statementsFor = (all: readonly ReadonlyMap<ColumnInfo, unknown>[]): number =>',
        '  runsOf(all).length;',
      ),
    ),
  },
  {
    title: 'locks of a row and of many',
    edit: all(
      change(
        `${WRITING}/lock-row.ts`,
        ["'The record has changed since you read it.'", "'Somebody else has changed this record.'"],
        [
          '  if (ifRow && !(await rowExists(and(where, ifRow), read))) throw changed();\n',
          '  if (ifRow && !(await rowExists(and(where, ifRow), read))) throw changed();\n  lastLocked.set(read.model.name, id);\n',
        ],
      ),
      add(
        `${WRITING}/lock-row.ts`,
        '',
        '/** The row of each model that was locked last. */',
        'export const lastLocked = new Map<string, RecordId>();',
      ),
      change(`${WRITING}/lock-rows.ts`, [
        'const COMPARED_TOGETHER = 50;',
        'const COMPARED_TOGETHER = 20;',
      ]),
      add(`${WRITING}/lock-rows.ts`, '', '// Ours: fifty records of ours are 40 MB.'),
    ),
  },
  {
    title: 'references of a write and of many',
    edit: all(
      change(`${WRITING}/references.ts`, [
        '  message: `${field} points to ${withArticle(spokenName(model))} that does not exist.`,\n',
        '  message: `${field} names ${withArticle(spokenName(model))} that we do not have.`,\n',
      ]),
      add(
        `${WRITING}/references.ts`,
        '',
        '/** Whether a write refers to nothing. */',
        'export const refersToNothing = ({ problems, targets }: References): boolean =>',
        '  problems.length === 0 && targets.size === 0;',
      ),
      change(`${WRITING}/found-references.ts`, [
        '    if (values.size === 0) return;\n',
        '    // Ours: most orders have no category.\n    if (values.size === 0) return;\n',
      ]),
    ),
  },
  {
    title: 'hooks: a limit of time, and who asks',
    edit: all(
      change(
        `${WRITING}/run-hooks.ts`,
        [
          'the hook ${name}.${hook} failed`;',
          'the hook ${name}.${hook} failed (see our runbook)`;',
        ],
        [
          '  try {\n    return await hook?.(context);\n',
          '  const started = performance.now();\n  try {\n    return await hook?.(context);\n',
        ],
        [
          '{ cause: error });\n  }\n}\n',
          '{ cause: error });\n  } finally {\n    if (performance.now() - started > SLOW_HOOK) core.log.warn({ hook: name }, "slow hook");\n  }\n}\n'.replaceAll(
            '"',
            "'",
          ),
        ],
      ),
      add(`${WRITING}/run-hooks.ts`, '', '/** Milliseconds. */', 'export const SLOW_HOOK = 250;'),
    ),
  },
  {
    title: 'the write of a single statement, switched off for a model',
    edit: change(`${WRITING}/single-statement.ts`, [
      '  if (model.lineParent || hasLines(draft)) return false;\n',
      "  if (model.lineParent || hasLines(draft)) return false;\n  if (model.name === 'Order') return false;\n",
    ]),
  },
];

/** Edits in the operations. */
const OPERATIONS: readonly Edited[] = [
  {
    title: 'a create that tells a feed, and an update that is counted',
    edit: all(
      change(`${RECORDS}/create.ts`, [
        "    await afterWrite('create', id, null, write);\n",
        "    await afterWrite('create', id, null, write);\n    createdRows.push(id);\n",
      ]),
      add(
        `${RECORDS}/create.ts`,
        '',
        '/** Ids of the rows that this process has created. */',
        'export const createdRows: number[] = [];',
      ),
      change(`${RECORDS}/update.ts`, [
        "    await afterWrite('update', id, before, write);\n",
        "    await afterWrite('update', id, before, write);\n    updates.count += 1;\n",
      ]),
      add(`${RECORDS}/update.ts`, '', '/** Ours. */', 'export const updates = { count: 0 };'),
    ),
  },
  {
    title: 'a limit of many writes',
    edit: all(
      change(`${RECORDS}/write-many.ts`, [
        '  if (items.length === 0) return [];\n',
        '  if (items.length === 0) return [];\n  if (items.length > OUR_LIMIT) throw new Error(`more than ${OUR_LIMIT} rows`);\n',
      ]),
      add(`${RECORDS}/write-many.ts`, '', '/** Rows at once. */', 'const OUR_LIMIT = 2_000;'),
    ),
  },
];

/** Edits in what reading and writing share. */
const SHARED: readonly Edited[] = [
  {
    title: 'sizes of pages: of each of its three subjects',
    edit: all(
      change(
        PAGE_SIZE,
        ['const PART_BYTES = 1_048_576;', 'const PART_BYTES = 524_288;'],
        ['const PIECE_LENGTH = 262_144;', 'const PIECE_LENGTH = 131_072;'],
        ['const BYTES_PER_FIELD = 12;', 'const BYTES_PER_FIELD = 14;'],
      ),
      add(
        PAGE_SIZE,
        '',
        '/** The length of records together. */',
        'export const lengthOfAll = (records: readonly Row[]): number =>',
        '  records.reduce((sum, record) => sum + lengthOfRecord(record), 0);',
      ),
    ),
  },
  {
    title: 'the dialect: a member of its interface, and a function',
    edit: all(
      change(DIALECT, [
        '  /** Quotes a table or column name. */\n',
        '  /** The collation that we sort names by. */\n  readonly ourCollation?: string;\n  /** Quotes a table or column name. */\n',
      ]),
      add(
        DIALECT,
        '',
        '/** Whether a statement writes. */',
        'export const isWriting = ({ sql }: Statement): boolean => !sql.startsWith(`SELECT`);'.replaceAll(
          '`',
          "'",
        ),
      ),
    ),
  },
];

/** A file of the developer that uses these files of the engine. */
export const OWN = 'src/audit/audit.ts';

/** A namespace, a module that loads late, a type and a re-export. */
export const OWN_ASIDE = 'src/audit/aside.ts';

const BESIDE: readonly Edited[] = [
  {
    title: 'own code that imports what is deep in the engine',
    edit: add(
      OWN,
      "import { create, createdRows, insert, isAsShown } from '../../engine/records/create.js';",
      "import { store, update, updates } from '../../engine/records/update.js';",
      "import { writeMany, writeUnread, type WriteItem } from '../../engine/records/write-many.js';",
      "import {\n  readStored,\n  readStoredRows,\n  insertRow,\n  updateRow,\n  deleteRow,\n  insertedValues,\n  updatedValues,\n  readModels,\n  type Returning,\n} from '../../engine/records/writing/stored-row.js';",
      "import { insertRows, updateRows, statementsFor } from '../../engine/records/writing/stored-rows.js';",
      "import { lastLocked, lockRow, notFoundFor, requireRow } from '../../engine/records/writing/lock-row.js';",
      "import { lockRows, requireRows, type PlacedRow } from '../../engine/records/writing/lock-rows.js';",
      "import { findReferences, refersToNothing, throwIfAny, type Targets } from '../../engine/records/writing/references.js';",
      "import { foundBy, FoundReferences } from '../../engine/records/writing/found-references.js';",
      "import { needsNoTransaction } from '../../engine/records/writing/single-statement.js';",
      "import { afterWrite, assertRules, beforeSave, needsEachRow, SLOW_HOOK } from '../../engine/records/writing/run-hooks.js';",
      "import { admitPage, assertWithinLimit, jsonOf, lengthOfAll, lengthOfRecord, mayBeLarge, tellWidths } from '../../engine/records/reading/page-size.js';",
      "import { codecOf, isWriting, statementOf, type Dialect, type RawRow, type Session } from '../../engine/database/dialect.js';",
      '',
      '/** All that our audit looks into. */',
      'export const watched = [',
      '  [create, createdRows, insert, isAsShown, store, update, updates, writeMany, writeUnread],',
      '  [readStored, readStoredRows, insertRow, updateRow, deleteRow, insertedValues, updatedValues, readModels],',
      '  [insertRows, updateRows, statementsFor, lastLocked, lockRow, notFoundFor, requireRow, lockRows, requireRows],',
      '  [findReferences, refersToNothing, throwIfAny, foundBy, FoundReferences, needsNoTransaction],',
      '  [afterWrite, assertRules, beforeSave, needsEachRow, SLOW_HOOK],',
      '  [admitPage, assertWithinLimit, jsonOf, lengthOfAll, lengthOfRecord, mayBeLarge, tellWidths],',
      '  [codecOf, isWriting, statementOf],',
      '] as const;',
      '',
      'export type Watched = WriteItem | PlacedRow | Returning | Targets | Dialect | RawRow | Session;',
    ),
  },
  {
    title: 'own code that takes a module as a whole',
    edit: add(
      OWN_ASIDE,
      "import * as sizes from '../../engine/records/reading/page-size.js';",
      "export { lengthOfRecord, type PageLimit } from '../../engine/records/reading/page-size.js';",
      '',
      "export type Row = import('../../engine/database/dialect.js').RawRow;",
      '',
      '/** Of a record, when it is asked for. */',
      'export async function sizeOf(record: Record<string, unknown>): Promise<number> {',
      "  const { readModels } = await import('../../engine/records/writing/stored-row.js');",
      '  return readModels.size + sizes.lengthOfAll([record as never]);',
      '}',
    ),
  },
  {
    title: 'hooks of a model',
    edit: change('src/models/order/order.hooks.ts', [
      '  // beforeSave:',
      '  afterSave: ({ after }) => void after,\n  // beforeSave:',
    ]),
  },
];

/** Edits in files of lines, and in the form that has a grid of them. */
const LINES: readonly Edited[] = [
  {
    title: 'lines: a limit, a function, a comment in the grid, a total in the form',
    edit: all(
      change(`${WRITING}/prepare-lines.ts`, [
        'export const MAX_LINES = 500;',
        'export const MAX_LINES = 800;',
      ]),
      add(
        `${WRITING}/prepare-lines.ts`,
        '',
        '/** Whether a record may have so many lines. */',
        'export const isFew = (count: number): boolean => count <= MAX_LINES;',
      ),
      change('ui/components/form/line-row.tsx', [
        '/** A column of a grid: an input, and what kind of values it has. */\n',
        '// Ours: a column may be an icon.\n/** A column of a grid: an input, and what kind of values it has. */\n',
      ]),
      add(
        'ui/api/lines.ts',
        '',
        '/** Lines of an order at most. */',
        'export const OUR_LINES = 800;',
      ),
      change(
        'web/src/pages/order/order.form.tsx',
        [
          '      <LinesInput source="lines" reference="order_line">\n',
          '      <LinesInput source="lines" reference="order_line" totals={[\'quantity\']}>\n',
        ],
        [
          "} from '#ui';\n",
          "} from '#ui';\nimport { OUR_LINES } from '../../../../ui/api/lines';\n",
        ],
        [
          '      <LongTextInput source="notes" />\n',
          '      <LongTextInput source="notes" helperText={`Up to ${OUR_LINES} lines`} />\n',
        ],
      ),
    ),
  },
];

/** Edits in the back-office, in settings, in the house style and in the feature of others. */
const AROUND: readonly Edited[] = [
  {
    title: 'the theme: a font and a measure',
    edit: change(
      'ui/theme/theme.ts',
      ["  'Inter',\n", "  'Source Sans 3',\n  'Inter',\n"],
      ['page: 1440, form: 960 }', 'page: 1680, form: 960 }'],
    ),
  },
  {
    title: 'pages: a column less, a comment, and a detail of its own',
    edit: all(
      change('web/src/pages/order/order.list.tsx', [
        '      <DatetimeColumn source="updated_at" />\n',
        '',
      ]),
      change('web/src/pages/category/category.list.tsx', [
        '    <ListPage hidden={HIDDEN}>\n',
        '    // Ours: categories are few.\n    <ListPage hidden={HIDDEN} searchable={false}>\n',
      ]),
      change('web/src/pages/order/order.show.tsx', [
        '      <ReferenceDetail source="created_by_id" reference="user" />\n',
        '      <ReferenceDetail source="created_by_id" reference="user" label="Taken by" />\n',
      ]),
    ),
  },
  {
    title: '.env.example: a value, a setting switched on, and one of its own',
    edit: all(
      change(
        '.env.example',
        ['DATABASE_URL=sqlite:data/app.db\n', 'DATABASE_URL=sqlite:data/shop.db\n'],
        ['#PORT=3000\n', 'PORT=4000\n'],
      ),
      add('.env.example', '', '# The till that prints receipts.', 'TILL_URL=http://till.local'),
    ),
  },
  {
    title: 'the template of lists, which waits for upgrade --templates',
    edit: change('crudgen/templates/features/admin/model/list.tsx.ejs', [
      'As the house has them.',
      'As the house has them since May.',
    ]),
  },
  {
    title: 'the feature of others: another header',
    edit: change('engine/acme-region/index.ts', ["'X-Region'", "'X-Shop-Region'"]),
  },
];

/** The edits of a developer in the shop of 0.5.0: the project with all of them compiles. */
export const EDITS_050: readonly Edited[] = [
  ...ROWS,
  ...OPERATIONS,
  ...SHARED,
  ...LINES,
  ...AROUND,
  ...BESIDE,
];

/** A file with a conflict that git left open. */
export const OPEN_CONFLICT: Edited & { readonly path: string } = {
  title: 'a conflict of two branches at the head of the hooks',
  path: 'src/models/order/order.hooks.ts',
  edit: (files) =>
    void files.set(
      OPEN_CONFLICT.path,
      `<<<<<<< HEAD\n// Ours.\n=======\n// Theirs.\n>>>>>>> branch\n${files.get(OPEN_CONFLICT.path)}`,
    ),
};
