import type { Faker } from '@faker-js/faker';
import type { ModelInfo } from '../../service/src/engine/model/model-info.js';
import type { Database } from '../../service/src/engine/database/database.js';
import { statementOf } from '../../service/src/engine/database/dialect.js';
import { tenantField } from './order-models.js';

/** The rows of a model that references may point to; those of one tenant stay among themselves. */
export class RowPool {
  readonly #ids: number[] = [];
  readonly #byTenant = new Map<unknown, number[]>();
  readonly #tenants = new Map<number, unknown>();

  private constructor(readonly hasTenants: boolean) {}

  /** With a single row. */
  static of(model: ModelInfo, id: number, tenant: unknown): RowPool {
    const pool = new RowPool(tenantField(model) !== null);
    pool.add(id, tenant);
    return pool;
  }

  /** With the existing rows of the database. */
  static async read(database: Database, model: ModelInfo): Promise<RowPool> {
    const field = tenantField(model);
    const pool = new RowPool(field !== null);
    const { quote } = database.dialect;
    const tenant = field === null ? '' : `, ${quote(model.column.get(field)!.column)}`;
    const sql = `SELECT ${quote('id')}${tenant} FROM ${quote(model.table)} ORDER BY ${quote('id')}`;
    const rows = await database.read((session) => session.rows(statementOf(sql), []));
    for (const [id, owner] of rows) pool.add(Number(id), owner ?? null);
    return pool;
  }

  get size(): number {
    return this.#ids.length;
  }

  add(id: number, tenant: unknown): void {
    this.#ids.push(id);
    if (!this.hasTenants) return;
    this.#tenants.set(id, tenant);
    const same = this.#byTenant.get(tenant);
    if (same) same.push(id);
    else this.#byTenant.set(tenant, [id]);
  }

  tenantOf(id: number): unknown {
    return this.#tenants.get(id) ?? null;
  }

  /** A random row, of the tenant if one is given and rows have tenants; null when there is none. */
  pick(faker: Faker, tenant?: unknown): number | null {
    const ids = this.#among(tenant);
    return ids.length === 0 ? null : ids[faker.number.int(ids.length - 1)]!;
  }

  /** The `n`th row. */
  nth(n: number, tenant?: unknown): number | null {
    const ids = this.#among(tenant);
    return ids.length === 0 ? null : ids[n % ids.length]!;
  }

  #among(tenant: unknown): readonly number[] {
    if (!this.hasTenants || tenant === undefined) return this.#ids;
    return this.#byTenant.get(tenant) ?? [];
  }
}
