import type { DumpStatement } from '../dump/dump-statements.js';
import { quoteName } from '../../model/quote.js';
import { columnOf, madeName, namesOf } from './prisma-indexes.js';
import { columnSql } from './prisma-columns.js';
import { inSchema, tableName, type Tables } from './prisma-tables.js';
import {
  argumentOf,
  attributeOf,
  type Field,
  mappedName,
  type Model,
  schemaOf,
  textOf,
} from './prisma-schema.js';

/** A foreign key as a part of a table. */
interface KeySql {
  readonly line: number;
  readonly sql: string;
}

/** Whether relations are the client's alone, and the database has no foreign keys. */
const isOfClient = ({ schema: { datasource } }: Tables): boolean =>
  textOf(datasource.get('relationMode')) === 'prisma';

/** What becomes of a row when the other one is deleted or changed. */
const ACTIONS: Readonly<Record<string, string>> = {
  Cascade: 'CASCADE',
  Restrict: 'RESTRICT',
  NoAction: 'NO ACTION',
  SetNull: 'SET NULL',
  SetDefault: 'SET DEFAULT',
};

/** The foreign keys of a table. */
export function foreignKeys(model: Model, tables: Tables): readonly KeySql[] {
  if (isOfClient(tables)) return [];
  return model.fields.flatMap((field) => {
    const relation = attributeOf(field, 'relation');
    const own = namesOf(relation?.args.find(({ name }) => name === 'fields')?.value);
    const target = tables.schema.models.find(({ name }) => name === field.type);
    if (!relation || !target || own.length === 0) return [];
    const others = namesOf(argumentOf(relation, 'references'));
    const columns = own.map((name) => columnOf(model, name));
    const to = others.map((name) => quoteName(columnOf(target, name)));
    const given = textOf(relation.args.find(({ name }) => name === 'map')?.value);
    const name = given ?? madeName([mappedName(model), ...columns], 'fkey');
    const isOptional = own.every(
      (one) => model.fields.find((other) => other.name === one)?.isOptional,
    );
    const rule = (side: 'onDelete' | 'onUpdate', usual: string) =>
      ACTIONS[textOf(argumentOf(relation, side)) ?? ''] ?? usual;
    const sql =
      `CONSTRAINT ${quoteName(name)} FOREIGN KEY (${columns.map(quoteName).join(', ')}) ` +
      `REFERENCES ${tableName(target)} (${to.join(', ')}) ` +
      `ON DELETE ${rule('onDelete', isOptional ? 'SET NULL' : 'RESTRICT')} ON UPDATE ${rule('onUpdate', 'CASCADE')}`;
    return [{ line: field.line, sql }];
  });
}

/** Two models of which each has a list of the other: Prisma makes a table between them. */
interface Between {
  readonly line: number;
  readonly name: string;
  readonly sides: readonly [Model, Model];
}

/** The tables between models with lists of each other: `_AToB`, with the columns `A` and `B`. */
export function joinTables(tables: Tables): readonly DumpStatement[] {
  const found = tables.schema.models.flatMap((model) =>
    model.fields.flatMap((field) => betweenOf(model, field, tables) ?? []),
  );
  const once = new Map(found.map((one) => [one.name, one]));
  return [...once.values()].flatMap((one) => joinTable(one, tables));
}

const relationName = (field: Field): string | null =>
  textOf(argumentOf(attributeOf(field, 'relation'), 'name'));

function betweenOf(model: Model, field: Field, { schema }: Tables): Between | null {
  const other = schema.models.find(({ name }) => name === field.type);
  if (!other || !field.isList) return null;
  const name = relationName(field);
  const isBack = (one: Field) =>
    one !== field && one.type === model.name && relationName(one) === name;
  const backs = other.fields.filter(isBack);
  // A list in a list's place is the other side of many-to-many; a self-relation may be its own.
  if (backs.some(({ isList }) => !isList) || (backs.length === 0 && other !== model)) return null;
  const sides = [model, other].toSorted((one, two) => (one.name < two.name ? -1 : 1));
  const usual = sides.map((one) => one.name).join('To');
  return { line: field.line, name: `_${name ?? usual}`, sides: sides as [Model, Model] };
}

function joinTable({ line, name, sides }: Between, tables: Tables): readonly DumpStatement[] {
  const [first] = sides;
  const table = inSchema(schemaOf(first), name);
  const keys = sides.map((model) => keyOf(model, tables));
  const [a, b] = keys;
  if (!a || !b) {
    tables.skip(line, name, 'a table between models needs models with a key of one field');
    return [];
  }
  const key = (column: string, model: Model, to: string) =>
    `CONSTRAINT ${quoteName(`${name}_${column}_fkey`)} FOREIGN KEY (${quoteName(column)}) ` +
    `REFERENCES ${tableName(model)} (${quoteName(to)}) ON DELETE CASCADE ON UPDATE CASCADE`;
  const parts = [
    `"A" ${a.type} NOT NULL`,
    `"B" ${b.type} NOT NULL`,
    `CONSTRAINT ${quoteName(`${name}_AB_pkey`)} PRIMARY KEY ("A", "B")`,
    ...(isOfClient(tables) ? [] : [key('A', sides[0], a.column), key('B', sides[1], b.column)]),
  ];
  return [
    { line, sql: `CREATE TABLE ${table} (\n  ${parts.join(',\n  ')}\n)` },
    { line, sql: `CREATE INDEX ${quoteName(`${name}_B_index`)} ON ${table} ("B")` },
  ];
}

/** The key of a model that is one field: its column and its type, without what counts it. */
function keyOf(model: Model, tables: Tables) {
  const field = model.fields.find((one) => attributeOf(one, 'id'));
  const plain = field && { ...field, attributes: field.attributes.filter(isOfType) };
  const found = plain && columnSql(model, plain, { ...tables, skip: () => undefined });
  if (!field || !found) return null;
  const type = found.sql.slice(quoteName(mappedName(plain)).length).replace(/ NOT NULL$/, '');
  return { column: mappedName(field), type: type.trim() };
}

/** Attributes that say which type a column has. */
const isOfType = ({ name }: { readonly name: string }): boolean => name.startsWith('db.');
