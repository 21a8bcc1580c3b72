import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Database } from '../../service/engine/database/database.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import { tenantField } from './order-models.js';

/** The rules that say who sees which rows. */
export interface Tenancy {
  /** The models of tenants and users; null in a service without. */
  readonly tenants: ModelInfo | null;
  readonly users: ModelInfo | null;
  /** The active tenants: the rows of all others are hidden from everybody. */
  readonly active: ReadonlySet<number>;
  /** The tenants of each active user. */
  readonly members: ReadonlyMap<number, readonly number[]>;
}

/** Reads the tenancy as it is in the database. */
export async function readTenancy(
  database: Database,
  models: readonly ModelInfo[],
): Promise<Tenancy> {
  const tenants = models.find(({ table }) => table === 'auth_tenant') ?? null;
  const users = models.find(({ table }) => table === 'auth_user') ?? null;
  const active = new Set(await activeIds(database, tenants));
  const members = new Map<number, number[]>();
  for (const id of await activeIds(database, users)) members.set(id, []);
  const link = users?.links.find(({ model }) => model === tenants?.name);
  if (link) {
    const { quote } = database.dialect;
    const sql =
      `SELECT ${quote(link.ownColumn)}, ${quote(link.otherColumn)} FROM ${quote(link.table)} ` +
      `ORDER BY ${quote(link.otherColumn)}`;
    for (const [user, tenant] of await rowsOf(database, sql))
      members.get(Number(user))?.push(Number(tenant));
  }
  return { tenants, users, active, members };
}

async function activeIds(database: Database, model: ModelInfo | null): Promise<readonly number[]> {
  if (!model) return [];
  const { quote } = database.dialect;
  const sql = `SELECT ${quote('id')} FROM ${quote(model.table)} WHERE ${quote('status')} = 'Active' ORDER BY 1`;
  return (await rowsOf(database, sql)).map(([id]) => Number(id));
}

const rowsOf = (database: Database, sql: string) =>
  database.read((session) => session.rows(statementOf(sql), []));

/** Whether one of the models has rows of tenants, and nobody could see them for want of an active tenant. */
export const lacksTenants = (chosen: readonly ModelInfo[], { tenants, active }: Tenancy): boolean =>
  tenants !== null &&
  active.size === 0 &&
  !chosen.includes(tenants) &&
  chosen.some((model) => {
    const field = tenantField(model);
    return field !== null && model.column.get(field)?.reference?.model === tenants.name;
  });
