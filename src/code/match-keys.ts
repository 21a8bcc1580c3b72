import { camelCase } from '../model/names.js';
import { memberName } from './decorators.js';
import type { Entity } from './read-entity.js';
import type { Relation } from './read-relation.js';
import type { UnreadMember } from './unread-member.js';

/**
 * The entities, with what only the primary keys of other classes tell: the column of a relation without a name, and whether
 * a relation that names a column names the key. crudgen does not read a relation to another column.
 */
export function matchKeys(entities: readonly Entity[]): readonly Entity[] {
  const keys = new Map(entities.map((entity) => [entity.name, keyProperty(entity)]));
  return entities.map((entity) => {
    const relations = entity.relations.map((one) => named(one, keys.get(one.model ?? '') ?? 'id'));
    const other = relations.filter((one) => !refersToKeys(one, entity.name, keys));
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

/** A relation with the name that TypeORM gives to its column. */
const named = (relation: Relation, key: string): Relation =>
  relation.isNamed || relation.join === null || key === 'id'
    ? relation
    : { ...relation, join: camelCase(`${relation.property}_${key}`) };

const refersToKeys = (
  { ownKey, otherKey, model }: Relation,
  own: string,
  keys: ReadonlyMap<string, string>,
): boolean =>
  (ownKey === null || ownKey === (keys.get(own) ?? 'id')) &&
  (otherKey === null || otherKey === (keys.get(model ?? '') ?? 'id'));

const unreadRelation = ({ members }: Entity, { property }: Relation): UnreadMember => ({
  kind: 'unread',
  property,
  node: members.find((member) => memberName(member) === property)!,
  why: 'it refers to a column that is not the primary key',
  help: 'remove `referencedColumnName`, so that it refers to the primary key',
});
