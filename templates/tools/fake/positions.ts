import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Database } from '../../service/engine/database/database.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import { endingWith, snakeCase } from './table.js';

const NAMES = endingWith(
  'position|pos|ordinal|sequence|seq|sort_order|order_index|line_(?:no|number)',
);

/** Counts the rows of each parent: the lines of an order are 1, 2 and 3. */
export class Positions {
  readonly #last = new Map<unknown, number>();

  private constructor(
    readonly column: ColumnInfo,
    readonly parent: ColumnInfo | null,
  ) {}

  /** The positions with the existing rows of the database, of the models that get rows; null for a model without positions. */
  static async read(
    database: Database,
    model: ModelInfo,
    chosen: ReadonlyMap<string, ModelInfo>,
  ): Promise<Positions | null> {
    const parts = [...(model.composed?.byName.values() ?? [])].flatMap((one) => one.parts);
    const column = model.stored.find(
      (one) =>
        !parts.includes(one) &&
        (one.role === 'data' || one.role === 'key') &&
        one.type === 'integer' &&
        (NAMES.test(snakeCase(one.name)) || numbersWithin(model, one)),
    );
    if (!column) return null;
    const parent = parentOf(model, column, chosen);
    const positions = new Positions(column, parent);
    const { quote, decode } = database.dialect;
    const key = parent ? quote(parent.column) : 'NULL';
    const sql = `SELECT ${key}, max(${quote(column.column)}) FROM ${quote(model.table)} GROUP BY 1`;
    const rows = await database.read((session) => session.rows(statementOf(sql), []));
    for (const [group, last] of rows)
      if (last !== null)
        positions.#last.set(group === null ? null : decode(group, parent!), Number(last));
    return positions;
  }

  /** The next one below a parent; the last one that the field can hold again and again. */
  next(parent: unknown): number {
    const { min, max } = this.column;
    const next = Math.max((this.#last.get(parent ?? null) ?? 0) + 1, min ?? 1);
    this.#last.set(parent ?? null, next);
    return Math.min(next, max ?? next);
  }
}

/** What positions are counted in: what they are unique with, else what the rows belong to, and first what they go with. */
function parentOf(
  model: ModelInfo,
  column: ColumnInfo,
  chosen: ReadonlyMap<string, ModelInfo>,
): ColumnInfo | null {
  const references = model.stored.filter(({ reference }) => reference !== null);
  const group = model.uniques.find(({ columns }) => columns.includes(column.name))?.columns ?? [];
  const required = references.filter(
    ({ nullable, reference }) => !nullable && reference!.model !== 'Tenant',
  );
  return (
    references.find(({ name }) => group.includes(name)) ??
    required.find((one) => goesWith(model, one, chosen.get(one.reference!.model))) ??
    required[0] ??
    references.find(({ reference }) => reference!.model === model.name) ??
    null
  );
}

/** Whether a column numbers rows in a key that begins with what they belong to: the items of an order. */
const numbersWithin = ({ keyColumns }: ModelInfo, column: ColumnInfo): boolean =>
  column.reference === null &&
  keyColumns.includes(column) &&
  keyColumns.some(({ reference }) => reference !== null);

/** Whether a row is deleted with the one that it refers to. */
const goesWith = (
  { name: model }: ModelInfo,
  { name: field }: ColumnInfo,
  parent: ModelInfo | undefined,
): boolean =>
  parent?.referrers.some(
    (one) => one.model === model && one.field === field && one.onDelete === 'CASCADE',
  ) === true;
