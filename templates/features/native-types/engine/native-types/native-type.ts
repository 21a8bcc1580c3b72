import {
  AddedType,
  AddedTypes,
  type AddedValues,
  type DatabaseName,
} from '../fields/added-type.js';
import { FIELD_TYPES } from '../fields/field-types.js';
import { baseOf, isOrdered, sampleOf, widthOf } from './known-types.js';

/**
 * A column of a type that PostgreSQL has beyond those of crudgen: `native('inet')`, `native('bit(8)')`. Its values are the texts that
 * the database prints for it, and reads. SQLite keeps the texts.
 */
export const native = (type: string): AddedTypes =>
  new AddedTypes((database) => new NativeType(type, database));

/** The types that pg reads as objects, or as arrays, whose texts are lost then. */
const PARSED: Readonly<Record<string, number>> = {
  interval: 1186,
  point: 600,
  circle: 718,
};

/** PostgreSQL's numbers of the arrays that pg reads. */
const PARSED_ARRAYS: readonly number[] = [
  ...[199, 651, 1000, 1001, 1005, 1007, 1008, 1009, 1014, 1015, 1016, 1017, 1021, 1022, 1028, 1040],
  ...[1041, 1115, 1182, 1183, 1185, 1187, 1231, 1270, 2951, 3807],
];

/** A native type in one of the databases. */
export class NativeType extends AddedType {
  override readonly name: string;
  override readonly columns: Readonly<Record<DatabaseName, string>>;
  override readonly values: AddedValues;
  override readonly schema: AddedType['schema'];
  override readonly operators: readonly string[];
  override readonly isSorted: boolean;
  override readonly width: number;
  override readonly cutsOff: boolean;
  override readonly unparsed: readonly number[];

  constructor(type: string, database: DatabaseName) {
    super(database);
    const example = sampleOf(type, 0);
    this.name = type;
    this.columns = { sqlite: 'text', postgres: type };
    this.values = {
      ...FIELD_TYPES.text,
      noun: `a text that PostgreSQL reads as ${type}`,
      ...(example !== null && { example }),
    };
    this.schema = {
      type: 'string',
      minLength: 1,
      description: `A text that PostgreSQL reads as \`${type}\`.`,
      ...(example !== null && { examples: [example] }),
    };
    // Operators of a type that needs the name of its schema are not found, either.
    this.isSorted = isOrdered(type) && !QUALIFIED.test(type);
    this.operators = this.isSorted ? [...COMPARED, 'gt', 'gte', 'lt', 'lte'] : COMPARED;
    this.width = widthOf(type);
    this.cutsOff = baseOf(type).startsWith('bit');
    const oid = PARSED[baseOf(type)];
    this.unparsed = isArray(type) ? PARSED_ARRAYS : oid === undefined ? [] : [oid];
  }

  /** Types without an order may have no equality, either, or one that is not that of their texts. */
  override get comparedAs(): string {
    return this.isSorted ? this.column : 'text';
  }

  /** By the type's own output: a cast adds the length of the network to an `inet` that has none. */
  override text(column: string): string {
    return this.database === 'sqlite' ? column : `format('%s', ${column})`;
  }

  override bytes(column: string): string {
    return `octet_length(${this.database === 'sqlite' ? column : `${column}::text`})`;
  }

  /**
   * A query that fails for a bound text that is no value of a column, both quoted; it is asked where the database has refused a write
   * or a condition. A cast cuts off what does not fit into the digits of a type; a column refuses it.
   */
  probe(table: string, column: string, placeholder: string): string | null {
    if (this.database === 'sqlite') return null;
    if (!this.cutsOff) return `SELECT ${placeholder}::${this.column}`;
    const name = `'${column.slice(1, -1).replaceAll('""', '"').replaceAll("'", "''")}'`;
    const row = `jsonb_populate_record(NULL::${table}, jsonb_build_object(${name}, ${placeholder}::text))`;
    return `SELECT (${row}).${column}`;
  }

  override sample(n: number): string | null {
    return sampleOf(this.name, n);
  }
}

/** A type behind the name of its schema, since sessions do not look there. */
const QUALIFIED = /^("(?:[^"]|"")+"|\w+)\./;

/** Operators that every type has. */
const COMPARED: readonly string[] = ['eq', 'ne', 'in', 'isnull', 'ilike'];

const isArray = (type: string): boolean => type.endsWith(']');
