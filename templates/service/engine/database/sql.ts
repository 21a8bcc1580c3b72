import type { DataSource } from 'typeorm';
import type { QueryDialect } from './query-dialect.js';
import { databaseOf } from './scoped-data-source.js';
import type { Step } from './steps/schema.js';
import { sql as sqlStep } from './steps/step.js';

/** What a statement binds. A list stands for its items: `where status in (${statuses})`. */
export type SqlValue = SqlItem | readonly SqlItem[];

type SqlItem = Sql | string | number | bigint | boolean | Date | Uint8Array | null;

/** A statement, or a part of one: texts, and between them the values that it binds. */
export class Sql {
  /** Exactly one more than values. */
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** The text with placeholders, and the values as the driver takes them: `manager.query(...rows.for(manager.dataSource))`. */
  for(dataSource: DataSource): [text: string, values: unknown[]] {
    const { dialect } = databaseOf(dataSource);
    const { driver } = dataSource;
    const text = this.strings.reduce(
      (before, next, at) => before + driver.createParameter('value', at - 1) + next,
    );
    return [text, this.values.map((value) => encoded(value, dialect))];
  }
}

function encoded(value: unknown, dialect: QueryDialect): unknown {
  if (value instanceof Date) return dialect.encode(value, { type: 'datetime', transformer: null });
  if (typeof value === 'boolean')
    return dialect.encode(value, { type: 'boolean', transformer: null });
  return value;
}

type Migrate = typeof sqlStep;

/**
 * A statement that binds its values, and takes other statements as its parts:
 * `sql`select count(*) as n from ${crud(Task).visible()} t where t.status = ${status}`.
 */
export function sql(texts: TemplateStringsArray, ...values: readonly SqlValue[]): Sql;
/** In a migration: a step of plain SQL, and how it is undone. */
export function sql(...states: Parameters<Migrate>): Step;
export function sql(
  first: TemplateStringsArray | Parameters<Migrate>[0],
  ...rest: readonly unknown[]
): Sql | Step {
  if (!('raw' in first)) return sqlStep(first, rest[0] as Parameters<Migrate>[1]);
  const parts = new Parts(first[0]!);
  rest.forEach((value, at) => {
    parts.add(value, at + 1);
    parts.text(first[at + 1]!);
  });
  return parts.whole();
}

/** A statement that is being put together. */
class Parts {
  readonly #strings: string[];
  readonly #values: unknown[] = [];

  constructor(first: string) {
    this.#strings = [first];
  }

  text(text: string): void {
    this.#strings[this.#strings.length - 1] += text;
  }

  /** The value at a place, from 1. */
  add(value: unknown, place: number): void {
    if (Array.isArray(value)) return this.#list(value, place);
    if (value instanceof Sql) return this.#part(value);
    if (!isBindable(value)) throw new TypeError(`sql: ${problemWith(value)} (value ${place})`);
    this.#values.push(value);
    this.#strings.push('');
  }

  whole(): Sql {
    return new Sql(this.#strings, this.#values);
  }

  /** No row is in an empty list. */
  #list(items: readonly unknown[], place: number): void {
    if (items.length === 0) this.text('NULL');
    items.forEach((item, at) => {
      if (at > 0) this.text(', ');
      if (Array.isArray(item)) throw new TypeError(`sql: value ${place} is a list inside a list`);
      this.add(item, place);
    });
  }

  #part({ strings, values }: Sql): void {
    this.text(strings[0]!);
    this.#values.push(...values);
    this.#strings.push(...strings.slice(1));
  }
}

const isBindable = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ||
  value instanceof Date ||
  value instanceof Uint8Array;

const problemWith = (value: unknown): string =>
  value === undefined
    ? 'a value is undefined; use null for no value'
    : `a value is of the type ${typeof value}; use a text, such as JSON.stringify(value)`;
