import type { Faker } from '@faker-js/faker';
import type { ColumnInfo } from '../../service/src/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/src/engine/model/model-info.js';
import { fieldValues, type FieldValues } from './field-values.js';
import { findPeriods, type Period } from './periods.js';
import { tenantField } from './order-models.js';
import type { RowPool } from './row-pool.js';
import type { Row, UniqueRows } from './unique-rows.js';

export interface RowParts {
  readonly model: ModelInfo;
  readonly faker: Faker;
  readonly now: Date;
  /** References that are set later; required ones refer to any row until then. */
  readonly deferred: readonly ColumnInfo[];
  /** By model name. */
  readonly pools: ReadonlyMap<string, RowPool>;
  readonly uniques: UniqueRows;
}

/** How one column gets its value; times in milliseconds. */
interface Fill {
  readonly name: string;
  readonly value: (id: number, created: number, updated: number) => unknown;
}

const YEAR_IN_MINUTES = 525_600;
/** Random attempts before values are enumerated. */
const MAX_ATTEMPTS = 5;

/** Builds the rows of one model. */
export class RowMaker {
  /** The columns that rows have values for; the database fills in the others. */
  readonly columns: readonly ColumnInfo[];
  readonly #parts: RowParts;
  readonly #values = new Map<string, FieldValues>();
  readonly #fills: readonly Fill[];
  readonly #periods: readonly Period[];
  readonly #tenant: ColumnInfo | null;
  /** References other than that to the tenant. */
  readonly #required: readonly ColumnInfo[];
  readonly #optional: readonly ColumnInfo[];
  #counter = 0;

  constructor(parts: RowParts) {
    const { model, faker, now, deferred } = parts;
    this.#parts = parts;
    this.columns = model.columns.filter(
      (column) => !isLeftToDatabase(column) && !(column.nullable && deferred.includes(column)),
    );
    const tenant = tenantField(model);
    const references = this.columns.filter(({ reference }) => reference !== null);
    this.#tenant = references.find(({ name }) => name === tenant) ?? null;
    this.#required = references.filter((column) => column !== this.#tenant && !column.nullable);
    this.#optional = references.filter((column) => column !== this.#tenant && column.nullable);
    const others = this.columns.filter(({ reference }) => reference === null);
    for (const column of others) {
      if (column.role === 'data' || column.role === 'hidden') {
        this.#values.set(column.name, fieldValues(column, model.name, faker, now));
      }
    }
    this.#fills = others.map((column) => this.#fillOf(column));
    this.#periods = findPeriods(others);
  }

  /** A row with its id; null when unique values have run out. */
  make(id: number): Readonly<Row> | null {
    const row = this.#draft(id);
    const { uniques } = this.#parts;
    for (let attempt = 0; ; attempt++) {
      const conflict = uniques.conflict(row);
      if (!conflict) break;
      if (attempt > 200) return null;
      this.#change(row, conflict, attempt);
    }
    uniques.add(row);
    return row;
  }

  #draft(id: number): Row {
    const row: Row = {};
    const { faker, now } = this.#parts;
    const created = now.getTime() - faker.number.int(YEAR_IN_MINUTES) * 60_000;
    const updated = created + faker.number.float() * (now.getTime() - created);
    this.#setReferences(row, id);
    for (const { name, value } of this.#fills) row[name] = value(id, created, updated);
    for (const { from, to } of this.#periods) {
      const [start, end] = [row[from], row[to]] as (Date | string | null)[];
      if (start && end && start > end) [row[from], row[to]] = [end, start];
    }
    return row;
  }

  #fillOf({ name, role }: ColumnInfo): Fill {
    const values = this.#values.get(name);
    if (values) return { name, value: () => values.random() };
    switch (role) {
      case 'id':
        return { name, value: (id) => id };
      case 'created':
        return { name, value: (_, created) => new Date(created) };
      case 'updated':
        return { name, value: (_, __, updated) => new Date(updated) };
      case 'version':
        return { name, value: () => 1 };
      default:
        return { name, value: () => null };
    }
  }

  /** Required ones first: they decide the tenant of the row. */
  #setReferences(row: Row, id: number): void {
    const { faker, model } = this.#parts;
    let tenant: unknown = undefined;
    for (const column of this.#required) {
      const target = this.#target(column, id, tenant);
      row[column.name] = target;
      const pool = this.#pool(column);
      if (this.#tenant && pool.hasTenants) tenant ??= pool.tenantOf(target);
    }
    if (this.#tenant) {
      tenant ??= this.#pool(this.#tenant).pick(faker);
      row[this.#tenant.name] = tenant;
    }
    for (const column of this.#optional) {
      const chance = column.reference!.model === model.name ? 0.5 : 0.85;
      const wanted = faker.number.float() < chance;
      row[column.name] = wanted ? this.#pool(column).pick(faker, tenant) : null;
    }
  }

  #target(column: ColumnInfo, id: number, tenant: unknown): number {
    const { model, faker } = this.#parts;
    const pool = this.#pool(column);
    const target = pool.pick(faker, tenant) ?? pool.pick(faker);
    if (target !== null) return target;
    // The first row of a tree whose rows all need a parent can only be its own.
    if (column.reference!.model === model.name) return id;
    throw new Error(`${model.name}.${column.name} needs a ${column.reference!.model}`);
  }

  #change(row: Row, columns: readonly ColumnInfo[], attempt: number): void {
    const tenant = this.#tenant === null ? undefined : row[this.#tenant.name];
    const changeable = columns.filter(
      ({ name }) => columns.length === 1 || name !== this.#tenant?.name,
    );
    for (const column of changeable) {
      if (attempt >= MAX_ATTEMPTS) this.#counter += 1;
      const counted = attempt >= MAX_ATTEMPTS;
      if (column.reference) {
        const pool = this.#pool(column);
        const { faker } = this.#parts;
        // Every other row is used already: better none than a repeated one.
        const used = counted && column.nullable && this.#counter > 2 * pool.size;
        if (used) row[column.name] = null;
        else
          row[column.name] = counted ? pool.nth(this.#counter, tenant) : pool.pick(faker, tenant);
        continue;
      }
      const values = this.#values.get(column.name)!;
      row[column.name] = counted ? values.distinct(this.#counter) : values.random();
    }
  }

  #pool(column: ColumnInfo): RowPool {
    return this.#parts.pools.get(column.reference!.model)!;
  }
}

/** Columns that get their value elsewhere: hidden ones, and those whose default is the developer's own SQL. */
function isLeftToDatabase({ role, nullable, default: initial }: ColumnInfo): boolean {
  if (role === 'hidden') return nullable || initial !== null;
  return role === 'data' && initial?.kind === 'database';
}
