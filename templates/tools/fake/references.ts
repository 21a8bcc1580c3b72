import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { ComposedParts } from './composed-parts.js';
import type { Dice } from './dice.js';
import { tenantField } from './order-models.js';
import type { Choice, RowPool } from './row-pool.js';
import { endingWith, snakeCase } from './table.js';
import type { Row } from './unique-rows.js';
import { atEndOf, waysTo } from './ways.js';

export interface ReferenceParts {
  readonly model: ModelInfo;
  readonly dice: Dice;
  /** The pools by model name. */
  readonly pools: ReadonlyMap<string, RowPool>;
  /** All models by name, and of these the ones that get rows. */
  readonly models: ReadonlyMap<string, ModelInfo>;
  readonly chosen: ReadonlyMap<string, ModelInfo>;
}

/** Of a reference to its own model: most rows have one above them, while few are answers or duplicates. */
const ABOVE = endingWith(
  'parent|reports_to|manager|superior|supervisor|boss|folder|above|under|part_of',
);

/** What mostly comes once, soon after what it is for. */
const ONCE = endingWith('payment|refund|receipt|shipment|delivery|review|credit_note');

/** Chooses the rows that the rows of one model refer to: of one tenant, and none that are younger. */
export class References {
  readonly #parts: ReferenceParts;
  readonly #tenant: ColumnInfo | null;
  /** The references in the order in which they are set, without the reference to the tenant. */
  readonly #others: readonly ColumnInfo[];
  /** The ways on which a row comes to what a reference leads to. */
  readonly #ways: ReadonlyMap<ColumnInfo, ReturnType<typeof waysTo>>;
  /** The tenants that have a row of each model that is required. */
  readonly #tenants: readonly RecordId[];

  /** The references of several columns. */
  readonly #composed: ComposedParts;

