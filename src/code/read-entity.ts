import type { ClassOptions } from '../model/model.js';
import { schemaName, snakeCase, tableInSchema } from '../model/names.js';
import { quoteName } from '../model/quote.js';
import { readClassOptions } from './class-options.js';
import {
  decoratorOptions,
  decoratorsOf,
  isEntity,
  isWhole,
  type DecoratorCall,
  memberName,
} from './decorators.js';
import { findDeclaration } from './find-declaration.js';
import type { Imports } from './imports.js';
import type { UnreadMember } from './unread-member.js';
import { readAccessor, readColumn, type Column } from './read-column.js';
import { checkOf, readConstraint, type Constraint } from './read-constraint.js';
import { readRelation, type Relation } from './read-relation.js';
import { staticText } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** A class with `@Entity` or `@ViewEntity`, as written. */
export interface Entity {
  readonly path: string;
  readonly node: ts.ClassDeclaration;
  readonly name: string;
  readonly table: string;
  /** Whether its rows are only read: `@ViewEntity`. */
  readonly isReadOnly: boolean;
  /** What `@Model` says of it. */
  readonly options: ClassOptions;
  /** Conditions that the database checks, by name. */
  readonly checks: Readonly<Record<string, string>>;
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly columns: readonly Column[];
  readonly relations: readonly Relation[];
  /** Every property, those of base classes first, in source order. */
  readonly members: readonly Member[];
  readonly unread: readonly UnreadMember[];
}

/** The property of a column that a constraint names by its relation. */
function heldBy(name: string, columns: readonly Column[], relations: readonly Relation[]): string {
  const join = relations.find(({ property, owns }) => owns && property === name)?.join;
  if (join === undefined || join === null) return name;
  return (
    columns.find(({ column, property }) => [column, property].includes(join))?.property ?? join
  );
}

/** Class decorators whose options are computed. */
const unreadOver = (decorators: readonly DecoratorCall[], name: string): UnreadMember[] =>
  decorators.flatMap((one): UnreadMember[] => {
    const unread = { kind: 'unread', property: `@${one.name}`, node: one.node } as const;
    if (one.name === 'Model' && !isWhole(one))
      return [{ ...unread, why: 'its options are computed at run time' }];
    return isEntity(one) && entityTable(one, name) === null
      ? [{ ...unread, why: 'the name of its table is computed at run time' }]
      : [];
  });

const isUnreadMember = (one: { readonly kind: string } | null): one is UnreadMember =>
  one?.kind === 'unread';

/** The table of an `@Entity`; null where it cannot be read. */
export function entityTable(entity: DecoratorCall, name: string): string | null {
  const [first] = entity.args;
  const given = first?.kind === 'object' ? first.entries.get('name') : first;
  const table = given === undefined && isWhole(entity) ? snakeCase(name) : staticText(given);
  const schema = decoratorOptions(entity).get('schema');
  if (table === null || schema === undefined) return table;
  const known = staticText(schema);
  return known === null ? null : tableInSchema(known, table);
}

/** The names that an unnamed join table needs. */
const joinTableHelp = (table: string, property: string, model: string): string =>
  `write all names of the join table: \`@JoinTable({ name: '${table}_${property}', joinColumn: { name: '${table}_id' }, inverseJoinColumn: { name: '${snakeCase(model)}_id' } })\``;

export type Member = ts.PropertyDeclaration;

/** The base class; null without one, its text where it cannot be read. */
function baseOf(node: ts.ClassDeclaration, imports: Imports): ts.ClassDeclaration | string | null {
  const ts = typescript();
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0]?.expression;
  if (!base) return null;
  if (!ts.isIdentifier(base)) return base.getText();
  const found = findDeclaration(node.getSourceFile(), base.text, imports);
  if (found && ts.isClassDeclaration(found)) return found;
  return base.text === 'BaseEntity' ? null : base.text;
}

/** The properties of a class, those of base classes first. */
function classMembers(
  node: ts.ClassDeclaration,
  imports: Imports,
  depth = 0,
): { members: readonly Member[]; unread: readonly UnreadMember[] } {
  const ts = typescript();
  const own = node.members.filter((member) => ts.isPropertyDeclaration(member));
  const base = depth > 8 ? null : baseOf(node, imports);
  if (base === null) return { members: own, unread: [] };
  if (typeof base === 'string') {
    const why = 'its base class is computed at run time or is not part of this project';
    return { members: own, unread: [{ kind: 'unread', property: base, node, why, holds: null }] };
  }
  const { members, unread } = classMembers(base, imports, depth + 1);
  const names = new Set(own.map((member) => member.name.getText()));
  return {
    members: [...members.filter((member) => !names.has(member.name.getText())), ...own],
    unread,
  };
}

