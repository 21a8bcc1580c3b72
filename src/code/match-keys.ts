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
  return entities.map((entity) => {
    const relations = entity.relations.map((one) =>
      resolved(one, keys.get(one.model ?? '') ?? 'id'),
    );
    const other = relations.filter((one) => !isOfKeys(one, entity.name, keys));
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
      unread: [...entity.unread, ...other.map((one) => unreadRelation(entity, one))],
    };
  });
}

const keyProperty = ({ columns }: Entity): string =>
  columns.find(({ kind }) => kind === 'id')?.property ?? 'id';

/** A relation to one row with the other column to which it leads, and the name that TypeORM gives to its column. */
function resolved(relation: Relation, key: string): Relation {
  const { isNamed, join, property, otherKey } = relation;
  if (join === null) return relation;
  const to = otherKey === key ? null : otherKey;
  if (to === relation.to && (isNamed || (to ?? key) === 'id')) return relation;
  return { ...relation, to, ...(!isNamed && { join: camelCase(`${property}_${to ?? key}`) }) };
}

const isOfKeys = (
  { kind, ownKey, otherKey, model }: Relation,
  own: string,
  keys: ReadonlyMap<string, string>,
): boolean =>
  kind !== 'ManyToMany' ||
  ((ownKey === null || ownKey === (keys.get(own) ?? 'id')) &&
    (otherKey === null || otherKey === (keys.get(model ?? '') ?? 'id')));

const unreadRelation = ({ members }: Entity, { property }: Relation): UnreadMember => ({
  kind: 'unread',
  property,
  node: members.find((member) => memberName(member) === property)!,
  why: 'its join table refers to a column that is not the primary key',
  help: 'remove `referencedColumnName`, so that it refers to the primary key',
});
