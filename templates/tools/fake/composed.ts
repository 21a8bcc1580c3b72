import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ComposedReference } from '../../service/engine/model/composed-references.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Dice } from './dice.js';
import type { RowPool } from './row-pool.js';
import type { Row } from './unique-rows.js';

export interface ComposedParts {
  readonly model: ModelInfo;
  readonly dice: Dice;
  /** By model name. */
  readonly pools: ReadonlyMap<string, RowPool>;
}

/** How often an optional reference is set. */
const CHANCE = 0.85;
/** Random rows that are tried before all are. */
const MAX_ATTEMPTS = 20;

/** Sets references that have several columns: to what the columns of a row that is there have. */
export class Composed {
  readonly #parts: ComposedParts;
  readonly #references: readonly ComposedReference[];

  constructor(parts: ComposedParts, columns: readonly ColumnInfo[]) {
    this.#parts = parts;
    const all = [...(parts.model.composed?.byName.values() ?? [])];
    const required = (one: ComposedReference) => Number(one.column.nullable);
    this.#references = all
      .filter((one) => one.parts.every((part) => columns.includes(part)))
      .toSorted((one, other) => required(one) - required(other));
  }

  /** Whether such a reference says what a column has. */
  has(column: ColumnInfo): boolean {
    return this.#references.some(({ parts }) => parts.includes(column));
  }

  /** Sets the references of a row, each to one that agrees with those before it. */
  set(row: Row, tenant: unknown): void {
    for (const reference of this.#references) this.#set(row, reference, tenant);
  }

  /** Sets them anew where some of these columns are theirs; false where none is. */
  change(row: Row, columns: readonly ColumnInfo[], tenant: unknown): boolean {
    if (!columns.some((column) => this.has(column))) return false;
    const kept = this.#parts.model.access.rows?.find(({ kind }) => kind === 'tenant');
    for (const { parts } of this.#references)
      for (const { name } of parts)
        if (kept?.kind !== 'tenant' || kept.field !== name) delete row[name];
    this.set(row, tenant);
    return true;
  }

  #set(row: Row, reference: ComposedReference, tenant: unknown): void {
    const { column, parts, valueIn } = reference;
    const id = this.#choose(row, reference, tenant);
    row[column.name] = id;
    for (const part of parts)
      if (id !== null) row[part.name] = valueIn(part.name, id);
      else if (part.nullable && part.reference === null) row[part.name] ??= null;
  }

  #choose(row: Readonly<Row>, reference: ComposedReference, tenant: unknown): RecordId | null {
    const { dice, pools, model } = this.#parts;
    const { column } = reference;
    if (column.nullable && !dice.chance(CHANCE)) return null;
    const pool = pools.get(column.reference!.model)!;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const id = pool.pick(dice, tenant);
      if (id !== null && agrees(id, row, reference)) return id;
    }
    for (let at = 0; at < pool.sizeOf(tenant); at++) {
      const id = pool.nth(at, tenant)!;
      if (agrees(id, row, reference)) return id;
    }
    if (column.nullable) return null;
    throw new Error(`${model.name}.${column.name} needs a ${column.reference!.model}`);
  }
}

/** Whether a row has nothing else in the columns of a reference. */
const agrees = (id: RecordId, row: Readonly<Row>, { parts, valueIn }: ComposedReference): boolean =>
  parts.every(({ name }) => row[name] === undefined || row[name] === valueIn(name, id));
