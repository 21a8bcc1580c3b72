import { caseless } from '../../fields/caseless.js';
import { isGiven, type ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import { and, type Scalar, type Where } from '../../model/where.js';
import { invalid, refuse, type FieldProblem } from '../../problem/problem.js';
import type { Granted } from '../scope.js';
import { checkPayload } from '../writing/check-payload.js';

/** A unique field or set of a model by which a request finds records. */
export interface UniqueKey {
  /** The names of the fields as a sender writes them. */
  readonly names: readonly string[];
  /** The columns in which the fields are stored. */
  readonly columns: readonly ColumnInfo[];
}

/** What a record has in the columns of a key: equal texts for equal keys. */
export interface KeyValues {
  readonly where: Where;
  readonly text: string;
}

/** The unique fields and sets whose fields a writer reads; a tenant that follows from the writer may be left out. */
export function uniqueKeys({ model, grant }: Granted): readonly UniqueKey[] {
  return model.uniques.flatMap(({ columns: names }) => {
    const columns = names.flatMap((name) => model.column.get(name) ?? []);
    const key = { names: columns.map(nameOf), columns };
    const without = key.names.filter((name) => !isTenant(name, model));
    const all =
      without.length < key.names.length && without.length > 0
        ? [key, { names: without, columns }]
        : [key];
    return all.filter((one) => one.names.every((name) => grant.readable.has(name)));
  });
}

/** The keys by which a write finds records: a client gives all of their values, and none is an id or a number that the service makes. */
export const upsertKeys = (writer: Granted): readonly UniqueKey[] =>
  uniqueKeys(writer).filter(({ columns }) => columns.every(isGiven));

const nameOf = ({ name, derivedFrom }: ColumnInfo): string => derivedFrom ?? name;

const isTenant = (name: string, { access }: ModelInfo): boolean =>
  (access.rows ?? []).some((rule) => rule.kind === 'tenant' && rule.field === name);

/** Whether these names, in any order, are those of a unique set. */
export const isAllOf = (set: readonly string[], names: readonly string[]): boolean =>
  set.length === names.length && set.every((name) => names.includes(name));

/** The key of these fields, which came `as`; 400 where no record is found by them, or not by this writer. */
export function uniqueKeyOf(names: readonly string[], writer: Granted, as = '_on'): UniqueKey {
  const known = upsertKeys(writer);
  const found = known.find((key) => isAllOf(key.names, names));
  if (found) return found;
  const sets = known.map((key) => key.names.join(',')).join(' or ');
  const instead = sets === '' ? `${writer.model.name} has none` : `that is ${sets}`;
  throw refuse(
    as,
    'no-unique',
    `${as} must name a unique field, or all of a unique set: ${instead}`,
  );
}

/** The values of the key in what was sent for a new record; 422 unless each is one. */
export function keyValuesOf(payload: unknown, key: UniqueKey, creating: Granted): KeyValues {
  const { columns, problems } = checkPayload(payload, 'create', creating);
  const isKey = ({ field }: FieldProblem): boolean => field === '' || key.names.includes(field);
  const wrong = problems.filter(isKey);
  const values = key.columns.map((column) => {
    const name = nameOf(column);
    const value = columns[name] ?? null;
    if (value === null && !wrong.some(({ field }) => field === name || field === ''))
      wrong.push({
        field: name,
        code: 'required',
        message: `${name} is required: the record is found by it.`,
      });
    return column.derivedFrom === null || value === null ? value : caseless(String(value));
  });
  const [first, ...rest] = wrong;
  if (first) throw invalid([first, ...rest]);
  const same = key.columns.map(({ name: field }, at): Where => ({
    op: 'eq',
    field,
    value: values[at] as Scalar,
  }));
  return { where: and(...same), text: JSON.stringify(values) };
}
