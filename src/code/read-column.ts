import type { Default, FieldSource, ScalarType, Total } from '../model/model.js';
import { totalIn } from '../model/totals.js';
import { defaultOf } from './column-default.js';
import { embeddedMembers, columnObstacle } from './column-obstacle.js';
import { columnType } from './column-type.js';
import {
  decoratorsOf,
  decoratorOptions,
  stringOption,
  type DecoratorCall,
  memberName,
} from './decorators.js';
import type { UnreadMember } from './unread-member.js';
import { isConstraint } from './read-constraint.js';
import { plainStatic, staticText, toStrings, type Static } from './static-value.js';
import type { ts } from './typescript.js';

/** A property of an entity that is a column. */
export interface Column {
  readonly kind: 'column' | 'id' | 'created' | 'updated' | 'deleted' | 'version' | 'other';
  readonly property: string;
  readonly column: string;
  readonly type: ScalarType;
  readonly nullable: boolean;
  readonly unique: boolean;
  /** Unique over all rows: `@Field({ unique: 'global' })`. */
  readonly uniqueGlobal: boolean;
  readonly index: boolean;
  readonly search: 'trigram' | null;
  readonly length: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly default: Default | null;
  readonly values: readonly string[];
  readonly enforce: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly format: 'email' | 'url' | null;
  readonly pattern: string | null;
  readonly patternMessage: string | null;
  readonly unit: string | null;
  readonly from: FieldSource | null;
  readonly total: Total | null;
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

const numberIn = (options: ReadonlyMap<string, Static>, name: string): number | null => {
  const value = Number(plainStatic(options.get(name)));
  return Number.isFinite(value) ? value : null;
};

const isTrue = (option: Static | undefined): boolean => plainStatic(option) === true;

type FieldFact =
  | 'values'
  | 'enforce'
  | 'min'
  | 'max'
  | 'format'
  | 'pattern'
  | 'patternMessage'
  | 'unit'
  | 'from'
  | 'total'
  | 'uniqueGlobal'
  | 'search';

/** The settings of `@Field`. */
function fieldFacts(call: DecoratorCall | undefined): Pick<Column, FieldFact> {
  const options = call ? decoratorOptions(call) : new Map<string, Static>();
  const format = plainStatic(options.get('format'));
  return {
    values: toStrings(options.get('values')) ?? [],
    enforce: isTrue(options.get('enforce')),
    min: numberIn(options, 'min'),
    max: numberIn(options, 'max'),
    format: format === 'email' || format === 'url' ? format : null,
    pattern: staticText(options.get('pattern')),
    patternMessage: staticText(options.get('patternMessage')),
    unit: staticText(options.get('unit')),
    from: sourceIn(staticText(options.get('from'))),
    total: totalIn(staticText(options.get('total'))),
    uniqueGlobal: plainStatic(options.get('unique')) === 'global',
    search: plainStatic(options.get('search')) === 'trigram' ? 'trigram' : null,
  };
}

/** `part.price`; of what is not written so, all is a relation without a field, which is reported. */
function sourceIn(text: string | null): FieldSource | null {
  if (text === null) return null;
  const [, relation = text, field = ''] = /^(\w+)\.(\w+)$/.exec(text) ?? [];
  return { relation, field };
}

/** The values of `enum: ['a', 'b']`, and of `enum: Kind`. */
function enumValues(option: Static | undefined): readonly string[] {
  const values = option?.kind === 'object' ? [...option.entries.values()] : null;
  return toStrings(values ? { kind: 'list', items: values } : option) ?? [];
}

/** An accessor that is a column; else null. */
export function readAccessor(member: ts.AccessorDeclaration): UnreadMember | null {
  const call = decoratorsOf(member).find(({ name }) => Object.hasOwn(KINDS, name));
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
export function readColumn(member: ts.PropertyDeclaration): Column | UnreadMember | null {
  const decorators = decoratorsOf(member);
  const call = decorators.find(({ name }) => Object.hasOwn(KINDS, name));
  if (!call) return readOdd(member, decorators);
  const property = memberName(member);
  const field = decorators.find(({ name }) => name === 'Field');
  const isMade = call.name === 'Column' && decorators.some(({ name }) => name === 'Generated');
  const why =
    columnObstacle(call, field) ?? (isMade ? 'crudgen does not support @Generated' : null);
  if (why !== null) return unreadMember(member, call, why);
  const options = decoratorOptions(call);
  const kind = isTrue(options.get('primary')) ? 'id' : KINDS[call.name]!;
  const type = columnType(member, call);
  if (type === null && kind === 'column') {
    if (call.args[0]?.kind !== 'function')
      return unreadMember(member, call, 'the type of the column is unknown');
    const holds = embeddedMembers(member, property);
    return { ...unreadMember(member, call, 'it is an embedded class'), holds };
  }
  const facts = fieldFacts(field);
  return {
    kind,
    property,
    column: stringOption(call, 'name') ?? property,
    type: type ?? 'integer',
    nullable: isTrue(options.get('nullable')),
    unique: isTrue(options.get('unique')) || decorators.some(isConstraint('unique', property)),
    index: decorators.some(isConstraint('index', property)),
    length: numberIn(options, 'length'),
    precision: numberIn(options, 'precision'),
    scale: numberIn(options, 'scale'),
    default: defaultOf(options.get('default')),
    ...facts,
    values: facts.values.length > 0 ? facts.values : enumValues(options.get('enum')),
  };
}
