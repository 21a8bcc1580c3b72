import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { Faker } from '@faker-js/faker';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import { brokenRules } from '../../service/engine/rules/index.js';
import { DAY, createdAt, workBetween } from './calendar.js';
import { fieldValues, type FieldValues } from './field-values.js';
import { isGiven, isSecondName } from './keys.js';
import { findPeriods, type Period } from './periods.js';
import type { Positions } from './positions.js';
import { References, type ReferenceParts } from './references.js';
import type { Make, Scene } from './scene.js';
import { copiedValues, kindValues } from './sources.js';
import { Subject } from './subject.js';
import type { Row, UniqueRows } from './unique-rows.js';
import { Variations } from './variations.js';
import type { Trade } from './words/trade.js';

export interface RowParts extends ReferenceParts {
  readonly trade: Trade;
  readonly faker: Faker;
  /** The time of the run, in milliseconds. */
  readonly now: number;
  /** References that are set later; required ones refer to any row until then. */
  readonly deferred: readonly ColumnInfo[];
  readonly uniques: UniqueRows;
  readonly positions: Positions | null;
  /** Rows in the table before. */
  readonly before: number;
  /** Rows that are made in all, and those of most models of the run. */
  readonly count: number;
  readonly most?: number | undefined;
  /** Values that all rows have. */
  readonly given: Readonly<Row>;
}

/** Drafts that a model's own rules may refuse before no row is made. */
const MAX_DRAFTS = 200;

/** Builds the rows of one model. */
export class RowMaker {
  /** The columns that rows have values for; the database fills in the others. */
  readonly columns: readonly ColumnInfo[];
  readonly #parts: RowParts;
  readonly #references: References;
  readonly #variations: Variations;
  readonly #draft: Draft;
  readonly #periods: readonly Period[];
  #made = 0;
  #refusal: string | null = null;

  constructor(parts: RowParts) {
    const { model, deferred, positions, before } = parts;
    this.#parts = parts;
    this.columns = model.stored.filter(
      (column) =>
        !isLeftToDatabase(column) &&
        !isSecondName(model, column) &&
        !(column.nullable && deferred.includes(column)),
    );
    this.#references = new References(parts, this.columns, deferred);
    const others = this.columns.filter(({ reference }) => reference === null);
    const subject = new Subject(model, parts.trade);
    const copied = (reference: ColumnInfo, id: RecordId, field: string) =>
      this.#references.poolOf(reference).factsOf(id)?.copied?.[field];
    const valuesOf = (column: ColumnInfo): FieldValues =>
      copiedValues(
        kindValues(fieldValues(column, subject, before), column, model),
        column,
        model,
        copied,
      );
    const values = new Map<string, FieldValues>();
    for (const column of others)
      if (column.role === 'data' || column.role === 'hidden' || isGiven(column))
        values.set(column.name, valuesOf(column));
    this.#draft = new Draft(parts, this.#references, others, values);
    this.#variations = new Variations({ references: this.#references, positions, values, before });
    this.#periods = findPeriods(others);
  }

  /** Why the last row could not be made, if it was not for want of unique values. */
  get refusal(): string | null {
    return this.#references.refusal ?? this.#refusal;
  }

  /** The time at which the last row came into being, in milliseconds. */
  get created(): number {
    return this.#draft.created;
  }

