import { statementOf, type Session } from '../../../service/engine/database/dialect.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Row, World } from '../naive/naive.js';
import type { ProvedService } from '../service/start-service.js';
import type { Work } from '../service/watched-database.js';

/** All rows as they are stored, past all rules, in the form of the API; of these models alone where they are given. */
export async function storedWorld(
  { database, models }: Pick<ProvedService, 'database' | 'models'>,
  some: readonly ModelInfo[] = models,
): Promise<World> {
  return database.read(async (session) => {
    const world: World = {};
    for (const model of some)
      world[model.name] = await storedRows({ database, models }, session, model);
    return world;
  });
}

async function storedRows(
  { database: { dialect }, models }: Pick<ProvedService, 'database' | 'models'>,
  session: Session,
  model: ModelInfo,
): Promise<Row[]> {
  const { quote } = dialect;
  const keyOf = (name: string) => models.find((one) => one.name === name)!.key;
  const select = (sql: string) => session.rows(statementOf(sql), []);
  const columns = model.columns.filter(({ role }) => role !== 'hidden');
  const names = columns.map((one) => {
    const rows = one === model.key ? model.rowKey : model.composed?.byName.get(one.name);
    return rows ? rows.id(dialect) : quote(one.column);
  });
  const raw = await select(
    `SELECT ${names.join(', ')} FROM ${quote(model.table)} ORDER BY ${model.rowKey.columns(dialect)}`,
  );
  const rows = raw.map((cells) => {
    const values = columns.map((column, at) => {
      const cell = cells[at];
      return [column.name, cell === null ? null : dialect.decode(cell, column)];
    });
    return JSON.parse(JSON.stringify(Object.fromEntries(values))) as Row;
  });
  for (const { name, model: other, table, ownColumn, otherColumn } of model.links) {
    const links = await select(
      `SELECT ${quote(ownColumn)}, ${quote(otherColumn)} FROM ${quote(table)} ORDER BY 2`,
    );
    const held = new Map<unknown, unknown[]>();
    for (const [from, to] of links) {
      const own = dialect.decode(from, model.key);
      held.set(own, [...(held.get(own) ?? []), dialect.decode(to, keyOf(other))]);
    }
    for (const row of rows) row[name] = held.get(row.id) ?? [];
  }
  return rows;
}

/** The rows once a question was answered: those of the tables that it wrote to are read again. */
export async function worldAfter(
  service: ProvedService,
  before: World,
  { writes, written, emptied }: Pick<Work, 'writes' | 'written' | 'emptied'>,
): Promise<World> {
  const { models, code } = service;
  // Hooks may write past the database that is watched.
  if (models.some((model) => !code.isBuiltIn(model) && code.hasHooks(model)))
    return storedWorld(service);
  if (writes === 0) return before;
  const names = new Set<string>();
  for (const model of models) {
    const tables = [model.table, ...model.links.map(({ table }) => table)];
    if (tables.some((table) => written.has(table))) names.add(model.name);
    if (emptied.has(model.table)) addReferrers(model, models, names);
  }
  const some = models.filter(({ name }) => names.has(name));
  return { ...before, ...(await storedWorld(service, some)) };
}

/** The database itself changes rows that refer to a deleted row. */
function addReferrers(model: ModelInfo, models: readonly ModelInfo[], names: Set<string>): void {
  for (const { model: name, onDelete } of model.referrers) {
    if (names.has(name)) continue;
    names.add(name);
    const referrer = models.find((one) => one.name === name);
    if (referrer && onDelete === 'CASCADE') addReferrers(referrer, models, names);
  }
}