  constructor(
    parts: ReferenceParts,
    columns: readonly ColumnInfo[],
    deferred: readonly ColumnInfo[],
  ) {
    this.#parts = parts;
    this.#composed = new ComposedParts(parts.model, deferred);
    const field = tenantField(parts.model);
    const single = columns.filter(({ reference }) => reference !== null);
    // Behind the others, whose columns may be among theirs.
    const references = [...single, ...this.#composed.columns];
    this.#tenant = references.find(({ name }) => name === field) ?? null;
    const others = references.filter((column) => column !== this.#tenant);
    this.#ways = new Map(
      others.map((column) => [column, waysTo(parts.model, column, parts.models)]),
    );
    // Required ones first: without a tenant of its own, a row is of that of the first one.
    const rank = (column: ColumnInfo): number =>
      4 * Number(this.#composed.has(column)) +
      2 * Number(this.#ways.get(column)!.length > 0) +
      Number(column.nullable);
    this.#others = others.toSorted((a, b) => rank(a) - rank(b));
    this.#tenants = this.#tenant ? this.#tenantsWithAll(this.#tenant) : [];
  }

  /** Why no row can be made; null where some can. */
  get refusal(): string | null {
    if (!this.#tenant || this.#tenants.length > 0 || this.poolOf(this.#tenant).size === 0)
      return null;
    const needed = this.#others.filter((column) => this.#isOfTenant(column));
    return `no active tenant has a row of ${needed.map(({ reference }) => reference!.model).join(' and ')}`;
  }

  poolOf({ reference }: ColumnInfo): RowPool {
    return this.#parts.pools.get(reference!.model)!.by(reference!.key);
  }

  /** Undefined in a model without tenants. */
  tenantIn(row: Readonly<Row>): unknown {
    return this.#tenant ? row[this.#tenant.name] : undefined;
  }

  isTenant(column: ColumnInfo): boolean {
    return column === this.#tenant;
  }

  /** What the rows that a row refers to cost, or amount to: the first one that says so. */
  figure(row: Readonly<Row>, kind: 'price' | 'total'): number | null {
    for (const column of this.#others) {
      const id = (row[column.name] ?? null) as RecordId | null;
      const figure = id === null ? undefined : this.poolOf(column).factsOf(id)?.[kind];
      if (figure !== undefined) return figure;
    }
    return null;
  }

  /** Whether a column has its value from the row to which a reference of several columns leads. */
  isLed(column: ColumnInfo, row: Readonly<Row>): boolean {
    return this.#composed.leading(column, row) !== undefined;
  }

  /** Another row for one reference, without regard to age; for that of several columns which gives a column its value, if one does. */
  another(column: ColumnInfo, row: Row): unknown {
    const leading = this.#composed.leading(column, row);
    const pool = this.poolOf(leading ?? column);
    const pick = () => pool.pick(this.#parts.dice, this.tenantIn(row));
    if (leading === undefined) return pick();
    this.#composed.set(leading, row, pool, pick);
    return row[column.name];
  }

  /**
   * Sets the references of a row by its share of all rows (below 1), and returns when the youngest of those that it refers to
   * came into being, in milliseconds.
   */
  set(row: Row, id: RecordId | null, share: number): number {
    const { dice } = this.#parts;
    let tenant: unknown = undefined;
    if (this.#tenant) {
      tenant = this.#tenants.length > 0 ? dice.pick(this.#tenants) : null;
      row[this.#tenant.name] = tenant;
    }
    let youngest = 0;
    for (const column of this.#others) {
      const pool = this.poolOf(column);
      const find = () => this.#led(column, row) ?? this.#target(column, id, tenant, share);
      const target = this.#composed.has(column)
        ? this.#composed.set(column, row, pool, find)
        : (row[column.name] = find());
      if (target === null) continue;
      const { tenant: own, created = 0 } = pool.factsOf(target) ?? {};
      tenant ??= own ?? undefined;
      youngest = Math.max(youngest, created);
    }
    return youngest;
  }

  /** What a row comes to by its other references; null where nothing leads there. */
  #led(column: ColumnInfo, row: Readonly<Row>): RecordId | null {
    for (const way of this.#ways.get(column)!) {
      const found = atEndOf(way, row, this.#parts.pools);
      if (found !== null) return found;
    }
    return null;
  }

  #target(
    column: ColumnInfo,
    id: RecordId | null,
    tenant: unknown,
    share: number,
  ): RecordId | null {
    const { model, dice } = this.#parts;
    const pool = this.poolOf(column);
    const { choice, chance } = this.#habitOf(column);
    // A few roots before anything grows from them.
    const likely = choice === 'first' && pool.size < 8 ? chance / 2 : chance;
    if (column.nullable) return dice.chance(likely) ? pool.pick(dice, tenant, choice, share) : null;
    const target = pool.pick(dice, tenant, choice, share) ?? pool.pick(dice);
    if (target !== null) return target;
    // The first row of a tree whose rows all need a parent can only be its own.
    if (column.reference!.model === model.name && id !== null) return id;
    throw new Error(`${model.name}.${column.name} needs a ${column.reference!.model}`);
  }

  #habits = new Map<ColumnInfo, { readonly choice: Choice; readonly chance: number }>();

  #habitOf(column: ColumnInfo) {
    let habit = this.#habits.get(column);
    if (!habit) this.#habits.set(column, (habit = this.#readHabit(column)));
    return habit;
  }

  /** How often an optional reference is set, and to which rows. */
  #readHabit(column: ColumnInfo): { readonly choice: Choice; readonly chance: number } {
    const { model, chosen } = this.#parts;
    const name = column.reference!.model;
    // Nobody would see a row without an owner.
    const isOwner = model.access.rows?.some(
      (rule) => rule.kind === 'owner' && rule.field === column.name,
    );
    const chance = isOwner ? 1 : 0.85;
    const isAbove = ABOVE.test(snakeCase(column.name.replace(/_?id$/i, '')));
    if (name === model.name) return { choice: 'first', chance: isAbove ? 0.85 : 0.3 };
    const target = chosen.get(name);
    const isOwned = target?.referrers.some(
      ({ model: from, field, onDelete }) =>
        from === model.name && field === column.name && onDelete === 'CASCADE',
    );
    const isNear = isOwned || (!column.nullable && ONCE.test(snakeCase(model.name)));
    return { choice: !target ? 'any' : isNear ? 'near' : 'earlier', chance };
  }

  #tenantsWithAll(tenant: ColumnInfo): readonly RecordId[] {
    const pool = this.poolOf(tenant);
    const all = Array.from({ length: pool.size }, (_, at) => pool.nth(at)!);
    const needed = this.#others.filter((column) => this.#isOfTenant(column));
    return all.filter((one) => needed.every((column) => this.poolOf(column).sizeOf(one) > 0));
  }

  /** Whether a row needs one of a model whose rows have tenants. */
  #isOfTenant(column: ColumnInfo): boolean {
    const { model } = this.#parts;
    const target = column.reference!.model;
    return !column.nullable && target !== model.name && this.poolOf(column).isOfTenants;
  }
}
