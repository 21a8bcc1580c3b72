import type { Problem } from '../problem.js';
import type { Field, Model } from '../model/model.js';

/** What of a row rule tells whether `unique` goes with it. */
export interface HidingRule {
  /** `custom` and whatever else only the service can run hide rows, too. */
  readonly kind: 'owner' | 'tenant' | 'asParent' | 'custom' | 'code';
  /** The foreign key of `asParent`. */
  readonly field: string | null;
}

/**
 * Warns of what is unique over rows that not everybody sees: the 409 for a value that is taken tells of a hidden row.
 * Where a model has a tenant rule of its own, `unique` is per tenant; where its rows go by their parents or by code, what
 * is unique by parent tells nothing, and `unique=global` says that the rest may be told.
 */
export function warnOfHiddenUniques(
  model: Model,
  rules: readonly HidingRule[] | null,
): readonly Problem[] {
  const hiding = (rules ?? []).filter(({ kind }) => kind !== 'owner');
  if (hiding.length === 0 || hiding.some(({ kind }) => kind === 'tenant')) return [];
  const parents = hiding.flatMap(({ field }) => field ?? []);
  return [
    ...model.fields
      .filter(
        ({ name, unique, uniqueGlobal }) => unique && !uniqueGlobal && !parents.includes(name),
      )
      .map((field) => warnOfField(model, field, parents)),
    ...model.unique
      .filter((group) => group.length > 1 && !group.some((name) => parents.includes(name)))
      .map((group) => warnOfGroup(model, group, parents)),
  ];
}

const warnOfField = (model: Model, { name }: Field, parents: readonly string[]): Problem =>
  tells(
    `\`${model.name}.${name}\` is unique`,
    `make it unique by parent, ${together([name], parents)}, or say that it may be told: unique=global (in the entity \`@Field({ unique: 'global' })\`); then: crudgen sync`,
  );

const warnOfGroup = (model: Model, group: readonly string[], parents: readonly string[]): Problem =>
  tells(
    `${group.map((field) => `\`${model.name}.${field}\``).join(' and ')} are unique together`,
    `make them so by parent, ${together(group, parents)}; then: crudgen sync`,
  );

/** Where only code says which rows are seen, only its author knows by which field. */
const together = (group: readonly string[], [parent = '...']: readonly string[]): string =>
  `\`@Unique([${[parent, ...group].map((name) => `'${name}'`).join(', ')}])\``;

const tells = (what: string, help: string): Problem => ({
  code: 'unique-tells',
  message: `${what} over all rows, and row rules hide some: a 409 for a taken value reveals them`,
  help,
  severity: 'warning',
});