/** The relations of a class that cannot be read, and why. */
function unreadRelations(
  table: string,
  members: readonly Member[],
  relations: readonly Relation[],
): UnreadMember[] {
  return relations.filter(isUnreadRelation).map(({ property, model, whole }) => ({
    kind: 'unread',
    property,
    node: members.find((member) => memberName(member) === property)!,
    why:
      model === null
        ? 'its target class is computed at run time'
        : !whole
          ? 'its options are computed at run time'
          : joinTableHelp(table, property, model),
  }));
}

const isUnreadRelation = ({ kind, model, owns, joinTable, whole }: Relation): boolean =>
  owns && (model === null || !whole || (kind === 'ManyToMany' && joinTable === null));

/** The condition of rows that are not in the trash; null without a trash. */
const livingIn = (
  { trash }: ClassOptions,
  columns: readonly Pick<Column, 'kind' | 'column'>[],
): string | null => {
  const mark = trash === undefined ? undefined : columns.find(({ kind }) => kind === 'deleted');
  return mark ? `${quoteName(mark.column)} IS NULL` : null;
};

/** A column that is unique among the rows that are not in the trash is unique for the model. */
const uniqueWithin = (column: Column, living: string | null): Column =>
  living !== null && column.uniqueAmong === living ? { ...column, unique: true } : column;

/** The columns of a class whose rows are named by another one than its primary key, which is their number then. */
const withRowNumber = (columns: readonly Column[]): readonly Column[] =>
  columns.some(({ namesRows }) => namesRows)
    ? columns.map((one) =>
        one.kind === 'id' && !one.namesRows
          ? { ...one, kind: 'number', key: null, default: { kind: 'counted' } }
          : one,
      )
    : columns;

/** The member with one of some names, else the class: where a problem with them is told. */
export const memberOf = (
  { members, node }: Pick<Entity, 'members' | 'node'>,
  ...names: readonly (string | undefined)[]
): ts.Node => members.find((one) => names.includes(memberName(one))) ?? node;

/** Reads a class as an entity; null where it is not one. */
export function readEntity(
  path: string,
  node: ts.ClassDeclaration,
  imports: Imports,
): Entity | null {
  const ts = typescript();
  const decorators = decoratorsOf(node, imports);
  const entity = decorators.find(isEntity);
  const name = node.name?.text;
  if (!entity || name === undefined) return null;
  const table = entityTable(entity, name) ?? snakeCase(name);
  const model = decorators.find((decorator) => decorator.name === 'Model');
  const { members, unread } = classMembers(node, imports);
  const accessors = node.members.filter((one) => ts.isAccessor(one));
  const read = [
    ...members.map((member) => readColumn(member, imports)),
    ...accessors.map((accessor) => readAccessor(accessor, imports)),
  ];
  const relations = members.flatMap(
    (member) => readRelation(member, imports, schemaName(table)) ?? [],
  );
  const isReadOnly = entity.name === 'ViewEntity';
  const keyed = read
    .flatMap((one) => (one && one.kind !== 'unread' ? [one] : []))
    .map((one) => (isReadOnly && one.key !== null ? { ...one, key: 'given' as const } : one));
  const columns = withRowNumber(keyed);
  const options = readClassOptions(model);
  const living = livingIn(options, columns);
  const constraints = decorators.map((one) => readConstraint(one, null, living));
  const ofMembers = members.flatMap((member) =>
    decoratorsOf(member, imports).map((one) => readConstraint(one, memberName(member), living)),
  );
  const groups = (kind: Constraint['kind']): string[][] =>
    constraints.flatMap((one) =>
      one?.kind === kind ? [one.columns.map((column) => heldBy(column, columns, relations))] : [],
    );
  return {
    path,
    node,
    name,
    table,
    isReadOnly,
    options,
    checks: Object.fromEntries(decorators.map(checkOf).filter((one) => one !== null)),
    unique: groups('unique'),
    indexes: groups('index'),
    columns: columns.map((one) => uniqueWithin(one, living)),
    relations: relations.filter(
      (relation) => relation.model !== null && !isUnreadRelation(relation),
    ),
    members,
    unread: [
      ...unread,
      ...read.filter(isUnreadMember),
      ...unreadRelations(table, members, relations),
      ...unreadOver(decorators, name),
      ...[...constraints, ...ofMembers].filter(isUnreadMember),
    ],
  };
}
