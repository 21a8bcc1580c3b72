import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { RecordId } from '../../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { statementOf } from '../../../service/engine/database/dialect.js';
import type { ProvedService } from '../service/start-service.js';
import type { Demand } from './demands.js';
import { storedWorld } from './stored.js';

/** A cell of a table. */
export interface Cell {
  readonly model: string;
  readonly id: RecordId;
  readonly field: string;
}

/** Tokens, each with the only cell that holds it: wherever a token turns up, it tells the text of that cell. */
export type Canaries = ReadonlyMap<string, Cell>;

/** Tokens in texts, and numbers that are tokens themselves. */
export const TOKEN = /zq\d{6}z|(?<![\w.-])7\d{6}(?![\w-])/gi;
const LENGTH = 9;
const LEAST = 7_000_000;
/** Two primes, so tokens of neighbouring cells are far apart, and no two tokens are equal. */
const [STEP, ROOM] = [611_953, 999_983];

/**
 * Puts a token into every free text of the project's models, and makes numbers that not everybody may read tokens, except fields by
 * which rules decide. The tables of users and features stay as they are, because the service works with their texts.
 */
export async function plantCanaries(
  service: ProvedService,
  demands: readonly Demand[],
): Promise<Canaries> {
  const { models: all, code } = service;
  const models = all.filter((model) => !code.isBuiltIn(model));
  const decisive = new Set(
    demands.flatMap(({ model, fields }) => [...fields.keys()].map((field) => `${model}.${field}`)),
  );
  const planted = new Map<string, Cell>();
  const world = await storedWorld(service, models);
  for (const model of models)
    for (const column of model.columns) {
      const isNumber = isClosedNumber(column, model) && !isSummed(column, models);
      if (!isNumber && !isFreeText(column)) continue;
      if (decisive.has(`${model.name}.${column.name}`)) continue;
      const rows = world[model.name]!.filter(
        (row) => column.role === 'hidden' || (row[column.name] ?? null) !== null,
      );
      const cells = rows.map(({ id, [column.name]: before }, at) => {
        const number = ((planted.size + at + 1) * STEP) % ROOM;
        const cell: Cell = { model: model.name, id, field: column.name };
        if (isNumber) return { token: String(LEAST + number), cell, value: LEAST + number };
        const token = `zq${String(number).padStart(6, '0')}z`;
        const value = `${token} ${String(before ?? '')}`.slice(0, column.max ?? undefined).trim();
        return { token, cell, value };
      });
      if (!(await write(service, model, column, cells))) continue;
      for (const { token, cell } of cells) planted.set(token, cell);
    }
  return planted;
}

/** Whether a column takes any number of seven digits, and has a rule about who reads it. Rules between fields may refuse such numbers. */
const isClosedNumber = (column: ColumnInfo, { access, rules }: ModelInfo): boolean =>
  (column.type === 'integer' || column.type === 'decimal' || column.type === 'float') &&
  column.role === 'data' &&
  access.fields[column.name]?.read !== undefined &&
  rules === null &&
  (column.min ?? LEAST) <= LEAST &&
  (column.max ?? Infinity) >= LEAST + ROOM &&
  (column.precision ?? Infinity) - (column.scale ?? 0) >= String(LEAST).length &&
  !column.reference &&
  !column.transformer;

/** Whether a total is stored that would no longer fit. */
const isSummed = ({ name }: ColumnInfo, models: readonly ModelInfo[]): boolean =>
  models.some(({ columns }) => columns.some(({ total }) => total?.endsWith(`.${name})`)));

/** Whether a column takes any text. */
const isFreeText = (column: ColumnInfo): boolean =>
  (column.type === 'string' || column.type === 'text') &&
  (column.role === 'data' || column.role === 'hidden') &&
  (column.max ?? LENGTH) >= LENGTH &&
  column.values.length === 0 &&
  !column.pattern &&
  !column.format &&
  !column.reference &&
  !column.transformer &&
  column.derivedFrom === null;

interface Planted {
  readonly cell: Cell;
  readonly value: string | number;
}

/** Writes the texts of a column; false if the table refuses them. */
async function write(
  { database }: ProvedService,
  model: ModelInfo,
  column: ColumnInfo,
  cells: readonly Planted[],
): Promise<boolean> {
  const { dialect } = database;
  const { quote, placeholder, encode } = dialect;
  const [table, set] = [model.table, column.column].map(quote);
  const isRow = model.rowKey.is(placeholder(2), dialect);
  const sql = `UPDATE ${table} SET ${set} = ${placeholder(1)} WHERE ${isRow}`;
  try {
    await database.write(async (session) => {
      for (const { cell, value } of cells)
        await session.run(statementOf(sql), [encode(value, column), encode(cell.id, model.key)]);
    });
    return true;
  } catch (error) {
    if (database.dialect.violation(error) !== null) return false;
    throw error;
  }
}
