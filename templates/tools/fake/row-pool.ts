import type { NumericId, RecordId } from '../../service/engine/fields/record-id.js';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Database } from '../../service/engine/database/database.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import type { Dice } from './dice.js';
import { tenantField } from './order-models.js';
import { copiedFields } from './sources.js';
import { endingWith, snakeCase } from './table.js';
import type { Tenancy } from './tenancy.js';
import type { Row } from './unique-rows.js';

/** The rows of a pool that are likely: any, the first ones, or those before a share of all of them, right there or far back. */
export type Choice = 'any' | 'first' | 'near' | 'earlier';

/** What other rows go by that refer to one; what a row does not say is undefined. */
export interface RowFacts {
  readonly tenant?: unknown;
  /** The time at which the row came into being, in milliseconds. */
  readonly created?: number | undefined;
  /** What one piece of it costs. */
  readonly price?: number | undefined;
  /** What it amounts to. */
  readonly total?: number | undefined;
  /** Values from which those of others are filled or found, by field. */
  readonly copied?: Readonly<Row>;
}

/** The rows of a model that references may point to; those of one tenant stay among themselves. */
export class RowPool {
  readonly #ids: RecordId[] = [];
  readonly #byTenant = new Map<unknown, RecordId[]>();
  readonly #facts = new Map<RecordId, RowFacts>();
  /** The rows of this pool by what references to a unique field have in place of their ids. */
  readonly #views = new Map<string, RowPool>();

  private constructor(
    /** The primary key of its rows. */
    readonly key: ColumnInfo,
    /** Whether its rows are seen by those of a tenant alone. */
    readonly isOfTenants: boolean,
    /** The values of the columns of a primary key, by the id of its row. */
    readonly partsOf: (id: RecordId) => readonly unknown[],
    /** Whether tenants have rows of their own, or users. */
    readonly hasTenants = isOfTenants,
  ) {}

  /** A pool with a single row. */
  static of(model: ModelInfo, id: RecordId, facts: RowFacts): RowPool {
    const pool = new RowPool(model.key, tenantField(model) !== null, partsIn(model));
    pool.add(id, facts);
    return pool;
  }

  /** A pool with the existing rows of the database that somebody sees: not those of inactive tenants, and no inactive users. */
  static async read(
    database: Database,
    model: ModelInfo,
    tenancy: Tenancy,
    parts: FactParts,
  ): Promise<RowPool> {
    const isUsers = model === tenancy.users;
    const isOfTenants = tenantField(model) !== null;
    const pool = new RowPool(model.key, isOfTenants, partsIn(model), isOfTenants || isUsers);
    const columns = factColumns(model, parts);
    const wanted = Object.values(columns).flat() as readonly (ColumnInfo | undefined)[];
    for (const row of await readRows(database, model, wanted)) {
      const id = row['id'] as RecordId;
      const facts = factsIn(row, columns);
      if (isUsers) pool.#addMember(id, tenancy.members.get(id as NumericId));
      else if (model === tenancy.tenants && !tenancy.active.has(id as NumericId)) continue;
      else if (isHidden(facts, columns, tenancy)) continue;
      else pool.add(id, facts);
    }
    return pool;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** How many there are of a tenant; of all, if none is given. */
  sizeOf(tenant?: unknown): number {
    return this.#among(tenant).length;
  }

  add(id: RecordId, facts: RowFacts): void {
    this.#ids.push(id);
    this.#facts.set(id, facts);
    if (this.hasTenants) this.#addTo(facts.tenant, id);
    for (const [key, view] of this.#views) view.#addBy(key, facts);
  }

  #addBy(key: string, facts: RowFacts | undefined): void {
    const value = facts?.copied?.[key];
    if (value != null) this.add(value as RecordId, facts!);
  }

  /** The rows by the field to which a reference leads: those that have a value of it. */
  by(key: string): RowPool {
    if (key === 'id') return this;
    const known = this.#views.get(key);
    if (known) return known;
    const view = new RowPool(this.key, this.isOfTenants, this.partsOf, this.hasTenants);
    for (const id of this.#ids) view.#addBy(key, this.#facts.get(id));
    this.#views.set(key, view);
    return view;
  }

  #addMember(id: RecordId, tenants: readonly RecordId[] | undefined): void {
    if (!tenants) return;
    this.#ids.push(id);
    for (const tenant of tenants) this.#addTo(tenant, id);
  }

  #addTo(tenant: unknown, id: RecordId): void {
    const same = this.#byTenant.get(tenant);
    if (same) same.push(id);
    else this.#byTenant.set(tenant, [id]);
  }

