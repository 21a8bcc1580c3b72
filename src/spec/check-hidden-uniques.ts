import { type Problem, warning } from '../problem.js';
import { isMade } from '../model/keys.js';
import type { Field, Model } from '../model/model.js';

/** The parts of a row rule that matter for `unique`. */
export interface HidingRule {
  /** `custom` and `code`, which only the service can run, hide rows, too. */
  readonly kind: 'owner' | 'tenant' | 'asParent' | 'allFor' | 'custom' | 'code';
  /** The foreign key of `asParent`. */
  readonly field: string | null;
}

/**
 * Warns of uniqueness that tells what is hidden. Over rows that not everybody sees, the 409 for a taken value reveals a hidden row. With a tenant rule
 * `unique` is per tenant; where rows follow their parents or code, uniqueness per parent reveals nothing, and `unique=global`
 * accepts that the rest is revealed. A field that a role writes without reading it is revealed in the same way.
 */
export function warnOfHiddenUniques(
  model: Model,
  rules: readonly HidingRule[] | null,
): readonly Problem[] {
  return [...warnOfBlindWriters(model), ...warnOfHiddenRows(model, rules)];
}

/** Whether a request can try values of a field: none says what an id, a moment or a number is that the service or the database makes. */
const canBeTried = (field: Field): boolean =>
  !isMade(field) &&
  field.stamp === null &&
  field.series === null &&
  field.default?.kind !== 'counted';

/** The fields that are unique by themselves, not globally, of which a request can try all values. */
export const triedFields = ({ fields }: Model): readonly Field[] =>
  fields.filter((field) => field.unique && !field.uniqueGlobal && canBeTried(field));

/** The groups of fields that are unique together, of which a request can try all values. */
export function triedGroups({ fields, unique }: Model): Model['unique'] {
  const made = fields.filter((field) => !canBeTried(field)).map(({ name }) => name);
  return unique.filter((group) => !group.some((name) => made.includes(name)));
}

/** Unique fields that a role may write and not read: whoever tries values learns which there are. */
function warnOfBlindWriters(model: Model): readonly Problem[] {
  const groups = new Set(triedGroups(model).flat());
  return model.fields
    .filter((field) => (field.unique && canBeTried(field)) || groups.has(field.name))
    .flatMap(({ name, read, write }) => {
      const named = Object.keys(model.access).filter((role) => role !== '*');
      const writers = write ?? [...new Set(['Admin', 'Manager', ...named])];
      const blind = writers.filter((role) => !(read ?? writers).includes(role));
      const telling = blind.filter((role) => mayWrite(role, model));
      if (telling.length === 0) return [];
      return warning(
        'unique-tells',
        `\`${model.name}.${name}\` is unique, and ${telling.join(', ')} may write the field but not read it: a 409 for a taken value reveals that the value exists`,
        `let only roles that read the field write it: \`write: [${(read ?? []).map((role) => `'${role}'`).join(', ')}]\` in the access file`,
      );
    });
}

const mayWrite = (role: string, { access }: Model): boolean =>
  (access[role] ?? access['*'] ?? WRITING).some((action) => WRITING.includes(action));

const WRITING: readonly string[] = ['create', 'edit'];

function warnOfHiddenRows(model: Model, rules: readonly HidingRule[] | null): readonly Problem[] {
  const hiding = (rules ?? []).filter(({ kind }) => kind !== 'owner' && kind !== 'allFor');
  if (hiding.length === 0 || hiding.some(({ kind }) => kind === 'tenant')) return [];
  const parents = hiding.flatMap(({ field }) => field ?? []);
  return [
    ...triedFields(model)
      .filter(({ name }) => !parents.includes(name))
      .map((field) => warnOfField(model, field, parents)),
    ...triedGroups(model)
      .filter((group) => group.length > 1 && !group.some((name) => parents.includes(name)))
      .map((group) => warnOfGroup(model, group, parents)),
  ];
}

const warnOfField = (model: Model, { name }: Field, parents: readonly string[]): Problem =>
  revealing(
    `\`${model.name}.${name}\` is unique`,
    `make it unique per parent, ${together([name], parents)}, or accept this with unique=global (in the entity \`@Field({ unique: 'global' })\`); then run: crudgen sync`,
  );

const warnOfGroup = (model: Model, group: readonly string[], parents: readonly string[]): Problem =>
  revealing(
    `${group.map((field) => `\`${model.name}.${field}\``).join(' and ')} are unique together`,
    `make them unique per parent, ${together(group, parents)}; then run: crudgen sync`,
  );

/** If code decides which rows are visible, only its author knows the parent field. */
const together = (group: readonly string[], [parent = '...']: readonly string[]): string =>
  `\`@Unique([${[parent, ...group].map((name) => `'${name}'`).join(', ')}])\``;

const revealing = (what: string, help: string): Problem =>
  warning(
    'unique-tells',
    `${what} over all rows, but row rules hide some rows: a 409 for a taken value reveals hidden rows`,
    help,
  );
