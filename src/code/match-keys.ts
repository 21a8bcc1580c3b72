import { camelCase } from '../model/names.js';
import { memberName } from './decorators.js';
import type { Entity } from './read-entity.js';
import type { Relation } from './read-relation.js';
import type { UnreadMember } from './unread-member.js';

/**
 * The entities, with what only the primary keys of other classes tell: the column of a relation without a name, and whether
 * a relation that names a column names the key. crudgen does not read a join table of other columns.
 */
export function matchKeys(entities: readonly Entity[]): readonly Entity[] {
  const keys = new Map(entities.map((entity) => [entity.name, keyProperty(entity)]));
  const primary = new Map(entities.map((entity) => [entity.name, primaryProperty(entity)]));
  const wholeKeys = new Map(entities.map((entity) => [entity.name, keyProperties(entity)]));
  return entities.map((entity) => {
    const relations = entity.relations.map((one) =>
      one.joins === null
        ? resolved(one, keys.get(one.model ?? '') ?? 'id', primary.get(one.model ?? ''))
        : inOrderOfKey(one, wholeKeys.get(one.model ?? '') ?? []),
    );
    const other = relations.filter(
      (one) =>
        !isOfKeys(one, entity.name, { keys, primary }) ||
        !isOfWholeKey(one, wholeKeys.get(one.model ?? ''), entity),
    );
    const isSame = relations.every((one, at) => one === entity.relations[at]);
    if (isSame && other.length === 0) return entity;
    const joins = new Map(relations.map(({ join }, at) => [entity.relations[at]!.join, join]));
    const renamed = (groups: Entity['unique']) =>
      groups.map((group) => group.map((name) => joins.get(name) ?? name));
    return {
      ...entity,
      unique: renamed(entity.unique),
      indexes: renamed(entity.indexes),
      relations: relations.filter((one) => !other.includes(one)),
      unread: [...entity.unread, ...other.map((one) => unreadRelation(entity, one, keys))],
    };
  });
}

const keyProperty = ({ columns }: Entity): string =>
  columns.find(({ kind }) => kind === 'id')?.property ?? 'id';

/** The property to which relations lead that name no other. */
const primaryProperty = (entity: Entity): string =>
  entity.columns.find(({ kind }) => kind === 'number')?.property ?? keyProperty(entity);

const keyProperties = ({ columns }: Entity): readonly string[] =>
  columns.flatMap(({ kind, property }) => (kind === 'id' ? [property] : []));

/** A relation of several columns with these in the order of the key to which they lead. */
function inOrderOfKey(relation: Relation, key: readonly string[]): Relation {
  const place = ({ to }: { readonly to: string }) => key.indexOf(to);
  const joins = relation.joins!.toSorted((one, other) => place(one) - place(other));
  const isSame = joins.every((one, at) => one === relation.joins![at]);
  return isSame ? relation : { ...relation, joins };
}

/** Whether the columns of a relation are columns of its table and lead to a whole key, unless the other class cannot be read. */
function isOfWholeKey(
  { joins, kind }: Relation,
  key: readonly string[] | undefined,
  { columns }: Entity,
): boolean {
  if (joins === null || key === undefined) return true;
  const isColumn = ({ column }: { readonly column: string }) =>
    columns.some((one) => one.column === column);
  return (
    kind === 'ManyToOne' && joins.every(isColumn) && joins.map(({ to }) => to).join() === key.join()
  );
}

/** A relation to one row with the other column to which it leads, and the name that TypeORM gives to its column. */
function resolved(relation: Relation, key: string, primary = key): Relation {
  const { isNamed, join, otherKey } = relation;
  if (join === null) return relation;
  const property = otherKey ?? primary;
  const to = property === key ? null : property;
  if (to === relation.to && (isNamed || property === 'id')) return relation;
  return {
    ...relation,
    to,
    ...(!isNamed && { join: camelCase(`${relation.property}_${property}`) }),
  };
}

/** The properties of classes that name their rows, and those to which relations lead by themselves. */
interface Named {
  readonly keys: ReadonlyMap<string, string>;
  readonly primary: ReadonlyMap<string, string>;
}

function isOfKeys(
  { kind, owns, ownKey, otherKey, model }: Relation,
  own: string,
  { keys, primary }: Named,
): boolean {
  const isKey = (given: string | null, name: string): boolean =>
    (given ?? primary.get(name) ?? 'id') === (keys.get(name) ?? 'id');
  return kind !== 'ManyToMany' || !owns || (isKey(ownKey, own) && isKey(otherKey, model ?? ''));
}

const unreadRelation = (
  { members, name }: Entity,
  { property, joins, model }: Relation,
  keys: Named['keys'],
): UnreadMember => ({
  kind: 'unread',
  property,
  node: members.find((member) => memberName(member) === property)!,
  ...(joins === null
    ? ofTable([name, model ?? ''].map((one) => keys.get(one) ?? 'id'))
    : OF_COLUMNS),
});

const ofTable = ([own, other]: readonly string[]) => ({
  why: 'its join table refers to a column that does not name rows',
  help: `write \`referencedColumnName: '${own}'\` in its \`joinColumn\` and '${other}' in its \`inverseJoinColumn\``,
});

const OF_COLUMNS = {
  why: 'its columns do not lead to the whole primary key of the other class',
  help: 'write `@ManyToOne`, and in `@JoinColumn` a column of this class for each part of that key',
};