  /** Changes the total of a row that is there. */
  setTotal(id: RecordId, total: number): void {
    const facts = { ...this.#facts.get(id), total };
    this.#facts.set(id, facts);
    for (const [key, view] of this.#views) {
      const value = facts.copied?.[key];
      if (value != null) view.#facts.set(value as RecordId, facts);
    }
  }

  /** Undefined for somebody who may work for several tenants. */
  factsOf(id: RecordId): RowFacts | undefined {
    return this.#facts.get(id);
  }

  /** A random row, of the tenant if one is given and rows have tenants; null when there is none. */
  pick(dice: Dice, tenant?: unknown, choice: Choice = 'any', share = 1): RecordId | null {
    const ids = this.#among(tenant);
    if (ids.length === 0) return null;
    return ids[Math.min(ids.length - 1, placeOf(choice, share * ids.length, dice))]!;
  }

  /** The `n`th row. */
  nth(n: number, tenant?: unknown): RecordId | null {
    const ids = this.#among(tenant);
    return ids.length === 0 ? null : ids[n % ids.length]!;
  }

  #among(tenant: unknown): readonly RecordId[] {
    if (!this.hasTenants || tenant === undefined) return this.#ids;
    return this.#byTenant.get(tenant) ?? [];
  }
}

const partsIn =
  ({ keyColumns, rowKey }: ModelInfo) =>
  (id: RecordId): readonly unknown[] =>
    keyColumns.map(({ name }) => rowKey.valueIn(name, id));

/** The columns of a model that have its facts. */
export interface FactColumns {
  readonly tenant: ColumnInfo | undefined;
  readonly created: ColumnInfo | undefined;
  readonly price: ColumnInfo | undefined;
  readonly total: ColumnInfo | undefined;
  readonly copied: readonly ColumnInfo[];
}

/** What determines which values of rows others go by. */
export interface FactParts {
  /** The models that get rows, by name. */
  readonly chosen: ReadonlyMap<string, ModelInfo>;
  /** The fields of models by which others come to what they refer to. */
  readonly onWays: ReadonlyMap<string, ReadonlySet<string>>;
}

export function factColumns(model: ModelInfo, { chosen, onWays }: FactParts): FactColumns {
  const fields = onWays.get(model.name);
  const field = tenantField(model);
  const amounts = model.columns.filter(({ type, role }) => role === 'data' && AMOUNTS.has(type));
  const called = (words: RegExp) => amounts.find(({ name }) => words.test(snakeCase(name)));
  return {
    tenant: field === null ? undefined : model.column.get(field),
    created: model.columns.find(({ role }) => role === 'created'),
    price: called(PRICE),
    total: called(TOTAL),
    copied: [
      ...new Set([
        ...copiedFields(model, chosen.values()),
        ...model.columns.filter(({ name }) => fields?.has(name)),
      ]),
    ],
  };
}

const AMOUNTS: ReadonlySet<string> = new Set(['float', 'decimal']);
const PRICE = endingWith('price|unit_price|sales_price|retail_price|selling_price|fee');
const TOTAL = endingWith('total|gross|gross_amount|amount|grand_total');

/** The facts of a row, in the form of the API. */
export function factsIn(row: Readonly<Row>, columns: FactColumns): RowFacts {
  const number = (column: ColumnInfo | undefined) => {
    const value = column && row[column.name];
    return typeof value === 'number' ? value : undefined;
  };
  const since = columns.created && row[columns.created.name];
  return {
    tenant: columns.tenant && (row[columns.tenant.name] ?? null),
    created: since ? new Date(since as string | Date).getTime() : undefined,
    price: number(columns.price),
    total: number(columns.total),
    ...(columns.copied.length > 0 && {
      copied: Object.fromEntries(columns.copied.map(({ name }) => [name, row[name] ?? null])),
    }),
  };
}

/** The id and some columns of all rows that are not deleted, in the form of the API. */
async function readRows(
  database: Database,
  { table, columns, key, rowKey }: ModelInfo,
  wanted: readonly (ColumnInfo | undefined)[],
): Promise<readonly Row[]> {
  const { dialect } = database;
  const { quote, decode } = dialect;
  const read = [...new Set(wanted.filter((column) => column !== undefined))];
  const names = [rowKey.id(dialect), ...read.map(({ column }) => quote(column))].join(', ');
  const deleted = columns.find(({ role }) => role === 'deleted');
  const where = deleted ? ` WHERE ${quote(deleted.column)} IS NULL` : '';
  const sql = `SELECT ${names} FROM ${quote(table)}${where} ORDER BY ${rowKey.columns(dialect)}`;
  const rows = await database.read((session) => session.rows(statementOf(sql), []));
  return rows.map(([id, ...values]) => ({
    ...Object.fromEntries(
      read.map((column, at) => [
        column.name,
        values[at] === null ? null : decode(values[at], column),
      ]),
    ),
    id: decode(id, key),
  }));
}

/** Whether a row belongs to a tenant that is not active. */
const isHidden = ({ tenant }: RowFacts, columns: FactColumns, { active }: Tenancy): boolean =>
  !!columns.tenant?.reference && typeof tenant === 'number' && !active.has(tenant);

function placeOf(choice: Choice, end: number, dice: Dice): number {
  const thrown = dice.next();
  if (choice === 'any') return Math.floor(thrown * end);
  // Of three hundred the first 35: a tree is more broad than high.
  if (choice === 'first') return Math.floor(thrown * Math.min(end, 2 * Math.sqrt(end) + 1));
  // A few back, so that some rows are chosen several times and some not at all.
  const back = choice === 'near' ? thrown * thrown * 4 : thrown * thrown * thrown * end;
  return Math.max(0, Math.floor(end - back));
}
