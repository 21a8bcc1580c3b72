import type { Query } from '../model/operations.js';
import { refuse, type HttpProblem } from '../problem/problem.js';
import { everyRow } from '../records/every-row.js';
import { expandRecords, expandedColumns } from '../records/reading/expand.js';
import { readQuery } from '../records/reading/read-query.js';
import { ownTurn } from '../records/reading/turns.js';
import { authorize, type Scope } from '../records/scope.js';
import type { Cell } from './cells.js';
import { exportColumns, type ExportColumn } from './export-columns.js';
import { BYTE_ORDER_MARK, csvRow } from './write-csv.js';
import { sheetLine } from './sheet-line.js';
import { UnreadableSheet, writeSheet } from './sheets.js';

/** Kinds of files that a list is exported as. */
export const FORMATS = ['csv', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

/** Media types of these files. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A spreadsheet is made in memory. */
export const MAX_SHEET_ROWS = 100_000;
const MAX_SHEET_CELLS = 2_000_000;

/** How many records are read at a time, and how many characters of them at best. */
const MOST_ROWS = 500;
const BEST_LENGTH = 1_000_000;

/** Download a list as a file, in pieces; 400 for a query that it has not, before the first piece. */
export function exportList(
  scope: Scope,
  format: Format,
  query: Query,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const { grant } = authorize(scope, 'list');
  const columns = exportColumns(query, scope.model, grant.readable);
  const rows = rowsOf(scope, listQuery(query), columns);
  return format === 'csv' ? csvOf(columns, rows) : sheetOf(columns, rows, scope);
}

/** Everything that matches is exported: what pages a list does not count. */
const listQuery = ({
  _start,
  _end,
  _after,
  _expand,
  _fields,
  _count,
  _columns,
  _format,
  ...query
}: Query) => query;

/** The first records come with the header: a query that is refused begins no file. */
async function* csvOf(columns: readonly ExportColumn[], rows: Rows) {
  let text = BYTE_ORDER_MARK + csvRow(columns.map(({ name }) => name));
  for await (const batch of rows) {
    yield text + batch.map((cells) => csvRow(cells)).join('');
    text = '';
  }
  if (text !== '') yield text;
}

/** The records are read when it is its turn: those of one spreadsheet are in memory at a time. */
async function* sheetOf(columns: readonly ExportColumn[], rows: Rows, scope: Scope) {
  const reader = { userId: scope.user.id, signal: scope.context.signal?.() };
  yield await sheetLine.run(reader, async (ending) => {
    const all: (readonly Cell[])[] = [columns.map(({ name }) => name)];
    for await (const batch of rows) {
      ending.throwIfAborted();
      all.push(...batch.map((row) => row.map((cell, at) => sheetCell(cell, columns[at]!))));
      if (all.length > MAX_SHEET_ROWS + 1 || all.length * columns.length > MAX_SHEET_CELLS)
        throw tooMany();
    }
    return writeSheet(scope.model.prefix, all, ending).catch((error: unknown) => {
      throw error instanceof UnreadableSheet ? tooMany() : error;
    });
  });
}

const tooMany = (): HttpProblem => {
  const most = `${MAX_SHEET_ROWS} rows, or ${MAX_SHEET_CELLS} cells`;
  return refuse(
    '_format',
    'too-many',
    `These are too many records for a spreadsheet (${most}): use csv`,
  );
};

/** The first day of which spreadsheets know what day of the week it was. */
const FIRST_DAY = '1900-03-01';

/** A date as a spreadsheet has dates, as far as it has them; an empty text by the apostrophe that an import takes away. */
function sheetCell(cell: Cell, { type }: ExportColumn): Cell {
  if (cell === '') return "'";
  return type === 'date' && typeof cell === 'string' && cell >= FIRST_DAY ? new Date(cell) : cell;
}

type Rows = AsyncGenerator<readonly (readonly Cell[])[], void, undefined>;

/** The cells of all records, some at a time; fewer at a time where they are long. */
async function* rowsOf(scope: Scope, query: Query, columns: readonly ExportColumn[]): Rows {
  const expand = [...new Set(columns.flatMap(({ relation }) => relation ?? []))];
  const keys = expandedColumns(expand, scope.model);
  let size = Math.min(100, MOST_ROWS);
  for await (const records of everyRow(scope, {
    request: (allowed) => readQuery(query, allowed),
    fields: scope.model.unlisted ? columns.map(({ name }) => name) : null,
    keys,
    complete: (found, read) => expandRecords(found, expand, keys, read),
    size: () => size,
  })) {
    const rows = records.map((record) => columns.map(({ cell }) => cell(record)));
    yield rows;
    const length = records.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
    size = Math.max(1, Math.min(MOST_ROWS, Math.floor((BEST_LENGTH * records.length) / length)));
    await ownTurn();
  }
}
