import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Database } from '../../service/engine/database/database.js';
import { statementOf } from '../../service/engine/database/dialect.js';

/** A row being built: values by field name. */
export type Row = Record<string, unknown>;

/** Tracks unique values of a model, in existing rows and in new ones. */
export class UniqueRows {
  readonly #groups: readonly Group[];

  private constructor(groups: readonly Group[]) {
    this.#groups = groups;
  }

  /** No rows: for the first rows of their models. */
  static readonly none = new UniqueRows([]);

  /** The existing rows of the database. */
  static async read(database: Database, model: ModelInfo): Promise<UniqueRows> {
    const { dialect } = database;
    const groups = model.uniques.map(({ columns }): Group => {
      return { columns: columns.map((name) => model.column.get(name)!), taken: new Set() };
    });
    for (const { columns, taken } of groups) {
      const names = columns.map(({ column }) => dialect.quote(column)).join(', ');
      const sql = `SELECT ${names} FROM ${dialect.quote(model.table)}`;
      const rows = await database.read((session) => session.rows(statementOf(sql), []));
      for (const row of rows) {
        taken.add(keyOf(columns.map((column, index) => dialect.decode(row[index], column))));
      }
    }
    return new UniqueRows(groups);
  }

  /** The first group of columns whose values are taken; null when the row is unique in every way. */
  conflict(row: Readonly<Row>): readonly ColumnInfo[] | null {
    const group = this.#groups.find(({ columns, taken }) => {
      const values = valuesOf(columns, row);
      return values.every((value) => value !== null) && taken.has(keyOf(values));
    });
    return group?.columns ?? null;
  }

  add(row: Readonly<Row>): void {
    for (const { columns, taken } of this.#groups) taken.add(keyOf(valuesOf(columns, row)));
  }
}

interface Group {
  readonly columns: readonly ColumnInfo[];
  readonly taken: Set<string>;
}

const valuesOf = (columns: readonly ColumnInfo[], row: Readonly<Row>): unknown[] =>
  columns.map(({ name }) => row[name] ?? null);

const keyOf = (values: readonly unknown[]): string =>
  values.length === 1 ? textOf(values[0]) : JSON.stringify(values.map(textOf));

/** The text of a value in the form of the rows that are read. */
const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value);
