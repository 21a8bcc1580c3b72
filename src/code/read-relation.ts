import type { JoinNames, Reference } from '../model/model.js';
import { camelCase, tableInSchema } from '../model/names.js';
import {
  type DecoratorCall,
  decoratorsOf,
  isWhole,
  decoratorOptions,
  relationTarget,
  stringOption,
  memberName,
} from './decorators.js';
import { readFieldOptions } from './field-options.js';
import { declaredName } from './find-declaration.js';
import type { Imports } from './imports.js';
import { isConstraint } from './read-constraint.js';
import { plainStatic, staticText, type Static } from './static-value.js';
import type { ts } from './typescript.js';

/** A relation property of an entity. */
export interface Relation {
  readonly kind: 'OneToOne' | 'OneToMany' | 'ManyToOne' | 'ManyToMany';
  readonly property: string;
  /** The target class; null where it is not a plain name. */
  readonly model: string | null;
  readonly inverse: string | null;
  /** The join column that this side owns. */
  readonly join: string | null;
  /** The join columns, if there are several, with the properties of the other class to which they lead. */
  readonly joins: readonly Join[] | null;
  /** Whether the code names the join column. */
  readonly isNamed: boolean;
  /** The columns to which a join table and a join column refer, if the code names them: of this class, and of the other class. */
  readonly ownKey: string | null;
  readonly otherKey: string | null;
  /** The property of the other class whose values its column has; null for the key. */
  readonly to: string | null;
  /** The join table names that this side owns, where they can be read. */
  readonly joinTable: JoinNames | null;
  /** Whether this side owns the relation. */
  readonly owns: boolean;
  readonly onDelete: Reference['onDelete'] | null;
  /** Whether no foreign key stands behind it: the relation of a view. */
  readonly isFree: boolean;
  readonly nullable: boolean;
  readonly index: boolean;
  readonly unique: boolean;
  /** Whether it holds the lines of a row: `@Field({ lines: true })`; null where that cannot be read. */
  readonly lines: boolean | null;
  /** What erasing a person does with its links, by its `@Field`; null without one. */
  readonly personal: string | null;
  /** Whether all its options can be read. */
  readonly whole: boolean;
}

/** A column of a relation that has several. */
export interface Join {
  readonly column: string;
  readonly to: string;
}

const ON_DELETE: Readonly<Record<string, Reference['onDelete']>> = {
  'SET NULL': 'set_null',
  RESTRICT: 'restrict',
  'NO ACTION': 'restrict',
  CASCADE: 'cascade',
};
const KINDS = ['OneToOne', 'OneToMany', 'ManyToOne', 'ManyToMany'] as const;

/** The names of a join table; null where some are left to TypeORM. */
function joinNames(join: DecoratorCall | undefined, schema: string | null): JoinNames | null {
  if (!join) return null;
  const table = stringOption(join, 'name');
  const ownColumn = joinColumnName(decoratorOptions(join).get('joinColumn'));
  const otherColumn = joinColumnName(decoratorOptions(join).get('inverseJoinColumn'));
  return table !== null && ownColumn !== null && otherColumn !== null
    ? {
        table: tableInSchema(stringOption(join, 'schema') ?? schema, table),
        ownColumn,
        otherColumn,
      }
    : null;
}

/** The name of a column of a join table. */
const joinColumnName = (option: Static | undefined): string | null =>
  option?.kind === 'object' && option.whole ? staticText(option.entries.get('name')) : null;

/** The columns of a list in `@JoinColumn`; null without one, and where it cannot be read. */
function joinsOf(join: DecoratorCall | undefined): readonly Join[] | null {
  const [list] = join?.args ?? [];
  if (list?.kind !== 'list' || list.items.length < 2) return null;
  const joins = list.items.flatMap((item): Join[] => {
    const column = item.kind === 'object' ? staticText(item.entries.get('name')) : null;
    const to = item.kind === 'object' ? staticText(item.entries.get('referencedColumnName')) : null;
    return column === null || to === null ? [] : [{ column, to }];
  });
  return joins.length === list.items.length ? joins : null;
}

