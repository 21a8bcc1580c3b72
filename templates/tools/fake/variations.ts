import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { FieldValues } from './field-values.js';
import type { Positions } from './positions.js';
import type { References } from './references.js';
import type { Scene } from './scene.js';
import type { Row } from './unique-rows.js';

export interface VariationParts {
  readonly references: References;
  readonly positions: Positions | null;
  /** The values by column name. */
  readonly values: ReadonlyMap<string, FieldValues>;
  /** Rows in the table before. */
  readonly before: number;
}

/** Random attempts before values are counted through. */
const MAX_ATTEMPTS = 5;
/** Attempts in all, where there is no end of different values: those of a short text may be all taken. */
const MAX_COUNTED = 2000;

/** Changes what a row has in common with another one and must not. */
export class Variations {
  readonly #parts: VariationParts;
  /** The next combination of each group of columns and tenant. */
  readonly #next = new Map<readonly ColumnInfo[], Map<unknown, number>>();

  /** What a row had before it was counted through. */
  #first: { readonly serial: number; readonly column: ColumnInfo; readonly value: unknown } | null =
    null;

  constructor(parts: VariationParts) {
    this.#parts = parts;
  }

  /** Whether there was something else for the columns of a group: after some random attempts all that there are, in turn. */
  change(row: Row, group: readonly ColumnInfo[], attempt: number, scene: Scene): boolean {
    const { references } = this.#parts;
    const alone = group.length === 1;
    const own = group.filter((column) => alone || !references.isTenant(column));
    const columns = own.filter((column) => !references.isLed(column, row));
    if (attempt < MAX_ATTEMPTS || (columns.length === 0 && attempt < MAX_COUNTED)) {
      for (const column of own) row[column.name] = this.#another(column, row, scene);
      return true;
    }
    const endless = columns.find((column) => this.#countOf(column, row) === Infinity);
    if (!endless) return this.#combine(group, columns, row, scene);
    row[endless.name] = this.#numbered(endless, this.#take(group, null), row, scene);
    return row[endless.name] !== null && attempt < MAX_COUNTED;
  }

  /** The next combination of what the columns can hold, counted as numbers are; null in one of them once there is no other. */
  #combine(
    group: readonly ColumnInfo[],
    columns: readonly ColumnInfo[],
    row: Row,
    scene: Scene,
  ): boolean {
    let left = this.#take(group, this.#parts.references.tenantIn(row));
    for (const column of columns) {
      const count = this.#countOf(column, row);
      if (count === 0) return false;
      row[column.name] = this.#nth(column, left % count, row, scene);
      left = Math.floor(left / count);
    }
    if (left === 0) return true;
    // Better none than a repeated one.
    const optional = columns.find(({ nullable, reference }) => nullable && reference !== null);
    if (!optional) return false;
    row[optional.name] = null;
    return true;
  }

  #take(group: readonly ColumnInfo[], tenant: unknown): number {
    const counts = this.#next.get(group) ?? new Map<unknown, number>();
    this.#next.set(group, counts);
    const taken = counts.get(tenant) ?? 0;
    counts.set(tenant, taken + 1);
    return taken;
  }

  #countOf(column: ColumnInfo, row: Row): number {
    const { references } = this.#parts;
    if (column.reference) return references.poolOf(column).sizeOf(references.tenantIn(row));
    if (column.values.length > 0) return column.values.length;
    return column.type === 'boolean' ? 2 : Infinity;
  }

  #another(column: ColumnInfo, row: Row, scene: Scene): unknown {
    const { references, positions, values } = this.#parts;
    if (column.reference || references.isLed(column, row))
      return references.another(column, row) ?? row[column.name];
    if (column === positions?.column) return row[column.name];
    return values.get(column.name)?.make(scene) ?? row[column.name];
  }

  #nth(column: ColumnInfo, n: number, row: Row, scene: Scene): unknown {
    const { references, values } = this.#parts;
    if (column.reference) return references.poolOf(column).nth(n, references.tenantIn(row));
    return values.get(column.name)!.distinct(n, null, scene.dice);
  }

  /** Of a column without end; counted from the value that the row had at first. */
  #numbered(column: ColumnInfo, n: number, row: Row, scene: Scene): unknown {
    const { positions, values, before } = this.#parts;
    if (column === positions?.column)
      return positions.next(positions.parent ? row[positions.parent.name] : null);
    if (this.#first?.serial !== scene.serial || this.#first.column !== column)
      this.#first = { serial: scene.serial, column, value: row[column.name] };
    return values.get(column.name)!.distinct(before + n, this.#first.value, scene.dice);
  }
}
