import { isDeepStrictEqual } from 'node:util';
import { statementOf, type Session } from '../../../service/engine/database/dialect.js';
import type { ColumnInfo, FieldType } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { orderModels } from '../../fake/order-models.js';
import { compare } from '../doors/values.js';
import type { Row, World } from '../naive/naive.js';
import type { ProvedService } from '../service/start-service.js';

const COPY = 'proved_';

/** Copies all tables as they are, so that `putBack` can restore rows with all their columns. */
export async function keepRows({ database, models }: ProvedService): Promise<void> {
  const { quote } = database.dialect;
  const tables = models.flatMap(({ table, links }) => [table, ...links.map((one) => one.table)]);
  await database.write(async (session) => {
    for (const table of new Set(tables)) {
      const [from, to] = [quote(table), quote(COPY + table)];
      await session.run(statementOf(`DROP TABLE IF EXISTS ${to}`), []);
      await session.run(statementOf(`CREATE TABLE ${to} AS SELECT * FROM ${from}`), []);
    }
  });
}

/** Makes the rows what they were when `keepRows` copied them, which is `before`. */
export async function putBack(service: ProvedService, after: World, before: World): Promise<void> {
  const { database, models, directory } = service;
  const changes = models.flatMap((model) => changesOf(model, after, before));
  if (changes.length === 0) return;
  await database.write(async (session) => {
    const undo = new Undo(service, session);
    const made = inOrder(changes, models, ({ was }) => was === undefined).reverse();
    const held = made.filter((one) => changes.some((other) => refersTo(other, one)));
    // New rows go first, for they may have what was unique of others; those that are referred to once nothing refers to them.
    for (const one of made) if (!held.includes(one)) await undo.remove(one);
    for (const [at, one] of changes.entries()) if (one.was && one.is) await undo.park(one, at);
    const lost = inOrder(changes, models, ({ is }) => is === undefined);
    for (const one of lost) await undo.insert(one);
    for (const one of changes) if (one.was) await undo.update(one);
    for (const one of held) await undo.remove(one);
  });
  if (changes.some(({ model }) => model.table.startsWith('auth_'))) directory.changed();
}

interface Change {
  readonly model: ModelInfo;
  readonly id: Row['id'];
  readonly was: Row | undefined;
  readonly is: Row | undefined;
}

function changesOf(model: ModelInfo, after: World, before: World): readonly Change[] {
  const [was, is] = [before[model.name]!, after[model.name]!];
  if (was === is) return [];
  const known = new Map(was.map((row) => [row.id, row]));
  const now = new Map(is.map((row) => [row.id, row]));
  return [...new Set([...known.keys(), ...now.keys()])]
    .map((id) => ({ model, id, was: known.get(id), is: now.get(id) }))
    .filter((one) => !isDeepStrictEqual(one.was, one.is));
}

/** Whether a row that was there before refers to a new row. */
const refersTo = ({ model, was, is }: Change, made: Change): boolean =>
  was !== undefined &&
  is !== undefined &&
  model.columns.some(
    ({ name, reference }) =>
      reference?.model === made.model.name &&
      is[name] !== null &&
      is[name] === (reference.key === 'id' ? made.id : made.is?.[reference.key]),
  );

/** Rows of models to which others refer come first. */
function inOrder(
  changes: readonly Change[],
  models: readonly ModelInfo[],
  which: (change: Change) => boolean,
): Change[] {
  const some = changes.filter(which);
  if (some.length < 2) return some;
  const order = orderModels(models).map(({ model }) => model);
  return some.sort(
    (a, b) => order.indexOf(a.model) - order.indexOf(b.model) || compare(a.model.key, a.id, b.id),
  );
}

/** The columns of a table; a model has the key twice where that is not called `id`. */
const storedColumns = ({ stored }: ModelInfo): readonly ColumnInfo[] => [
  ...new Map(stored.map((one) => [one.column, one])).values(),
];

