import { BUILT_IN } from '../model/built-in.js';
import { isAlone } from '../model/constraints.js';
import { STRING_LENGTH } from '../model/columns.js';
import { KEY_TYPES, type KeyType, PART_TYPES } from '../model/keys.js';
import type { App } from '../model/model.js';
import type { Problem } from '../problem.js';
import { keysIn, relationOf } from './build-model.js';
import { decoratorOptions, decoratorsOf, memberName } from './decorators.js';
import type { Imports } from './imports.js';
import { errorAt } from './problem-at.js';
import { isPlainKey, type Column } from './read-column.js';
import { type Entity, memberOf } from './read-entity.js';

const KEY_HELP =
  'use a whole number, a bigint, a UUID or a text, or several columns that the client gives: crudgen help ids\n' +
  'to keep the class out of the service, list its table under `ignore` in crudgen.json';

/** Reports a primary key that the service cannot use, unless it may be in code that cannot be read. */
export function keyProblems(entity: Entity, imports: Imports): Problem[] {
  const keys = keysIn(entity);
  if (entity.isReadOnly && keys.length === 0) return idProblems(entity);
  const faultOf = keys.length > 1 ? partFault : keyFault;
  return keys.flatMap((key) => {
    const why = faultOf(entity, key, imports) ?? numberFault(entity, key);
    if (why === null) return [];
    const message = `the primary key of \`${entity.name}\` ${why}, which the service cannot use`;
    return [errorAt(memberOf(entity, key.property), 'primary-key', message, KEY_HELP)];
  });
}

/** Reports a property that looks like the id of rows that have none. */
const idProblems = (entity: Entity): Problem[] =>
  entity.columns
    .filter(({ property }) => property === 'id')
    .map(({ property }) =>
      errorAt(
        memberOf(entity, property),
        'primary-key',
        `\`${entity.name}\` is a @ViewEntity whose \`id\` is no key`,
        "write @PrimaryColumn in place of @Column if its values are unique, or rename the property and write `name: 'id'` in the options of its column",
      ),
    );

/** Reports a key of an unknown table that cannot be read: its table would get an integer `id`. */
export function unreadKeyProblems({ name, table, unread }: Entity, known: App | null): Problem[] {
  if (known?.models.some((model) => model.table === table)) return [];
  return unread
    .filter(({ property, node }) => property !== 'id' && /^@(?:\w+\.)?Primary/.test(node.getText()))
    .map(({ property, node, why }) => {
      const message = `the primary key \`${name}.${property}\` cannot be read: ${why}`;
      return errorAt(node, 'primary-key', message, 'write its options as plain values');
    });
}

const IN_BUILT_IN = 'is not the whole number `id` of this built-in class';

function keyFault(entity: Entity, key: Column, imports: Imports): string | null {
  if (isInBuiltIn(entity) && !isPlainKey(key)) return IN_BUILT_IN;
  if (!KEY_TYPES.includes(key.type)) return `is a ${key.type}`;
  if (isLong(key)) return `is longer than ${STRING_LENGTH} characters`;
  if (hasDefault(entity, key, imports)) return 'has a default in the database';
  return key.property !== 'id' && hasOtherId(entity, key)
    ? `is \`${key.property}\`, and another column is called \`id\``
    : null;
}

/** Why a column cannot name rows beside a primary key that is their number; null where it can, and where the key is the primary one. */
function numberFault(
  { columns, unique }: Entity,
  { property, namesRows, ...key }: Column,
): string | null {
  if (!namesRows) return null;
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const isCounted = numbers.length === 1 && ['integer', 'bigint'].includes(numbers[0]!.type);
  if (!isCounted) return `is \`${property}\`, which has no primary key beside it that counts`;
  return key.nullable || !(key.unique || isAlone(unique, property))
    ? `is \`${property}\`, which is not unique by itself, or may be null`
    : null;
}