/** The columns to which the columns of a relation refer. */
function keysOf(join: DecoratorCall | undefined): Pick<Relation, 'ownKey' | 'otherKey'> {
  if (!join) return { ownKey: null, otherKey: null };
  const options = decoratorOptions(join);
  const keyIn = (option: Static | undefined): string | null =>
    option?.kind === 'object' ? staticText(option.entries.get('referencedColumnName')) : null;
  return {
    ownKey: keyIn(options.get('joinColumn')),
    otherKey: stringOption(join, 'referencedColumnName') ?? keyIn(options.get('inverseJoinColumn')),
  };
}

/** A target by its declared name, behind `import { Project as P }`. */
function declared<T extends { readonly model: string | null }>(target: T, file: ts.SourceFile): T {
  return target.model === null ? target : { ...target, model: declaredName(file, target.model) };
}

/** Whether the storage options of a relation can be read. */
const isReadable = (call: DecoratorCall): boolean =>
  isWhole(call) &&
  ['nullable', 'onDelete', 'name', 'referencedColumnName'].every((key) => {
    const option = decoratorOptions(call).get(key);
    return option === undefined || option.kind === 'value';
  });

/** Whether what erasing a person does can be read, where a `@Field` says it. */
function tellsPlainly(call: DecoratorCall | undefined): boolean {
  const option = call && decoratorOptions(call).get('personal');
  return option === undefined || option.kind === 'value';
}

/** The `lines` of `@Field`. */
function linesIn(call: DecoratorCall | undefined): boolean | null {
  if (call === undefined) return false;
  const option = decoratorOptions(call).get('lines');
  if (option === undefined) return isWhole(call) ? false : null;
  return option.kind === 'value' ? plainStatic(option) === true : null;
}

/** Whether a property is said to hold lines. */
export const declaresLines = (member: ts.PropertyDeclaration, imports: Imports): boolean =>
  member.getText().includes('lines') &&
  linesIn(decoratorsOf(member, imports).find(({ name }) => name === 'Field')) === true;

/** Reads a property as a relation; null where it is not one. A join table is in the schema of the class if it names none. */
export function readRelation(
  member: ts.PropertyDeclaration,
  imports: Imports,
  schema: string | null = null,
): Relation | null {
  const decorators = decoratorsOf(member, imports);
  const call = decorators.find(({ name }) => KINDS.some((kind) => kind === name));
  const kind = KINDS.find((one) => one === call?.name);
  if (!call || !kind) return null;
  const property = memberName(member);
  const join = decorators.find(({ name }) => name === 'JoinColumn' || name === 'JoinTable');
  const owns = kind === 'ManyToOne' || (join !== undefined && kind !== 'OneToMany');
  // TypeORM's default name of a join column.
  const defaultName = owns ? camelCase(`${property}_id`) : null;
  const isMany = kind === 'ManyToMany';
  const joins = join?.name === 'JoinColumn' ? joinsOf(join) : null;
  const joinName = join && joins === null ? stringOption(join, 'name') : null;
  const field = decorators.find(({ name }) => name === 'Field');
  return {
    kind,
    property,
    ...declared(relationTarget(call), member.getSourceFile()),
    join: isMany || joins !== null ? null : (joinName ?? defaultName),
    joins,
    isNamed: joinName !== null,
    ...keysOf(joins === null ? join : undefined),
    // Only the other class tells (`match-keys.ts`).
    to: null,
    joinTable: isMany ? joinNames(join, schema) : null,
    owns,
    onDelete: ON_DELETE[stringOption(call, 'onDelete')?.toUpperCase() ?? ''] ?? null,
    isFree: plainStatic(decoratorOptions(call).get('createForeignKeyConstraints')) === false,
    nullable: plainStatic(decoratorOptions(call).get('nullable')) !== false,
    index: decorators.some(isConstraint('index', property)),
    unique: decorators.some(isConstraint('unique', property)),
    lines: linesIn(field),
    personal: readFieldOptions(field).personal,
    whole: [call, ...(join ? [join] : [])].every(isReadable) && tellsPlainly(field),
  };
}
