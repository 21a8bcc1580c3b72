import type { Skipped } from '../skipped.js';

/** A Prisma schema as it is written. */
export interface PrismaSchema {
  /** What `datasource` says: `provider`, `schemas`, `extensions`, `relationMode`. */
  readonly datasource: ReadonlyMap<string, Value>;
  readonly models: readonly Model[];
  readonly enums: readonly Enum[];
  /** The parts of the text that are not a schema that crudgen reads. */
  readonly unread: readonly Skipped[];
}

export interface Model {
  readonly name: string;
  readonly line: number;
  readonly doc: string | null;
  readonly fields: readonly Field[];
  /** `@@id`, `@@map` and the like. */
  readonly attributes: readonly Attribute[];
}

export interface Field {
  readonly name: string;
  readonly line: number;
  readonly doc: string | null;
  /** The name of a type, an enum or a model; the type of the database in `Unsupported("...")`. */
  readonly type: string;
  readonly isUnsupported: boolean;
  readonly isList: boolean;
  readonly isOptional: boolean;
  readonly attributes: readonly Attribute[];
}

export interface Enum {
  readonly name: string;
  readonly line: number;
  readonly values: readonly { readonly name: string; readonly attributes: readonly Attribute[] }[];
  readonly attributes: readonly Attribute[];
}

/** `@id`, `@db.VarChar(80)`, `@@index([a, b])`. */
export interface Attribute {
  /** The name without its signs: `id`, `db.VarChar`. */
  readonly name: string;
  readonly line: number;
  readonly args: readonly Argument[];
}

export interface Argument {
  /** Null of one that stands by its place. */
  readonly name: string | null;
  readonly value: Value;
}

export type Value =
  | { readonly kind: 'text' | 'number' | 'name'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Argument[] };

type Attributed = { readonly attributes: readonly Attribute[] };

/** An attribute by its name. */
export const attributeOf = ({ attributes }: Attributed, name: string): Attribute | undefined =>
  attributes.find((one) => one.name === name);

/** An argument by its name, or the first one without a name. */
export const argumentOf = (
  attribute: Pick<Attribute, 'args'> | undefined,
  name: string,
): Value | undefined =>
  (
    attribute?.args.find((one) => one.name === name) ??
    (FIRST.includes(name) ? attribute?.args.find((one) => one.name === null) : undefined)
  )?.value;

/** Arguments that stand first without their names. */
const FIRST: readonly string[] = ['name', 'fields', 'value', 'map'];

/** The text of a value; null of a list or a call. */
export const textOf = (value: Value | undefined): string | null =>
  value && 'value' in value ? value.value : null;

/** The name in the database: that of `@map` or `@@map`, or else its own. */
export const mappedName = (one: Attributed & { readonly name: string }): string =>
  textOf(argumentOf(attributeOf(one, 'map'), 'name')) ?? one.name;

/** The schema of PostgreSQL; null where none is named. */
export const schemaOf = (one: Attributed): string | null =>
  textOf(argumentOf(attributeOf(one, 'schema'), 'name'));
