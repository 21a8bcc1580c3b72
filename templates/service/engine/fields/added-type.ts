import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { FieldProblem } from '../problem/problem.js';
import type { PlainType } from './plain-type.js';
import type { FieldValue } from './field-value.js';

/** The databases by which types differ. */
export type DatabaseName = 'sqlite' | 'postgres';

/** A schema of JSON. */
export type ValueSchema = Readonly<Record<string, unknown>> & { readonly type: string };

/** The limits of a field of an added type. */
export interface AddedLimits {
  readonly name: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly values?: readonly string[];
  readonly enforce?: boolean;
}

/** How values of an added type are read: as those of the engine's own types (`TypeOfField`), which know columns. */
export interface AddedValues {
  readonly noun: string;
  readonly example?: string;
  parse(text: string): FieldValue | null;
  accept(value: unknown): FieldValue | null;
  fits?(
    value: FieldValue,
    field: { readonly name: string },
  ): Pick<FieldProblem, 'code' | 'message' | 'params'> | null;
  compare(value: unknown): FieldValue | null;
  isKind(value: unknown): boolean;
}

/**
 * A type of fields that a feature adds, in one of the databases: all that the engine asks of a type. Entities name it as the
 * `transformer` of a column, by an `AddedTypes`.
 */
export abstract class AddedType {
  /** The type in messages: "must be an inet". */
  abstract readonly name: string;
  /** The type of its columns in each database, as the catalog of the database names it. */
  abstract readonly columns: Readonly<Record<DatabaseName, string>>;
  /** How its values are read. */
  abstract readonly values: AddedValues;
  /** The schema of a value in OpenAPI. */
  abstract readonly schema: ValueSchema;
  /** The operators of list filters that make sense of its values; all others are refused. */
  abstract readonly operators: readonly string[];
  /** The type that the values of filters are described with. */
  readonly queried: PlainType = 'text';
  /** Whether a value is a list, and `values.parse` reads one of its items. */
  readonly isList: boolean = false;
  /** Whether the database has an order for its values as they are shown. */
  readonly isSorted: boolean = false;
  /** Whether its values are numbers: groups have the least and the greatest, and tables write them as people do there. */
  readonly isNumber: boolean = false;
  /** Whether records in lists have its values, also where nobody asks for them. */
  readonly isListed: boolean = true;
  /** Whether whoever may write a field may write any value there; false where one has to be made for them first. */
  readonly isFree: boolean = true;
  /** How many characters a value has at most, in JSON. */
  readonly width: number = Infinity;
  /** Whether a cast cuts off parts of a value that a column refuses: rows are inserted one by one then. */
  readonly cutsOff: boolean = false;
  /** The type of the columns for TypeORM. */
  readonly entityType: string = 'text';
  /** PostgreSQL's numbers of types that the driver has to leave to `decode` as texts, where it reads entities, too. */
  readonly unparsed: readonly number[] = [];

  constructor(readonly database: DatabaseName) {}

  /** The type of its columns in this database. */
  get column(): string {
    return this.columns[this.database];
  }

  /** PostgreSQL's type in which its values are compared: that of the column, unless it has no equality. */
  get comparedAs(): string {
    return this.column;
  }

  /** An API value as a statement binds it: for PostgreSQL a text, which becomes the type of the column. */
  encode(value: unknown): unknown {
    return value;
  }

  /** The default of a column as steps have it: for both databases, or one text that both read. */
  storedDefault(value: unknown): unknown {
    return this.encode(value);
  }

  /** What the driver reads, of the engine's statements or of TypeORM's, as an API value. */
  decode(stored: unknown): unknown {
    return stored;
  }

  /** The schema of a value of a field with limits of its own. */
  schemaOf(_field: AddedLimits): ValueSchema {
    return this.schema;
  }

  /**
   * A condition for rows whose value is one of those of a filter, where that is not to be equal to it; `bind` returns the
   * placeholder of a value.
   */
  matches?(column: string, values: readonly unknown[], bind: (value: unknown) => string): string;

  /** A condition for rows without a value, where that is more than null. */
  isMissing?(column: string): string;

  /** The `n`th of many different values of a field, from 0, for made-up rows; null where none is known. */
  sample(_n: number, _field: AddedLimits): unknown {
    return null;
  }

  /** A column as the text of its values, for `contains`; a quoted expression. */
  text(column: string): string {
    return column;
  }

  /** The JSON of a column as SQL, for SQLite; null where each value has to be read. */
  json(column: string): string | null {
    return column;
  }

  /** The bytes that a column takes in a response at least, null for none. */
  bytes(column: string): string {
    return `octet_length(${this.text(column)})`;
  }

  /** Writes a value of an entity as TypeORM does. */
  to(value: unknown): unknown {
    return value === null || value === undefined ? value : this.encode(value);
  }

  /** Reads a stored value as TypeORM does. */
  from(stored: unknown): unknown {
    return stored === null || stored === undefined ? stored : this.decode(stored);
  }
}

/** An added type before the database is known: whoever opens one puts its own in the place of this. */
export class AddedTypes {
  constructor(readonly of: (database: DatabaseName, column: ColumnMetadata) => AddedType) {}

  /** TypeORM's interface; nothing is written before the database is known. */
  to(): never {
    throw new Error('a column of an added type is written before its database is known');
  }

  from(): never {
    throw new Error('a column of an added type is read before its database is known');
  }
}
