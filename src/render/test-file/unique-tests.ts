import {
  type App,
  type Field,
  type Model,
  isOwnReference,
  presetOwners,
  ruleFields,
  tenantOf,
} from '../../model/model.js';
import { hasEntries, quote, type Value, type Values, verbatim } from '../code.js';
import { givenFields } from './new-row.js';
import { valuesOf, withNewRow } from './row-code.js';
import { isFilled, parentOf, rowKeys, uniqueSets } from './row-keys.js';

/** A test that a row is refused where it repeats what is unique in another one. */
export interface UniqueTest {
  readonly name: string;
  /** The values of the first row, and whether the second has some of it. */
  readonly first: Value;
  readonly isRepeated: boolean;
  /** Another user who writes the second row, where all rows of the same one have more in common; null for the same one. */
  readonly another: string | null;
  readonly second: Value;
}

/** The writer of the second row: the same user, a user of the same tenant, or a user of another tenant. */
const WRITERS = ['user', 'colleague', 'stranger'] as const;
type Writer = (typeof WRITERS)[number];

/** How tests of a model make a row. */
export interface RowMaker {
  /** A role that may do everything. */
  readonly role: string;
  /** The call for the values of a new row of this user. */
  readonly newRow: (user: string) => string;
}

/** One test for each unique field and group of which `open` has all fields but the row's owner and tenant. */
export function uniqueTests(
  app: App,
  model: Model,
  open: readonly Field[],
  maker: RowMaker,
): readonly UniqueTest[] {
  const isFillable = (field: Field) =>
    isOwnReference(model, field) ||
    (open.includes(field) && (field.type !== 'ref' || field.required));
  return uniqueSets(model)
    .map((set) => model.fields.filter(({ name }) => set.includes(name)))
    .filter((set) => set.every(isFillable))
    .map((set) => viewUnique(app, model, set, maker));
}

function viewUnique(app: App, model: Model, set: readonly Field[], maker: RowMaker): UniqueTest {
  const { role, newRow } = maker;
  const given = givenFields(app, model);
  const values = set.filter((field) => !isOwnReference(model, field));
  const more = values.filter((field) => !given.includes(field));
  const same: Values = Object.fromEntries(
    values.map(({ name }) => [name, verbatim(`first.${name}`)]),
  );
  const writer = writerOf(app, model, set);
  const who = writer === 'user' ? 'user' : 'another';
  const tenant = set.length > 1 ? tenantOf(model) : null;
  return {
    name: set
      .filter(({ name }) => name !== tenant)
      .map(({ name }) => name)
      .join(' and '),
    first: withNewRow(newRow('user'), valuesOf(app, model, more)),
    isRepeated: hasEntries(same),
    another: writer === 'user' ? null : AS[writer](role),
    second: withNewRow(newRow(who), same),
  };
}

const AS = {
  colleague: (role: string) => `service.as(${quote(role)}, 'here', 'another')`,
  stranger: (role: string) => `service.as(${quote(role)}, 'elsewhere')`,
} as const;

/** The writer whose second row repeats this set and no other set; the same user if every writer's row does. */
function writerOf(app: App, model: Model, set: readonly Field[]): Writer {
  const names = set.map(({ name }) => name);
  const others = uniqueSets(model).filter((one) => !names.every((name) => one.includes(name)));
  const repeats = (one: readonly string[], writer: Writer) =>
    one.every((name) => isRepeated(app, model, name, { repeated: names, writer }));
  const writer = WRITERS.find(
    (one) => repeats(names, one) && !others.some((other) => repeats(other, one)),
  );
  return writer ?? 'user';
}

/** Whether the second row has the same value of a field as the first. */
function isRepeated(
  app: App,
  model: Model,
  name: string,
  { repeated, writer }: { readonly repeated: readonly string[]; readonly writer: Writer },
): boolean {
  const field = model.fields.find((one) => one.name === name)!;
  if (presetOwners(model).includes(name)) return writer === 'user';
  if (ruleFields(model, 'tenant').includes(name)) return writer !== 'stranger';
  if (repeated.includes(name)) return true;
  const { fresh, another, parents } = rowKeys(app, model);
  if (!isFilled(model, field) || [fresh, another, parents].some((names) => names.has(name)))
    return false;
  const parent = parentOf(app, field);
  const key = parent === null ? [] : (rowKeys(app, parent).few[0] ?? []);
  return key.every((one) => isRepeated(app, parent!, one, { repeated: key, writer }));
}
