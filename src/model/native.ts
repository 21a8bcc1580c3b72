import { canonicalType } from './known-types.js';
import type { ScalarType } from './model.js';

/** Types of PostgreSQL that are types of fields, too. */
const OWN_TYPES: Readonly<Record<string, Exclude<ScalarType, 'native'>>> = {
  text: 'text',
  'character varying': 'string',
  character: 'string',
  integer: 'integer',
  smallint: 'integer',
  bigint: 'bigint',
  real: 'float',
  'double precision': 'float',
  boolean: 'boolean',
  date: 'date',
  'time without time zone': 'time',
  'timestamp with time zone': 'datetime',
  'timestamp without time zone': 'datetime',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
};

/**
 * A type as the catalog of PostgreSQL names it: words, or a name in quotes, which may have a schema, with numbers or words in
 * parentheses, and brackets behind them.
 */
const TYPE =
  /^(?:(?:\w+|"(?:[^"]|"")+")\.)?(?:"(?:[^"]|"")+"|[A-Za-z_]\w*(?: [a-z]+)*)(?:\([\w ,.-]+\))?(?: [a-z]+)*(?:\[\d*\])*$/;

/** What is wrong with a type of a native field, and what to write instead; null where nothing is. */
export function nativeFault(
  type: string,
): { readonly message: string; readonly help: string } | null {
  if (!TYPE.test(type))
    return {
      message: `\`${type}\` is not the name of a type of PostgreSQL`,
      help: 'write it as `format_type` prints it: `inet`, `bit(8)`, `time with time zone`',
    };
  const canonical = canonicalType(type);
  if (canonical !== type)
    return {
      message: `\`${type}\` has another name in the catalog of PostgreSQL`,
      help: `write \`native=${canonical}\``,
    };
  const [base = ''] = type.split('(');
  const own = type.endsWith(']') ? undefined : OWN_TYPES[base.trim()];
  if (own === undefined) return null;
  return { message: `\`${type}\` is no native type`, help: `write \`${own}\`` };
}
