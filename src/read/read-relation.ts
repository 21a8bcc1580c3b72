import type { Reference } from '../model/model.js';
import { decoratorsOf, optionsOf, relationTarget, stringOption } from './decorators.js';
import { typescript, type ts } from './typescript.js';

/** A property of an entity that refers to other entities. */
export interface Relation {
  readonly kind: 'OneToOne' | 'OneToMany' | 'ManyToOne' | 'ManyToMany';
  readonly property: string;
  /** The class referred to; null where it is not a plain name. */
  readonly model: string | null;
  readonly inverse: string | null;
  /** The join column that this side owns; for a many-to-many its join table. */
  readonly join: string | null;
  /** Whether this side holds the reference. */
  readonly owns: boolean;
  readonly onDelete: Reference['onDelete'] | null;
  readonly nullable: boolean;
  readonly index: boolean;
}

const ON_DELETE: Readonly<Record<string, Reference['onDelete']>> = {
  'SET NULL': 'set_null',
  RESTRICT: 'restrict',
  'NO ACTION': 'restrict',
  CASCADE: 'cascade',
};
const KINDS = ['OneToOne', 'OneToMany', 'ManyToOne', 'ManyToMany'] as const;

/** Reads a property as a relation; null where it is none. */
export function readRelation(member: ts.PropertyDeclaration): Relation | null {
  const decorators = decoratorsOf(member);
  const call = decorators.find(({ name }) => KINDS.some((kind) => kind === name));
  const kind = KINDS.find((one) => one === call?.name);
  if (!call || !kind) return null;
  const property = typescript().isStringLiteral(member.name)
    ? member.name.text
    : member.name.getText();
  const join = decorators.find(({ name }) => name === 'JoinColumn' || name === 'JoinTable');
  const owns = kind === 'ManyToOne' || (join !== undefined && kind !== 'OneToMany');
  const nullable = optionsOf(call).get('nullable');
  return {
    kind,
    property,
    ...relationTarget(call),
    join:
      (join && stringOption(join, 'name')) ??
      (owns && kind !== 'ManyToMany' ? `${property}Id` : null),
    owns,
    onDelete: ON_DELETE[stringOption(call, 'onDelete')?.toUpperCase() ?? ''] ?? null,
    nullable: !(nullable?.kind === 'value' && nullable.value === false),
    index: decorators.some(({ name }) => name === 'Index'),
  };
}
