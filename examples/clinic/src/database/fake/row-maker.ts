import type { Faker } from '@faker-js/faker';
import type { ColumnInfo, ModelInfo } from '../../crud/model-info.js';
import { fieldValues, type FieldValues } from './field-values.js';
import { tenantField } from './order-models.js';
import type { RowPool } from './row-pool.js';
import type { UniqueRows } from './unique-rows.js';

export interface RowParts {
  readonly model: ModelInfo;
  readonly faker: Faker;
  readonly now: Date;
  /** References that stay null for now. */
  readonly deferred: readonly ColumnInfo[];
  /** By model name. */
  readonly pools: ReadonlyMap<string, RowPool>;
  readonly uniques: UniqueRows;
}

type Row = Map<string, unknown>;

const YEAR_IN_MINUTES = 525_600;
/** Random tries before values are counted through. */
const TRIES = 5;

/** Makes the rows of one model. */
export class RowMaker {
  /** The columns that rows have values for; the database fills the others in. */
  readonly columns: readonly ColumnInfo[];
  readonly #parts: RowParts;
  readonly #values = new Map<string, FieldValues>();
  readonly #tenant: string | null;
  readonly #references: readonly ColumnInfo[];
  #counter = 0;

  constructor(parts: RowParts) {
    const { model, faker, now, deferred } = parts;
    this.#parts = parts;
    this.#tenant = tenantField(model);
    this.columns = model.columns.filter(
      (column) => !isLeftToDatabase(column) && !deferred.includes(column),
    );
    this.#references = this.columns.filter(({ reference }) => reference !== null);
    for (const column of this.columns) {
      if (column.role === 'data' || column.role === 'hidden') {
        this.#values.set(column.name, fieldValues(column, model.name, faker, now));
      }
    }
  }

  /** A row with its id; null when nothing unique is left. */
  make(id: number): ReadonlyMap<string, unknown> | null {
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
    const row: Row = new Map();
    const { faker, now } = this.#parts;
    const created = now.getTime() - faker.number.int(YEAR_IN_MINUTES) * 60_000;
    const updated = created + faker.number.float() * (now.getTime() - created);
    this.#setReferences(row, id);
    for (const column of this.columns) {
      if (column.role === 'id') row.set(column.name, id);
      else if (column.role === 'created') row.set(column.name, new Date(created));
      else if (column.role === 'updated') row.set(column.name, new Date(updated));
      else if (column.role === 'version') row.set(column.name, 1);
      else if (column.role === 'deleted') row.set(column.name, null);
      else if (!column.reference) row.set(column.name, this.#values.get(column.name)!.random());
    }
    return row;
  }

  /** Required ones first: they decide whose the row is. */
  #setReferences(row: Row, id: number): void {
    const references = this.#references;
    const tenantColumn = references.find(({ name }) => name === this.#tenant);
    const others = references.filter((column) => column !== tenantColumn);
    let tenant: unknown = undefined;
    for (const column of others.filter(({ nullable }) => !nullable)) {
      const target = this.#required(column, id, tenant);
      row.set(column.name, target);
      const pool = this.#pool(column);
      if (tenantColumn && pool.hasTenants) tenant ??= pool.tenantOf(target);
    }
    if (tenantColumn) {
      tenant ??= this.#pool(tenantColumn).pick(this.#parts.faker);
      row.set(tenantColumn.name, tenant);
    }
    for (const column of others.filter(({ nullable }) => nullable)) {
      const { faker } = this.#parts;
      const chance = column.reference!.model === this.#parts.model.name ? 0.5 : 0.85;
      const wanted = faker.number.float() < chance;
      row.set(column.name, wanted ? this.#pool(column).pick(faker, tenant) : null);
    }
  }

  #required(column: ColumnInfo, id: number, tenant: unknown): number {
    const { model, faker } = this.#parts;
    const pool = this.#pool(column);
    const target = pool.pick(faker, tenant) ?? pool.pick(faker);
    if (target !== null) return target;
    // The first row of a tree whose rows all need a parent can only be its own.
    if (column.reference!.model === model.name) return id;
    throw new Error(
      `${model.name}.${column.name} needs a ${column.reference!.model}, and there is none: name it, too`,
    );
  }

  #change(row: Row, columns: readonly ColumnInfo[], attempt: number): void {
    const tenant = this.#tenant === null ? undefined : row.get(this.#tenant);
    const changeable = columns.filter(({ name }) => columns.length === 1 || name !== this.#tenant);
    for (const column of changeable) {
      if (attempt >= TRIES) this.#counter += 1;
      const counted = attempt >= TRIES;
      if (column.reference) {
        const pool = this.#pool(column);
        const { faker } = this.#parts;
        // Every other row is there already: better none than the same.
        const used = counted && column.nullable && this.#counter > 2 * pool.size;
        if (used) row.set(column.name, null);
        else
          row.set(
            column.name,
            counted ? pool.nth(this.#counter, tenant) : pool.pick(faker, tenant),
          );
        continue;
      }
      const values = this.#values.get(column.name)!;
      row.set(column.name, counted ? values.distinct(this.#counter) : values.random());
    }
  }

  #pool(column: ColumnInfo): RowPool {
    return this.#parts.pools.get(column.reference!.model)!;
  }
}

/** Columns that have a value without us: hidden ones, and those with SQL of the owner's own as default. */
function isLeftToDatabase({ role, nullable, default: initial }: ColumnInfo): boolean {
  if (role === 'hidden') return nullable || initial !== null;
  return role === 'data' && initial?.kind === 'database';
}