/** Whether the rows of other tables depend on the values of a column, or it on theirs. */
const isLinking = (column: ColumnInfo, { keyColumns, composed }: ModelInfo): boolean =>
  column.reference !== null ||
  keyColumns.includes(column) ||
  [...(composed?.byName.values() ?? [])].some(({ parts }) => parts.includes(column));

const PARKED_FROM = 1_000_000_000;

/** A value that no row has, as SQL, by the type of its column, for each change of a row. */
const PARKED: Partial<Record<FieldType, (at: number) => string>> = {
  integer: (at) => String(-PARKED_FROM - at),
  bigint: (at) => String(-PARKED_FROM - at),
  string: (at) => `'~${at}'`,
  text: (at) => `'~${at}'`,
};

/** Restores rows from the copies of their tables. */
class Undo {
  constructor(
    private readonly service: ProvedService,
    private readonly session: Session,
  ) {}

  /** A row that is to get values back which others may still have: until then it has values that no row has. */
  async park({ model, id, was, is }: Change, at: number): Promise<void> {
    const parked = model.uniques.flatMap(({ columns }) => {
      if (columns.every((name) => was![name] === is![name])) return [];
      const all = columns.flatMap((name) => model.column.get(name) ?? []);
      return all.find((one) => !isLinking(one, model) && PARKED[one.type] !== undefined) ?? [];
    });
    const { table, isRow } = this.#names(model);
    for (const { column, type } of parked)
      await this.#run(
        `UPDATE ${table} SET ${this.#quote(column)} = ${PARKED[type]!(at)} WHERE ${isRow}`,
        model,
        id,
      );
  }

  #columns(model: ModelInfo): string {
    return storedColumns(model)
      .map(({ column }) => this.#quote(column))
      .join(', ');
  }

  /** A row that is lost: its references follow by `update`, once all rows are there again. */
  insert({ model, id }: Change): Promise<unknown> {
    const names = this.#columns(model);
    const values = storedColumns(model).map((one) =>
      one.nullable && isLinking(one, model) ? 'NULL' : this.#quote(one.column),
    );
    const { table, copy, isRow } = this.#names(model);
    return this.#run(
      `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM ${copy} WHERE ${isRow}`,
      model,
      id,
    );
  }

  async update({ model, id }: Change): Promise<void> {
    const { table, copy, isRow } = this.#names(model);
    const names = this.#columns(model);
    const keys = model.keyColumns.map(({ column }) => this.#quote(column));
    const same = keys.map((key) => `${copy}.${key} = ${table}.${key}`).join(' AND ');
    const from = `SELECT ${names} FROM ${copy} WHERE ${same}`;
    await this.#run(`UPDATE ${table} SET (${names}) = (${from}) WHERE ${isRow}`, model, id);
    const { placeholder } = this.service.database.dialect;
    for (const { table: join, ownColumn } of model.links) {
      const [links, kept, own] = [join, COPY + join, ownColumn].map((one) => this.#quote(one));
      const isOwn = `${own} = ${placeholder(1)}`;
      await this.#run(`DELETE FROM ${links} WHERE ${isOwn}`, model, id);
      await this.#run(`INSERT INTO ${links} SELECT * FROM ${kept} WHERE ${isOwn}`, model, id);
    }
  }

  remove({ model, id }: Change): Promise<unknown> {
    const { table, isRow } = this.#names(model);
    return this.#run(`DELETE FROM ${table} WHERE ${isRow}`, model, id);
  }

  /** A table, its copy, and the condition on the id of a row, which is the only value that is bound. */
  #names({ table, rowKey }: ModelInfo) {
    const { dialect } = this.service.database;
    const isRow = rowKey.is(dialect.placeholder(1), dialect);
    return { table: this.#quote(table), copy: this.#quote(COPY + table), isRow };
  }

  #quote(name: string): string {
    return this.service.database.dialect.quote(name);
  }

  #run(sql: string, { key }: ModelInfo, id: Row['id']): Promise<unknown> {
    const { encode } = this.service.database.dialect;
    return this.session.run(statementOf(sql), [encode(id, key)]);
  }
}