  /** A row with its id, or with a key of its own if `id` is null; null when there is none, because unique values have run out or for the reason in `refusal`. */
  make(id: RecordId | null): Row | null {
    if (this.#references.refusal !== null) return null;
    const { rules } = this.#parts.model;
    for (let drafts = 0; drafts < MAX_DRAFTS; drafts++) {
      const row = this.#draftRow(id);
      if (!this.#makeUnique(row)) return null;
      const [broken] = rules ? brokenRules(rules, recordOf(row)) : [];
      if (!broken) return this.#accept(row);
      this.#refusal = `its own rules refuse what is made up: ${broken.field}: ${broken.message}`;
    }
    return null;
  }

  #accept(row: Row): Row {
    this.#parts.uniques.add(row);
    this.#refusal = null;
    this.#made++;
    return row;
  }

  #draftRow(id: RecordId | null): Row {
    const { now, count, most = count, before } = this.#parts;
    const row: Row = {};
    const share = Math.min((this.#made + 0.5) / count, 1 - 1e-9);
    const youngest = this.#references.set(row, id, share);
    const own = createdAt(now, share, most);
    const { dice } = this.#parts;
    const created =
      youngest < own ? own : workBetween(youngest, youngest + dice.low() * DAY, now, dice);
    this.#draft.fill(row, id, before + this.#made + 1, created);
    for (const { from, to } of this.#periods) {
      const [start, end] = [row[from], row[to]] as (Date | string | null)[];
      if (start && end && start > end) [row[from], row[to]] = [end, start];
    }
    return row;
  }

  #makeUnique(row: Row): boolean {
    const { uniques } = this.#parts;
    for (let attempt = 0; ; attempt++) {
      const group = uniques.conflict(row);
      if (!group) return true;
      if (!this.#variations.change(row, group, attempt, this.#draft)) return false;
    }
  }
}

/** A row while its values are made: each when it is asked for, so that those that depend on others find them. */
class Draft implements Scene {
  readonly dice;
  readonly faker;
  readonly now: number;
  readonly shift: number;
  serial = 0;
  number = 0;
  created = 0;
  touched = 0;
  #id: RecordId | null = null;
  #row: Row = {};
  readonly #references: References;
  readonly #names: readonly string[];
  readonly #makers: ReadonlyMap<string, Make<unknown>>;

  constructor(
    { dice, faker, now, positions, given }: RowParts,
    references: References,
    columns: readonly ColumnInfo[],
    values: ReadonlyMap<string, FieldValues>,
  ) {
    this.dice = dice;
    this.faker = faker;
    this.now = now;
    this.shift = dice.below(10_000);
    this.#references = references;
    // When it was last changed depends on all that has happened to it.
    const last = (column: ColumnInfo): number => Number(column.role === 'updated');
    const ordered = columns.toSorted((a, b) => last(a) - last(b));
    this.#names = ordered.map(({ name }) => name);
    this.#makers = new Map(
      ordered.map((column) => [
        column.name,
        column.name in given
          ? () => given[column.name]
          : column === positions?.column
            ? () => positions.next(positions.parent ? this.#row[positions.parent.name] : null)
            : (values.get(column.name)?.make ?? this.#makerOf(column)),
      ]),
    );
  }

  fill(row: Row, id: RecordId | null, number: number, created: number): void {
    this.#row = row;
    this.#id = id;
    this.serial++;
    this.number = number;
    this.created = this.touched = created;
    for (const name of this.#names) this.get(name);
  }

  get(field: string): unknown {
    const row = this.#row;
    const known = row[field];
    if (known !== undefined) return known;
    const make = this.#makers.get(field);
    if (!make) return null;
    // For those that it asks for and that ask for it in turn.
    row[field] = null;
    return (row[field] = make(this));
  }

  related(kind: 'price' | 'total'): number | null {
    return this.#references.figure(this.#row, kind);
  }

  #makerOf({ role }: ColumnInfo): Make<unknown> {
    switch (role) {
      case 'id':
      case 'key':
        return () => this.#id;
      case 'created':
        return ({ created }) => new Date(created);
      case 'updated':
        return ({ touched, now, dice }) =>
          new Date(
            workBetween(touched, touched + (now - touched) * dice.low() * dice.low(), now, dice),
          );
      case 'version':
        return () => 1;
      default:
        return () => null;
    }
  }
}

/** The row in JSON form, as rules see it. */
const recordOf = (row: Readonly<Row>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  );

/**
 * Columns that get their value elsewhere: hidden ones, totals of lines, generated ones, and those whose default is the developer's own
 * SQL, but for references, which lead to rows that are there.
 */
function isLeftToDatabase({ role, nullable, default: initial, reference }: ColumnInfo): boolean {
  if (role === 'hidden') return nullable || initial !== null;
  if (role === 'total' || role === 'generated') return true;
  return role === 'data' && initial?.kind === 'database' && reference === null;
}
