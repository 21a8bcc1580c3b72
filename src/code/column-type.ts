import { bytesIn, limitOf, type SizedType } from '../model/bytes.js';
import { ITEM_TYPES, type ItemType, type ScalarType } from '../model/model.js';
import { decoratorsOf, isWhole, decoratorOptions, type DecoratorCall } from './decorators.js';
import type { Imports } from './imports.js';
import { generatedType } from './read-key.js';
import { isTrue, type Static } from './static-value.js';
import type { ts } from './typescript.js';

const TYPES: Readonly<Record<string, ScalarType>> = {
  varchar: 'string',
  'character varying': 'string',
  nvarchar: 'string',
  char: 'string',
  string: 'string',
  citext: 'string',
  String: 'string',
  text: 'text',
  clob: 'text',
  mediumtext: 'text',
  longtext: 'text',
  integer: 'integer',
  int: 'integer',
  int4: 'integer',
  smallint: 'integer',
  Number: 'integer',
  number: 'integer',
  bigint: 'bigint',
  int8: 'bigint',
  'double precision': 'float',
  float: 'float',
  double: 'float',
  float8: 'float',
  real: 'float',
  decimal: 'decimal',
  numeric: 'decimal',
  boolean: 'boolean',
  bool: 'boolean',
  Boolean: 'boolean',
  date: 'date',
  time: 'time',
  DATETIME: 'datetime',
  datetime: 'datetime',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  'timestamp with time zone': 'datetime',
  'timestamp without time zone': 'datetime',
  Date: 'datetime',
  UUID: 'uuid',
  COLOR: 'color',
  uuid: 'uuid',
  JSON_VALUE: 'json',
  json: 'json',
  jsonb: 'json',
  'simple-json': 'json',
  enum: 'enum',
  'simple-enum': 'enum',
};

/** The column type that a decorator declares. */
function declaredType(call: DecoratorCall): Static | undefined {
  const first = call.args[0];
  return decoratorOptions(call).get('type') ?? (first?.kind === 'object' ? undefined : first);
}

/** What the transformer of a column says, whose type a feature adds. */
interface AddedColumn {
  readonly type: ScalarType;
  readonly native: string | null;
  readonly max: number | null;
}

/** The type of a column by its transformer, `native('inet')`, `bytes('500kb')`, `image()` or `exact()`; null for any other. */
export function addedType(transformer: Static | undefined): AddedColumn | null {
  if (transformer?.kind !== 'computed') return null;
  const [, name, , argument] =
    /^(native|bytes|exact|file|image)\(\s*(?:(['"`])([^'"`]+)\2,?\s*)?\)$/.exec(transformer.text) ??
    [];
  if (name === 'native' && argument !== undefined)
    return { type: 'native', native: argument, max: null };
  if (name === 'exact') return { type: 'exact', native: null, max: null };
  if (name === undefined || name === 'native') return null;
  const type = name as SizedType;
  const max = argument === undefined ? null : limitOf(type, bytesIn(argument));
  return { type, native: null, max };
}

/** The column type for an annotation: unions of strings are text, other compound types json. */
function annotated(member: ts.PropertyDeclaration): ScalarType {
  const words = member.type?.getText().split('|') ?? [];
  const plain = words
    .map((word) => word.trim())
    .filter((word) => !/^(?:null|undefined)$/.test(word));
  const [word = '', ...more] = plain;
  if (more.length === 0 && Object.hasOwn(TYPES, word)) return TYPES[word]!;
  return plain.some((one) => /[[{<]/.test(one)) ? 'json' : 'string';
}

/** The type of a column by its decorator, or else by its annotation, which `untyped` reports. */
export function columnType(member: ts.PropertyDeclaration, call: DecoratorCall): ScalarType | null {
  const generated = generatedType(call);
  if (generated !== null) return generated;
  const declared = declaredType(call);
  if (declared === undefined) return annotated(member);
  return declared.kind === 'value' || declared.kind === 'name' ? namedType(declared) : null;
}

/** The type of the items of a column that is a list (`array: true`); null for any other column. */
export function itemType(call: DecoratorCall): ItemType | null {
  if (!isTrue(decoratorOptions(call).get('array'))) return null;
  const declared = declaredType(call);
  const type = declared?.kind === 'value' || declared?.kind === 'name' ? namedType(declared) : null;
  return ITEM_TYPES.find((one) => one === type) ?? null;
}

/** The type that a name of TypeORM or of the engine means. */
const namedType = (declared: Extract<Static, { kind: 'value' | 'name' }>): ScalarType | null =>
  TYPES[declared.kind === 'value' ? String(declared.value) : declared.name] ?? null;

/** The columns without a default type in TypeORM. */
const TYPELESS = new Set(['Column', 'PrimaryColumn', 'VirtualColumn']);

/** How crudgen writes the types that an annotation can mean. */
const WRITTEN: Partial<Record<ScalarType, string>> = {
  string: "'varchar'",
  datetime: 'DATETIME',
  json: 'JSON_VALUE',
};

/** What to write for a column without a type; null where it has one, or may have. */
export function untyped(
  member: ts.PropertyDeclaration,
  imports: Imports,
): { readonly node: ts.Decorator; readonly instead: string } | null {
  const call = decoratorsOf(member, imports).find(({ name }) => TYPELESS.has(name));
  if (!call || !isWhole(call) || declaredType(call) !== undefined) return null;
  const type = annotated(member);
  const written = WRITTEN[type] ?? `'${type}'`;
  const text = call.node.expression.getText().replace(/\s+/g, ' ');
  const options = /\(\s*(\{.*\}),?\s*\)$/.exec(text)?.[1];
  const from = written.startsWith("'") ? '' : `, with ${written} of \`#engine\``;
  const args = options === undefined ? written : `${written}, ${options}`;
  return { node: call.node, instead: `\`@${call.called}(${args})\`${from}` };
}
