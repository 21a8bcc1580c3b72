import { quoteName, quoteText } from '../../model/quote.js';

/**
 * Stands in for what a dump refers to and the PostgreSQL that reads it lacks, so that tables are read all the same: types and
 * functions of extensions, roles, languages, collations.
 */
export interface StandIns {
  /** The statements that make up for an error, after which the failed statement is tried again; null where none do. */
  forError(error: DatabaseError, sql: string): readonly string[] | null;
  /** A statement whose types have numbers as stand-ins take them. */
  spoken(sql: string): string;
  /** A text that the database gives, with the types as the dump has them. */
  original(text: string): string;
  /** The types for which something stands in. */
  readonly types: readonly string[];
}

/** An error as PostgreSQL tells it. */
export interface DatabaseError {
  readonly code?: string | undefined;
  readonly message: string;
}

/**
 * Makes an extension that the database lacks: all that people see of it is its name. What stands in for its parts belongs to it,
 * so that the statements of the schema make the extension and none of them.
 */
export const extensionStandIn = (name: string, index: number): string =>
  `INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    SELECT ${FIRST_OID + index}, ${quoteText(name)}, oid, 'public'::regnamespace, false, '0' FROM pg_roles WHERE rolname = current_user`;

/** No object of a database that was just made has a number as high. */
const FIRST_OID = 900_000_000;

/** A name in a message, which has no quotes around its parts: `public.geometry`. */
const inSql = (name: string): string => name.split('.').map(quoteName).join('.');

/** What belongs to an extension, and what does not. */
type Own = (what: string) => readonly string[];

/** Keeps what stands in; its parts belong to the first extension that is missing. */
export function standIns(missing: readonly string[]): StandIns {
  const [extension] = missing;
  const alter = (verb: 'ADD' | 'DROP') => (what: string) =>
    extension === undefined ? [] : [`ALTER EXTENSION ${quoteName(extension)} ${verb} ${what}`];
  const functions = new FunctionStandIns(alter('ADD'), alter('DROP'));
  const types: string[] = [];
  const sizes: string[] = [];
  return {
    types,
    forError({ code, message }, sql) {
      const said = (pattern: RegExp) => pattern.exec(message)?.[1];
      switch (code) {
        case '3F000': {
          const schema = said(/^schema "(.+)" does not exist$/);
          return schema === undefined ? null : [`CREATE SCHEMA ${quoteName(schema)}`];
        }
        case '42704': {
          const type = said(/^type "(.+)" does not exist$/);
          if (type === undefined) return madeOf(message, alter('ADD'));
          if (types.includes(type)) return null;
          types.push(type);
          return typeStandIn(type, alter('ADD'));
        }
        case '42883':
          return functions.forUnknown(message, sql);
        case '42804':
          return functions.forOtherType(message);
        default:
          return null;
      }
    },
    spoken: (sql) =>
      withSizes(types, sql, "[^()']+", (given) => {
        if (!sizes.includes(given)) sizes.push(given);
        return String(sizes.indexOf(given) + 1);
      }),
    original: (text) =>
      withSizes(types, text, '\\d+', (given) => sizes[Number(given) - 1] ?? given),
  };
}

/** A text with other numbers behind the types: `geometry(Point,4326)` <-> `geometry(1)`. */
const withSizes = (
  types: readonly string[],
  text: string,
  inner: string,
  replace: (given: string) => string,
): string =>
  types.reduce((now, type) => {
    const name = escaped(type.split('.').at(-1)!);
    const pattern = new RegExp(`(?<![\\w"])("?${name}"?)\\s*\\((${inner})\\)`, 'gi');
    return now.replaceAll(
      pattern,
      (_, called: string, given: string) => `${called}(${replace(given)})`,
    );
  }, text);