/** Why a column of a primary key of several columns cannot be one. */
function partFault(entity: Entity, part: Column, imports: Imports): string | null {
  if (isInBuiltIn(entity)) return IN_BUILT_IN;
  const name = `\`${part.property}\``;
  if (part.property === 'id')
    return 'has a column `id` beside others, but the `id` of a row is made up of all of them';
  if (!PART_TYPES.includes(part.type)) return `has the column ${name}, a ${part.type}`;
  if (part.key !== 'given') return `has the generated column ${name} beside others`;
  if (isLong(part)) return `has the column ${name} of more than ${STRING_LENGTH} characters`;
  if (hasDefault(entity, part, imports)) return `has the column ${name} with a default`;
  return part === keysIn(entity)[0] && hasOtherId(entity, part)
    ? 'has several columns, and another column is called `id`'
    : null;
}

const isInBuiltIn = ({ table }: Entity): boolean => Object.values(BUILT_IN).includes(table);

const isLong = ({ length }: Column): boolean => (length ?? 0) > STRING_LENGTH;

const hasOtherId = ({ columns }: Entity, column: Column): boolean =>
  columns.some((one) => one !== column && one.property === 'id');

/** Whether the database makes the values of a key by a default. */
const hasDefault = ({ members }: Entity, { property }: Column, imports: Imports): boolean =>
  members
    .filter((one) => memberName(one) === property)
    .flatMap((one) => decoratorsOf(one, imports))
    .some((one) => decoratorOptions(one).has('default'));

/** Reports columns of references whose type differs from the key to which they lead. */
export function referenceProblems(entity: Entity, entities: readonly Entity[]): Problem[] {
  return entity.columns.flatMap((column) => {
    const isHeld = column.kind === 'column' || column.kind === 'id';
    const relation = isHeld ? relationOf(entity, column) : undefined;
    const target = relation?.model;
    const key = target ? keyTypeIn(entities, target, relation.to) : null;
    if (!target || key === null || isLike(column, key)) return [];
    const place = `${entity.name}.${column.property}`;
    const named =
      relation.to === null ? `the primary key of \`${target}\`` : `\`${target}.${relation.to}\``;
    const message = `\`${place}\` is ${spoken(column)}, but ${named} is ${spoken(key)}`;
    const type = key.type === 'integer' ? 'number' : 'string';
    const like = columnLike(key, column.kind === 'id' ? 'PrimaryColumn' : 'Column');
    const help = `write \`${like}\`, and the type \`${column.nullable ? `${type} | null` : type}\``;
    return [errorAt(memberOf(entity, column.property), 'key-type', message, help)];
  });
}

/** The type of the primary key of a class, or of another column of it; null if the class or one such column cannot be read. */
function keyTypeIn(
  entities: readonly Entity[],
  className: string,
  to: string | null,
): KeyType | null {
  const entity = entities.find(({ name }) => name === className);
  if (entity === undefined) return Object.hasOwn(BUILT_IN, className) ? { type: 'integer' } : null;
  const isNamed = ({ property }: Column) => property === to;
  const [key, second] = to === null ? keysIn(entity) : entity.columns.filter(isNamed);
  // A column that nobody sees is not a target.
  if (key === undefined || second !== undefined || key.isHidden) return null;
  const type = key.type as KeyType['type'];
  return type === 'string' ? { type, length: lengthOf(key) } : { type };
}

const lengthOf = ({ length }: { readonly length?: number | null }): number =>
  length ?? STRING_LENGTH;

/** Whether a column can hold the values of a key. A bigint has room for integers. */
const isLike = (column: Column, key: KeyType): boolean =>
  (column.type === key.type && (key.type !== 'string' || lengthOf(column) === lengthOf(key))) ||
  (column.type === 'bigint' && key.type === 'integer');

const spoken = (one: Pick<Column, 'type'> & { readonly length?: number | null }): string =>
  one.type === 'string'
    ? `a text of ${lengthOf(one)} characters`
    : `${one.type === 'integer' ? 'an' : 'a'} ${one.type}`;

/** The decorator of a column that refers to such a key. */
function columnLike({ type, length }: KeyType, decorator: 'Column' | 'PrimaryColumn'): string {
  if (type === 'string') return `@${decorator}('varchar', { length: ${length} })`;
  const rest = type === 'bigint' ? "'bigint', { transformer: BIGINT }" : `'${type}'`;
  return `@${decorator}(${rest})`;
}
