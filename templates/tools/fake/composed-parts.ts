import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ComposedReference } from '../../service/engine/model/composed-references.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { RowPool } from './row-pool.js';
import type { Row } from './unique-rows.js';

/** The number of rows that are tried until one agrees with the values that the columns already have. */
const MAX_TRIES = 30;

/** The references of a model that have several columns: a row has in these what the row to which it refers is named by. */
export class ComposedParts {
  readonly #references: readonly ComposedReference[];

  constructor({ composed }: Pick<ModelInfo, 'composed'>, deferred: readonly ColumnInfo[]) {
    const all = [...(composed?.byName.values() ?? [])];
    this.#references = all.filter(({ column }) => !(column.nullable && deferred.includes(column)));
  }

  /** The fields of these references, which are not columns of the table. */
  get columns(): readonly ColumnInfo[] {
    return this.#references.map(({ column }) => column);
  }

  /** Whether a column is a field of one of these references. */
  has(column: ColumnInfo): boolean {
    return this.#of(column) !== undefined;
  }

  /** The field of the reference that gives a column its value in a row; undefined where none does. */
  leading(column: ColumnInfo, row: Readonly<Row>): ColumnInfo | undefined {
    const found = this.#references.find(
      (one) => one.parts.includes(column) && row[one.column.name] != null,
    );
    return found?.column;
  }

  /** Sets a reference with all of its columns: to a row that `pick` finds, or to none where it finds none. */
  set(column: ColumnInfo, row: Row, pool: RowPool, pick: () => RecordId | null): RecordId | null {
    const reference = this.#of(column)!;
    delete row[column.name];
    const settled = reference.parts.map((part) => this.leading(part, row) !== undefined);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const id = pick();
      if (id === null) break;
      const values = pool.partsOf(id);
      const agrees = reference.parts.every(
        (part, at) => !settled[at] || String(row[part.name]) === String(values[at]),
      );
      if (!agrees) continue;
      for (const [at, part] of reference.parts.entries()) row[part.name] = values[at];
      return (row[column.name] = id);
    }
    for (const part of reference.parts)
      if (part.reference === null && part.nullable && !this.leading(part, row))
        row[part.name] = null;
    return (row[column.name] = null);
  }

  #of(column: ColumnInfo): ComposedReference | undefined {
    return this.#references.find((one) => one.column === column);
  }
}
