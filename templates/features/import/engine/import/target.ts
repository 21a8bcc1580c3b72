import { neededTenant, ownDefaults } from '../access/row-rules.js';
import { isGivenKey, type ColumnInfo } from '../fields/column-info.js';
import { exchangeable } from '../model/field-columns.js';
import type { ModelInfo } from '../model/model-info.js';
import { forbidden, spokenName } from '../problem/problem.js';
import { upsertKeys, uniqueKeys } from '../records/conditions/unique-key.js';
import { related, type Granted, type Scope } from '../records/scope.js';

/** A field that a column of a file can be for. */
export interface ImportField {
  readonly name: string;
  readonly type: ColumnInfo['type'] | 'id' | 'ref' | 'refs';
  /** Whether a new record needs a value of it. */
  readonly required: boolean;
  readonly values?: readonly string[];
  /** Of a reference: the list of the other model, and what its records are found by; of one to one record, first by what it has. */
  readonly model?: string;
  readonly by?: readonly string[];
  /** The name that JSON gives to the record of a reference to one record. */
  readonly relation?: string;
}

/** The fields that a user may import into a model. */
export interface Target {
  readonly model: ModelInfo;
  readonly creating: Granted | null;
  readonly editing: Granted | null;
  /** Unique fields and sets by which records are found. */
  readonly keys: readonly (readonly string[])[];
}

/** Whether an endpoint of the project stands in for a generated one. */
export type IsOwn = (method: 'post' | 'patch') => boolean;

/** The fields that a user may import; 403 if the user may import none. */
export function targetOf(scope: Scope, isOwn: IsOwn): Target {
  const { model } = scope;
  const creating = isOwn('post') ? null : related(model, 'create', scope);
  const editing = isOwn('patch') ? null : related(model, 'edit', scope);
  if (!creating && !editing)
    throw forbidden(`You may not import ${spokenName(model.name)} records.`, 'may-not');
  const keys = editing ? [['id'], ...upsertKeys(editing).map(({ names }) => names)] : [];
  const known = new Map(keys.map((names) => [names.join(), names]));
  return { model, creating, editing, keys: [...known.values()] };
}

/** The fields that may be written where all records are new, or where some are found by others. */
export function fieldsOf(target: Target, on: readonly string[] | null): readonly ImportField[] {
  const { model, creating, editing } = target;
  const grants = on === null ? [creating] : [creating, editing];
  const held = grants.filter((one) => one !== null);
  const isWritable = (name: string) =>
    held.length > 0 && held.every(({ grant }) => grant.writable.has(name));
  const scope = (creating ?? editing)!;
  const id: ImportField = { name: 'id', type: 'id', required: false };
  const filled = new Set([...filledIn(target), ...exchangeable(model)]);
  const tenant = creating && neededTenant(creating.grant, model);
  const columns = model.columns
    .filter((column) => column.role === 'data' || isGivenKey(column))
    .filter(({ name }) => isWritable(name))
    .map((column) => {
      const { name, nullable, default: rule } = column;
      const isDemanded = (!nullable && rule === null) || name === tenant;
      return columnField(column, isDemanded && !filled.has(name), scope);
    });
  const links = model.links
    .filter(({ name }) => isWritable(name))
    .map(({ name, model: other, key }) => {
      const linked = scope.core.model(other);
      const by = waysTo(linked, scope, key);
      return { name, type: 'refs' as const, required: false, model: linked.prefix, by };
    });
  const extras = model.extras
    .filter(({ name, compute }) => compute === null && isWritable(name))
    .map(({ name, type, required }) => ({ name, type, required }));
  return [...(editing && !givesId(model) ? [id] : []), ...columns, ...links, ...extras];
}

/** Whether rows give records their `id`: a row with an id that no record has is a new record. */
export const givesId = ({ column }: ModelInfo): boolean => isGivenKey(column.get('id')!);

/** The fields of a new record that the service fills in where nothing goes there. */
export const filledIn = ({ model, creating }: Pick<Target, 'model' | 'creating'>) =>
  new Set(creating === null ? [] : ownDefaults(creating.grant, model).keys());

function columnField(column: ColumnInfo, required: boolean, scope: Scope): ImportField {
  const { name, type, values, reference } = column;
  if (!reference) return { name, type, required, ...(values.length > 0 && { values }) };
  const other = scope.core.model(reference.model);
  const { relation, key } = reference;
  const by = [...new Set([key, ...waysTo(other, scope, key)])];
  return { name, type: 'ref', required, model: other.prefix, by, relation };
}

/** By what records of a model are found: where they may not be listed, by what stands for them in JSON alone. */
function waysTo(model: ModelInfo, scope: Scope, key: string): readonly string[] {
  const listed = related(model, 'list', scope);
  if (!listed) return [key];
  const uniques = uniqueKeys(listed)
    .filter(({ names, columns }) => names.length === 1 && columns.length === 1)
    .map(({ names }) => names[0]!);
  return [...new Set(['id', ...uniques, 'label'])];
}
