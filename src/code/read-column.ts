import type { Field, ScalarType } from '../model/model.js';
import { defaultOf } from './column-default.js';
import { embeddedMembers, columnObstacle } from './column-obstacle.js';
import { addedType, columnType, itemType } from './column-type.js';
import {
  decoratorsOf,
  decoratorOptions,
  stringOption,
  type DecoratorCall,
  memberName,
} from './decorators.js';
import type { Imports } from './imports.js';
import { readFieldOptions } from './field-options.js';
import { keySource } from './read-key.js';
import type { UnreadMember } from './unread-member.js';
import { isConstraint, uniqueAmong } from './read-constraint.js';
import {
  isTrue,
  staticNumber,
  staticText,
  plainStatic,
  toStrings,
  type Static,
} from './static-value.js';
import type { ts } from './typescript.js';

/** The settings of a field that another part of its class declares: a relation, or the rules for its access. */
type Elsewhere = 'name' | 'type' | 'required' | 'reference' | 'stamp' | 'read' | 'write';

/** A property of an entity that is a column. */
export interface Column extends Omit<Field, Elsewhere> {
  readonly kind:
    'column' | 'id' | 'number' | 'created' | 'updated' | 'deleted' | 'version' | 'other';
  readonly property: string;
  readonly type: ScalarType;
  readonly nullable: boolean;
  readonly length: number | null;
  /** Whether it names the rows of its class in place of the primary key: `@Field({ id: true })`. */
  readonly namesRows?: true;
  /** Whether nobody sees it: `select: false`. */
  readonly isHidden?: true;
  /** The condition of the rows among which it is unique, where it is not among all of them. */
  readonly uniqueAmong?: string;
}

const KINDS: Readonly<Record<string, Column['kind']>> = {
  Column: 'column',
  PrimaryGeneratedColumn: 'id',
  PrimaryColumn: 'id',
  CreateDateColumn: 'created',
  UpdateDateColumn: 'updated',
  DeleteDateColumn: 'deleted',
  VersionColumn: 'version',
  VirtualColumn: 'other',
};

/** Property decorators that do not define a column. */
const NO_COLUMN = new Set([
  ...['OneToOne', 'OneToMany', 'ManyToOne', 'ManyToMany', 'JoinColumn', 'JoinTable'],
  ...['RelationId', 'RelationCount', 'TreeChildren', 'ForeignKey'],
  ...['Field', 'Index', 'Unique', 'Check', 'Exclusion', 'Generated'],
]);

/** Whether a column is unique over all rows: `@Field({ unique: 'global' })`. */
const isGlobal = (field: DecoratorCall | undefined): boolean =>
  field !== undefined && stringOption(field, 'unique') === 'global';

/** The values of `enum: ['a', 'b']`, and of `enum: Kind`. */
function enumValues(option: Static | undefined): readonly string[] {
  const values = option?.kind === 'object' ? [...option.entries.values()] : null;
  return toStrings(values ? { kind: 'list', items: values } : option) ?? [];
}

/** Whether a column is the integer `id` that the database counts, which is not a field. */
export const isPlainKey = ({ property, column, type, key }: Column): boolean =>
  property === 'id' && column === 'id' && type === 'integer' && key === 'database';

/** An accessor that is a column; else null. */
export function readAccessor(
  member: ts.AccessorDeclaration,
  imports: Imports,
): UnreadMember | null {
  const call = decoratorsOf(member, imports).find(({ name }) => Object.hasOwn(KINDS, name));
  if (!call) return null;
  const why = 'it is an accessor, not a property';
  return { kind: 'unread', property: memberName(member), node: call.node, why };
}

const unreadMember = (
  member: ts.PropertyDeclaration,
  { node }: DecoratorCall,
  why: string,
): UnreadMember => ({
  kind: 'unread',
  property: memberName(member),
  node,
  why,
});

/** A property with an unknown decorator that may define a column. */
function readOdd(
  member: ts.PropertyDeclaration,
  decorators: readonly DecoratorCall[],
): UnreadMember | null {
  const isRelation = decorators.some(({ name }) => /^(?:One|Many)To/.test(name));
  const odd = isRelation ? undefined : decorators.find(({ name }) => !NO_COLUMN.has(name));
  return odd ? unreadMember(member, odd, `the effect of @${odd.called} is unknown`) : null;
}

/** Reads a property as a column; null where it is not one. */
export function readColumn(
  member: ts.PropertyDeclaration,
  imports: Imports,
): Column | UnreadMember | null {
  const decorators = decoratorsOf(member, imports);
  const call = decorators.find(({ name }) => Object.hasOwn(KINDS, name));
  if (!call) return readOdd(member, decorators);
  const property = memberName(member);
  const field = decorators.find(({ name }) => name === 'Field');
  const made = call.name === 'Column' && decorators.find(({ name }) => name === 'Generated');
  const isCounted = made && (staticText(made.args[0]) ?? 'increment') === 'increment';
  const why =
    columnObstacle(call, field) ??
    (made && !isCounted ? 'crudgen supports @Generated for numbers that are counted only' : null);
  if (why !== null) return unreadMember(member, call, why);
  const options = decoratorOptions(call);
  const namesRows = field !== undefined && isTrue(decoratorOptions(field).get('id'));
  const isHidden = plainStatic(options.get('select')) === false;
  const kind = namesRows || isTrue(options.get('primary')) ? 'id' : KINDS[call.name]!;
  const added = addedType(options.get('transformer'));
  const items = itemType(call);
  const type = added?.type ?? (items === null ? columnType(member, call) : 'list');
  if (type === null && kind === 'column') {
    if (call.args[0]?.kind !== 'function')
      return unreadMember(member, call, 'the type of the column is unknown');
    const holds = embeddedMembers(member, property, imports);
    return { ...unreadMember(member, call, 'it is an embedded class'), holds };
  }
  const told = readFieldOptions(field);
  const among = uniqueAmong(decorators);
  return {
    kind,
    property,
    column: stringOption(call, 'name') ?? property,
    type: type ?? 'integer',
    native: added?.native ?? null,
    nullable: isTrue(options.get('nullable')),
    key: kind === 'id' ? keySource(member, decorators, call, imports) : null,
    unique: isTrue(options.get('unique')) || decorators.some(isConstraint('unique', property)),
    ...(among !== undefined && { uniqueAmong: among }),
    ...(namesRows && { namesRows }),
    ...(kind === 'id' && isHidden && { isHidden }),
    index: decorators.some(isConstraint('index', property)),
    uniqueGlobal: isGlobal(field),
    items,
    length: staticNumber(options.get('length')),
    itemLength: null,
    precision: staticNumber(options.get('precision')),
    scale: staticNumber(options.get('scale')),
    default: isCounted ? { kind: 'counted' } : defaultOf(options.get('default'), type),
    generated: staticText(options.get('asExpression')),
    ...told,
    max: added && added.type !== 'exact' ? added.max : told.max,
    values: told.values.length > 0 ? told.values : enumValues(options.get('enum')),
  };
}
