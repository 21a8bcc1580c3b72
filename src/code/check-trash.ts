import { quoteName } from '../model/quote.js';
import type { Problem } from '../problem.js';
import { decoratorsOf, memberName } from './decorators.js';
import type { Imports } from './imports.js';
import { errorAt } from './problem-at.js';
import type { Column } from './read-column.js';
import type { Entity } from './read-entity.js';

/**
 * Reports what a class with a trash declares as unique among all of its rows, while its migrations make it so among the rows that are
 * not in the trash; and a trash without a column for the moment of the deletion. The service would not start.
 */
export function trashProblems(
  entity: Entity,
  entities: readonly Entity[],
  imports: Imports,
): Problem[] {
  const { name, node, columns, options, unread } = entity;
  if (options.trash === undefined || unread.length > 0) return [];
  const mark = columns.find(({ kind }) => kind === 'deleted');
  if (!mark) {
    const message = `\`${name}\` has a trash, but no column for the moment of the deletion`;
    const help =
      'add one: `@DeleteDateColumn({ type: DATETIME, precision: 3 }) deleted_at!: Date | null`';
    return [errorAt(node, 'trash-column', message, help)];
  }
  const partial = `{ unique: true, where: '${quoteName(mark.column)} IS NULL' }`;
  const groups = decoratorsOf(node, imports).filter((one) => one.name === 'Unique');
  const whole = columns.filter((one) => isUniqueAmongAll(one, entity, entities));
  return [
    ...groups.map((one) =>
      errorAt(
        one.node,
        'trash-unique',
        `@Unique of \`${name}\` counts the rows in the trash, too`,
        `write @Index instead, with the same fields and ${partial}`,
      ),
    ),
    ...whole.map(({ property }) =>
      errorAt(
        entity.members.find((one) => memberName(one) === property) ?? node,
        'trash-unique',
        `\`${name}.${property}\` is unique among the rows in the trash, too`,
        `write @Index(${partial}) above it instead of \`unique: true\``,
      ),
    ),
  ];
}

/** Whether a column is declared unique among all rows, other than one that has to be: a key, a relation, and what others refer to. */
function isUniqueAmongAll(
  { unique, uniqueAmong, key, property, column }: Column,
  { name, relations }: Entity,
  entities: readonly Entity[],
): boolean {
  if (!unique || uniqueAmong !== undefined || key !== null) return false;
  const isJoined = relations.some(({ join }) => join === column || join === property);
  const isNamed = entities.some((one) =>
    one.relations.some(({ model, to }) => model === name && to === property),
  );
  return !isJoined && !isNamed;
}
