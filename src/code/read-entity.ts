import { snakeCase } from '../model/names.js';
import { decoratorsOf, isWhole, stringOption, type DecoratorCall } from './decorators.js';
import { findDeclaration } from './find-declaration.js';
import { memberName } from './member-name.js';
import type { Opaque } from './opaque.js';
import { readAccessor, readColumn, type Column } from './read-column.js';
import { readConstraint, type Constraint } from './read-constraint.js';
import { readRelation, type Relation } from './read-relation.js';
import { typescript, type ts } from './typescript.js';

/** A class with `@Entity`, as its text says it. */
export interface Entity {
  readonly path: string;
  readonly node: ts.ClassDeclaration;
  readonly name: string;
  readonly table: string;
  readonly prefix: string | null;
  readonly label: string | null;
  readonly group: string | null;
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly columns: readonly Column[];
  readonly relations: readonly Relation[];
  /** Every property, those of the classes that it extends first, in the order of the text. */
  readonly members: readonly Member[];
  readonly opaque: readonly Opaque[];
}

/** The property that holds a column, for one that a constraint calls by its relation. */
function heldBy(name: string, columns: readonly Column[], relations: readonly Relation[]): string {
  const join = relations.find(({ property, owns }) => owns && property === name)?.join;
  if (join === undefined || join === null) return name;
  return (
    columns.find(({ column, property }) => [column, property].includes(join))?.property ?? join
  );
}

/** What stands over a class and cannot be read: computed options of the model, computed columns of a constraint. */
function opaqueOver(decorators: readonly DecoratorCall[], name: string): Opaque[] {
  return decorators.flatMap((one): Opaque[] => {
    const property = `@${one.name}`;
    const node = one.node;
    if (one.name === 'Model' && !isWhole(one))
      return [{ kind: 'opaque', property, node, why: 'its options are computed' }];
    const constraint = readConstraint(one);
    if (constraint?.kind === 'opaque') return [constraint];
    if (one.name === 'Entity' && tableOf(one, name) === null)
      return [{ kind: 'opaque', property, node, why: 'the name of its table is computed' }];
    return [];
  });
}

/** The same of the constraints over its members. */
const opaqueOverMembers = (members: readonly Member[]): Opaque[] =>
  members.flatMap((member) =>
    decoratorsOf(member).flatMap((one) => {
      const constraint = readConstraint(one, memberName(member));
      return constraint?.kind === 'opaque' ? [constraint] : [];
    }),
  );

/** The table that `@Entity` gives a class; null where that cannot be read. */
export function tableOf(entity: DecoratorCall, name: string): string | null {
  const [first] = entity.args;
  const said = first?.kind === 'object' ? first.entries.get('name') : first;
  if (said === undefined) return isWhole(entity) ? snakeCase(name) : null;
  return said.kind === 'value' && typeof said.value === 'string' ? said.value : null;
}

/** What an unnamed join table would have to say. */
const joinTableHelp = (table: string, property: string, model: string): string =>
  `its join table says not all of \`@JoinTable({ name: '${table}_${property}', joinColumn: { name: '${table}_id' }, inverseJoinColumn: { name: '${snakeCase(model)}_id' } })\``;

export type Member = ts.PropertyDeclaration;

/** The class that a class extends; null where it extends none, a string where that one cannot be read. */
function baseOf(node: ts.ClassDeclaration): ts.ClassDeclaration | string | null {
  const kit = typescript();
  const clause = node.heritageClauses?.find(({ token }) => token === kit.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0]?.expression;
  if (!base) return null;
  if (!kit.isIdentifier(base)) return base.getText();
  const found = findDeclaration(node.getSourceFile(), base.text);
  if (found && kit.isClassDeclaration(found)) return found;
  return base.text === 'BaseEntity' ? null : base.text;
}

/** The properties of a class, those of the classes that it extends first. */
function membersOf(
  node: ts.ClassDeclaration,
  depth = 0,
): { members: readonly Member[]; opaque: readonly Opaque[] } {
  const kit = typescript();
  const own = node.members.filter((member) => kit.isPropertyDeclaration(member));
  const base = depth > 8 ? null : baseOf(node);
  if (base === null) return { members: own, opaque: [] };
  if (typeof base === 'string') {
    const why = 'the class that it extends is computed, or not of this project';
    return { members: own, opaque: [{ kind: 'opaque', property: base, node, why, holds: null }] };
  }
  const { members, opaque } = membersOf(base, depth + 1);
  const names = new Set(own.map((member) => member.name.getText()));
  return {
    members: [...members.filter((member) => !names.has(member.name.getText())), ...own],
    opaque,
  };
}

/** The relations of a class that cannot be read, with what stands in the way. */
function unreadRelations(
  table: string,
  members: readonly Member[],
  relations: readonly Relation[],
): Opaque[] {
  return relations.filter(isUnread).map(({ property, model, whole }) => ({
    kind: 'opaque',
    property,
    node: members.find((member) => memberName(member) === property)!,
    why:
      model === null
        ? 'the class that it refers to is computed'
        : !whole
          ? 'its options are computed'
          : joinTableHelp(table, property, model),
  }));
}

const isUnread = ({ kind, model, owns, joinTable, whole }: Relation): boolean =>
  owns && (model === null || !whole || (kind === 'ManyToMany' && joinTable === null));

/** Reads a class as an entity; null where it is none. */
export function readEntity(path: string, node: ts.ClassDeclaration): Entity | null {
  const kit = typescript();
  const decorators = decoratorsOf(node);
  const entity = decorators.find(({ name }) => name === 'Entity');
  const name = node.name?.text;
  if (!entity || name === undefined) return null;
  const table = tableOf(entity, name) ?? snakeCase(name);
  const model = decorators.find((decorator) => decorator.name === 'Model');
  const { members, opaque } = membersOf(node);
  const accessors = node.members.filter((one) => kit.isAccessor(one)).map(readAccessor);
  const read = [...members.map(readColumn), ...accessors];
  const relations = members.flatMap((member) => readRelation(member) ?? []);
  const columns = read.flatMap((one) => (one && one.kind !== 'opaque' ? [one] : []));
  const groups = (kind: Constraint['kind']): string[][] =>
    decorators.flatMap((one) => {
      const constraint = readConstraint(one);
      if (constraint?.kind !== kind) return [];
      return [constraint.columns.map((column) => heldBy(column, columns, relations))];
    });
  return {
    path,
    node,
    name,
    table,
    prefix: model ? stringOption(model, 'prefix') : null,
    label: model ? stringOption(model, 'label') : null,
    group: model ? stringOption(model, 'group') : null,
    unique: groups('unique'),
    indexes: groups('index'),
    columns,
    relations: relations.filter((relation) => relation.model !== null && !isUnread(relation)),
    members,
    opaque: [
      ...opaque,
      ...read.flatMap((one) => (one?.kind === 'opaque' ? [one] : [])),
      ...unreadRelations(table, members, relations),
      ...opaqueOver(decorators, name),
      ...opaqueOverMembers(members),
    ],
  };
}
