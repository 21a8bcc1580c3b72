import type { DatabaseKind } from '../database.js';
import type { DumpStatement } from '../dump/dump-statements.js';
import { quoteName } from '../../model/quote.js';
import { tableName, type Tables } from './prisma-tables.js';
import {
  argumentOf,
  type Attribute,
  attributeOf,
  mappedName,
  type Model,
  textOf,
  type Value,
} from './prisma-schema.js';

/** The most bytes of a name in PostgreSQL. */
const MAX_NAME = 63;

/** A name as Prisma makes it: of a table, its columns and what it is. */
export function madeName(parts: readonly string[], ending: string): string {
  const name = parts.join('_');
  return `${name.slice(0, MAX_NAME - ending.length - 1)}_${ending}`;
}

/** The column of a field by its name. */
export function columnOf({ fields }: Model, name: string): string {
  const field = fields.find((one) => one.name === name);
  return field ? mappedName(field) : name;
}

/** The texts and names in a list, be they alone or calls: `title(sort: Desc)`, or an extension with its version. */
export function namesOf(value: Value | undefined): readonly string[] {
  if (value?.kind !== 'list') return [];
  return value.items.flatMap((item) => (item.kind === 'call' ? item.name : (textOf(item) ?? [])));
}

/** The primary key as a part of a table; null where a column has it, or none is. */
export function primaryKeyOf(model: Model, kind: DatabaseKind): string | null {
  const group = attributeOf(model, 'id');
  const single = model.fields.find((field) => attributeOf(field, 'id'));
  const names = group ? namesOf(argumentOf(group, 'fields')) : single ? [single.name] : [];
  const initial = single && argumentOf(attributeOf(single, 'default'), 'value');
  const isCounted = initial?.kind === 'call' && initial.name === 'autoincrement';
  if (names.length === 0 || (kind === 'sqlite' && isCounted && !group)) return null;
  const columns = names.map((name) => quoteName(columnOf(model, name))).join(', ');
  const own = group ?? attributeOf(single!, 'id');
  const name = mapOf(own) ?? madeName([mappedName(model)], 'pkey');
  return `CONSTRAINT ${quoteName(name)} PRIMARY KEY (${columns})`;
}

const mapOf = (attribute: Attribute | undefined): string | null =>
  textOf(attribute?.args.find(({ name }) => name === 'map')?.value);

/** The indexes and unique groups of a table. */
export function createIndexes(model: Model, tables: Tables): readonly DumpStatement[] {
  const alone = model.fields.flatMap((field) => {
    const unique = attributeOf(field, 'unique');
    const item: Value = { kind: 'name', value: field.name };
    return unique ? [indexOf(model, unique, [item], true, tables)] : [];
  });
  const groups = model.attributes.flatMap((attribute): readonly DumpStatement[] => {
    const isUnique = attribute.name === 'unique';
    if (!isUnique && attribute.name !== 'index') return noteOther(attribute, tables);
    const given = argumentOf(attribute, 'fields');
    const items = given?.kind === 'list' ? given.items : given ? [given] : [];
    return [indexOf(model, attribute, items, isUnique, tables)];
  });
  return [...alone, ...groups];
}

/** What Prisma knows, and neither tables nor indexes follow from. */
const KNOWN: readonly string[] = ['id', 'map', 'schema', 'ignore'];

function noteOther({ name, line }: Attribute, { skip }: Tables): readonly never[] {
  if (!KNOWN.includes(name)) skip(line, `@@${name}`, 'crudgen does not know this attribute');
  return [];
}

function indexOf(
  model: Model,
  attribute: Attribute,
  items: readonly Value[],
  isUnique: boolean,
  { kind }: Tables,
): DumpStatement {
  const names = namesOf({ kind: 'list', items });
  const table = mappedName(model);
  const columns = names.map((name) => columnOf(model, name));
  const name = mapOf(attribute) ?? madeName([table, ...columns], isUnique ? 'key' : 'idx');
  const type = textOf(argumentOf(attribute, 'type'));
  const using = type === null || kind === 'sqlite' ? '' : ` USING ${type.toLowerCase()}`;
  const terms = items.map((item, at) => quoteName(columns[at]!) + termOf(item, kind));
  const where = whereOf(argumentOf(attribute, 'where'));
  return {
    line: attribute.line,
    sql: `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoteName(name)} ON ${tableName(model)}${using} (${terms.join(', ')})${where}`,
  };
}

/** The operators and the direction of a column in an index. */
function termOf(item: Value, kind: DatabaseKind): string {
  if (item.kind !== 'call') return '';
  const ops = argumentOf(item, 'ops');
  const raw = ops?.kind === 'call' ? textOf(ops.args[0]?.value) : null;
  const known = textOf(ops)
    ?.replace(/([a-z])([A-Z0-9])/g, '$1_$2')
    .toLowerCase();
  const operators = kind === 'sqlite' ? null : (raw ?? known);
  const isFalling = textOf(argumentOf(item, 'sort')) === 'Desc';
  return `${operators ? ` ${operators}` : ''}${isFalling ? ' DESC' : ''}`;
}

/** The condition of a partial index. */
function whereOf(value: Value | undefined): string {
  const sql = value?.kind === 'call' ? textOf(value.args[0]?.value) : null;
  return sql === null ? '' : ` WHERE ${sql}`;
}
