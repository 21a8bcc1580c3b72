import type { EntityMetadata } from 'typeorm';
import type { EventListenerType } from 'typeorm/metadata/types/EventListenerTypes.js';

/** The parts of an entity that only TypeORM's own reads and writes would respect, and what to write instead of each. */
export const checkEntity = (meta: EntityMetadata): readonly string[] => [
  ...checkListeners(meta),
  ...checkEmbedded(meta),
  ...checkInheritance(meta),
];

const checkListeners = ({ name, ownListeners }: EntityMetadata): readonly string[] =>
  ownListeners.map(
    ({ propertyName, type }) =>
      `${name}.${propertyName}: the service never calls @${pascal(type)}; ${INSTEAD[type](`${kebab(name)}.hooks.ts`)}`,
  );

const hook = (name: string, operation?: string) => (file: string) =>
  `write the hook \`${name}\` in ${file}${operation ? `, for the operation \`${operation}\`` : ''}`;
const noRecovery = () => 'delete it: the service restores no rows';

const INSTEAD: Readonly<Record<EventListenerType, (file: string) => string>> = {
  'before-insert': hook('beforeSave', 'create'),
  'after-insert': hook('afterSave', 'create'),
  'before-update': hook('beforeSave', 'update'),
  'after-update': hook('afterSave', 'update'),
  'before-remove': hook('beforeDelete'),
  'after-remove': hook('afterDelete'),
  'before-soft-remove': hook('beforeDelete'),
  'after-soft-remove': hook('afterDelete'),
  'before-recover': noRecovery,
  'after-recover': noRecovery,
  'after-load': () =>
    'write a computed field (`@Field({ computed })`), or the `transformer` of a column',
};

const checkEmbedded = ({ name, embeddeds }: EntityMetadata): readonly string[] =>
  embeddeds.map(({ propertyName, columnsFromTree }) => {
    const columns = columnsFromTree.map(({ databaseName }) => `\`${databaseName}\``).join(', ');
    return `${name}.${propertyName}: columns of an embedded class are not fields; write them in ${name}: ${columns}`;
  });

const checkInheritance = ({
  name,
  tableName,
  inheritancePattern,
  parentEntityMetadata,
}: EntityMetadata): readonly string[] =>
  inheritancePattern === undefined && (parentEntityMetadata as unknown) === undefined
    ? []
    : [
        `${name}: classes that share the table \`${tableName}\` are not models; write one class with the columns of all of them, or a table for each class`,
      ];

/** `before-insert` as `BeforeInsert`. */
const pascal = (text: string): string =>
  text.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The name of a model as in its files: `house-call` for `HouseCall`. */
const kebab = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