/** A type that is read and written as a text, and takes a number. Keys and indexes compare it as a text. */
function typeStandIn(name: string, own: Own): readonly string[] {
  const [type, read, write] = [inSql(name), inSql(`${name}_in`), inSql(`${name}_out`)];
  return [
    `CREATE TYPE ${type}`,
    `CREATE FUNCTION ${read}(cstring) RETURNS ${type} LANGUAGE internal IMMUTABLE STRICT AS 'textin'`,
    `CREATE FUNCTION ${write}(${type}) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout'`,
    `CREATE TYPE ${type} (INPUT = ${read}, OUTPUT = ${write}, TYPMOD_IN = varchartypmodin, TYPMOD_OUT = varchartypmodout, LIKE = text, COLLATABLE = true)`,
    `CREATE CAST (${type} AS text) WITHOUT FUNCTION AS IMPLICIT`,
    ...[`TYPE ${type}`, `FUNCTION ${read}(cstring)`, `FUNCTION ${write}(${type})`].flatMap(own),
  ];
}

/** Functions that compute defaults or tell of checks: their results follow from the errors that others make. */
class FunctionStandIns {
  private last: { readonly signature: string; readonly result: string } | null = null;

  constructor(
    private readonly own: Own,
    private readonly disown: Own,
  ) {}

  /** A statement of a table calls a function that is not there. */
  forUnknown(message: string, sql: string): readonly string[] | null {
    const found = /^function (.+?)\((.*)\) does not exist$/s.exec(message);
    if (found === null || !/^(create|alter)\s+(\w+\s+)?table\b/i.test(sql)) return null;
    const [, name = '', given = ''] = found;
    // A text without a type of its own counts as one.
    return this.make(`${inSql(name)}(${given.replaceAll(/\bunknown\b/g, 'text')})`, 'text');
  }

  /** The last function should have another result. */
  forOtherType(message: string): readonly string[] | null {
    const [, ofColumn, ofCheck] =
      /is of type (.+) but default expression is of type|^argument of CHECK must be type (\w+)/.exec(
        message,
      ) ?? [];
    const { last } = this;
    const result = ofColumn ?? ofCheck;
    if (last === null || result === undefined || last.result === result) return null;
    const { signature } = last;
    return [
      ...this.disown(`FUNCTION ${signature}`),
      `DROP FUNCTION ${signature} CASCADE`,
      ...this.make(signature, result),
    ];
  }

  private make(signature: string, result: string): readonly string[] {
    this.last = { signature, result };
    return [
      `CREATE FUNCTION ${signature} RETURNS ${result} LANGUAGE sql AS ${quoteText(`SELECT NULL::${result}`)}`,
      ...this.own(`FUNCTION ${signature}`),
    ];
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What has the name that a message gives, where its name is all that it needs to have. */
const MADE: readonly (readonly [RegExp, (name: string) => readonly string[], string | null])[] = [
  [/^role "(.+)" does not exist$/, (name) => [`CREATE ROLE ${quoteName(name)}`], null],
  [
    /^collation "(.+?)" (?:for encoding "\w+" )?does not exist$/,
    (name) => [`CREATE COLLATION ${inSql(name)} FROM "C"`],
    null,
  ],
  [
    // The stand-in of a language takes any text as the body of a function.
    /^language "(.+)" does not exist$/,
    (name) => [`CREATE LANGUAGE ${quoteName(name)} HANDLER pg_catalog.plpgsql_call_handler`],
    'LANGUAGE',
  ],
  [
    /^foreign-data wrapper "(.+)" does not exist$/,
    (name) => [`CREATE FOREIGN DATA WRAPPER ${quoteName(name)}`],
    'FOREIGN DATA WRAPPER',
  ],
  [
    /^text search configuration "(.+)" does not exist$/,
    (name) => [`CREATE TEXT SEARCH CONFIGURATION ${inSql(name)} (COPY = pg_catalog.simple)`],
    null,
  ],
];

function madeOf(message: string, owned: Own): readonly string[] | null {
  for (const [pattern, make, kind] of MADE) {
    const name = pattern.exec(message)?.[1];
    if (name === undefined) continue;
    return [...make(name), ...(kind === null ? [] : owned(`${kind} ${quoteName(name)}`))];
  }
  return null;
}
