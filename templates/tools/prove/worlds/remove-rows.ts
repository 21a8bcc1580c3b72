import { statementOf } from '../../../service/engine/database/dialect.js';
import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { referencesOf } from '../../fake/order-models.js';
import type { Row, World } from '../naive/naive.js';
import type { ProvedService } from '../service/start-service.js';
import { isOfPeople } from './people.js';

/** A row by its model and its key. */
export interface RowName {
  readonly model: string;
  readonly id: Row['id'];
}

/** Rows to remove, by model. */
export type Gone = ReadonlyMap<string, ReadonlySet<unknown>>;

/**
 * These rows with all rows that must refer to them, and with the rows that must refer to those; null if a user is among them, because
 * users ask the questions.
 */
export function withReferrers(
  some: readonly RowName[],
  world: World,
  models: readonly ModelInfo[],
): Gone | null {
  const gone = new Map(models.map(({ name }) => [name, new Set<unknown>()]));
  for (const { model, id } of some) gone.get(model)!.add(id);
  const follows = (model: ModelInfo, row: Row): boolean =>
    !gone.get(model.name)!.has(row.id) &&
    referencesOf(model).some(
      (column) => !column.nullable && keysOf(column, gone, world).has(row[column.name]),
    );
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const model of models)
      for (const row of world[model.name]!.filter((one) => follows(model, one))) {
        gone.get(model.name)!.add(row.id);
        isGrowing = true;
      }
  }
  const isOfUser = models.some((model) => isOfPeople(model) && gone.get(model.name)!.size > 0);
  return isOfUser ? null : gone;
}

/** The columns of a reference that may be empty, those that are no reference of their own first. */
const emptied = (parts: readonly ColumnInfo[]): readonly ColumnInfo[] =>
  parts
    .filter(({ nullable }) => nullable)
    .toSorted((one, other) => Number(one.reference !== null) - Number(other.reference !== null));

/** What a reference has where it refers to a row that goes. */
function keysOf({ reference }: ColumnInfo, gone: Gone, world: World): ReadonlySet<unknown> {
  const { model, key } = reference!;
  const ids = gone.get(model) ?? new Set();
  if (key === 'id') return ids;
  const rows = world[model]!.filter(({ id }) => ids.has(id));
  return new Set(rows.flatMap((row) => row[key] ?? []));
}

/** Deletes rows from the database, with the links and the references to them. */
export async function removeRows(
  { database, models }: ProvedService,
  gone: Gone,
  world: World,
): Promise<void> {
  const { dialect } = database;
  const { quote, placeholder } = dialect;
  const where = (column: string) => `WHERE ${quote(column)} = ${placeholder(1)}`;
  await database.write(async (session) => {
    const run = async (sql: string, ids: ReadonlySet<unknown>): Promise<void> => {
      for (const id of ids) await session.run(statementOf(sql), [id]);
    };
    for (const model of models) {
      for (const { table: join, model: other, ownColumn, otherColumn } of model.links) {
        await run(`DELETE FROM ${quote(join)} ${where(ownColumn)}`, gone.get(model.name)!);
        await run(`DELETE FROM ${quote(join)} ${where(otherColumn)}`, gone.get(other)!);
      }
      for (const info of referencesOf(model).filter(({ nullable }) => nullable)) {
        const reference = model.composed?.byName.get(info.name);
        const [column] = reference ? emptied(reference.parts) : [info];
        const clear = `UPDATE ${quote(model.table)} SET ${quote(column!.column)} = NULL`;
        const keys = [...keysOf(info, gone, world)].map((key) => dialect.encode(key, info));
        const is = reference
          ? `WHERE ${reference.is(placeholder(1), dialect)}`
          : where(info.column);
        await run(`${clear} ${is}`, new Set(keys));
      }
    }
    for (const { model, id } of beforeTargets(gone, world, models)) {
      const isRow = model.rowKey.is(placeholder(1), dialect);
      const ids = new Set([dialect.encode(id, model.key)]);
      await run(`DELETE FROM ${quote(model.table)} WHERE ${isRow}`, ids);
    }
  });
}

const rowBy = (rows: readonly Row[], key: string, value: unknown): Row | undefined =>
  value === null ? undefined : rows.find((row) => row[key] === value);

/** Rows before the rows that they refer to, such as a reply before its note. */
function beforeTargets(
  gone: Gone,
  world: World,
  models: readonly ModelInfo[],
): readonly { readonly model: ModelInfo; readonly id: Row['id'] }[] {
  const waiting = new Map<string, { readonly model: ModelInfo; readonly row: Row }>(
    models.flatMap((model) =>
      world[model.name]!.filter(({ id }) => gone.get(model.name)!.has(id)).map(
        (row) => [`${model.name} ${row.id}`, { model, row }] as const,
      ),
    ),
  );
  const ordered: { model: ModelInfo; id: Row['id'] }[] = [];
  const visit = (name: string): void => {
    const found = waiting.get(name);
    if (!found) return;
    waiting.delete(name);
    const { model, row } = found;
    for (const { name: field, reference } of referencesOf(model)) {
      const { model: to, key } = reference!;
      const target = key === 'id' ? row[field] : rowBy(world[to]!, key, row[field])?.id;
      visit(`${to} ${String(target)}`);
    }
    ordered.push({ model, id: row.id });
  };
  for (const name of [...waiting.keys()]) visit(name);
  return ordered.reverse();
}
