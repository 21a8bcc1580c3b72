import { statementOf, type Session } from '../../../service/engine/database/dialect.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Row, World } from '../naive/naive.js';
import type { ProvedService } from '../service/start-service.js';

/** All rows as they are stored, past all rules, in the form of the API; of these models alone where they are given. */
export async function storedWorld(
  { database, models }: ProvedService,
  some: readonly ModelInfo[] = models,
): Promise<World> {
  return database.read(async (session) => {
    const world: World = {};
    for (const model of some) world[model.name] = await storedRows(database, session, model);
    return world;
  });
}

async function storedRows(
  { dialect }: ProvedService['database'],
  session: Session,
  model: ModelInfo,
): Promise<Row[]> {
  const { quote } = dialect;
  const select = (sql: string) => session.rows(statementOf(sql), []);
  const columns = model.columns.filter(({ role }) => role !== 'hidden');
  const names = columns.map(({ column }) => quote(column)).join(', ');
  const raw = await select(
    `SELECT ${names} FROM ${quote(model.table)} ORDER BY ${quote(model.key.column)}`,
  );
  const rows = raw.map((cells) => {
    const values = columns.map((column, at) => {
      const cell = cells[at];
      return [column.name, cell === null ? null : dialect.decode(cell, column)];
    });
    return JSON.parse(JSON.stringify(Object.fromEntries(values))) as Row;
  });
  for (const { name, table, ownColumn, otherColumn } of model.links) {
    const links = await select(
      `SELECT ${quote(ownColumn)}, ${quote(otherColumn)} FROM ${quote(table)} ORDER BY 2`,
    );
    const held = new Map<number, number[]>();
    for (const [from, to] of links)
      held.set(Number(from), [...(held.get(Number(from)) ?? []), Number(to)]);
    for (const row of rows) row[name] = held.get(row.id) ?? [];
  }
  return rows;
}
