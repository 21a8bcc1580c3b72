import type { Grant } from '../../model/access-rules.js';
import { keptFields, ownDefaults } from '../../access/row-rules.js';
import {
  MAX_REPORTED,
  andMore,
  hint,
  sentence,
  show,
  type FieldProblem,
} from '../../problem/problem.js';
import { checkGiven, checkValue, type Outcome } from '../../fields/check-value.js';
import {
  isNumber,
  type ColumnInfo,
  type ExtraInfo,
  type FieldDefault,
} from '../../fields/column-info.js';
import { typeOf } from '../../fields/field-types.js';
import { NO_ID, RESERVED_IDS, idOf, isId, type RecordId } from '../../fields/record-id.js';
import { isCleanText } from '../../fields/storable.js';
import type { SpreadPayload } from '../../model/composed-references.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { Values } from '../../model/hooks.js';
import { Increment } from '../../model/increment.js';
import type { Scalar } from '../../model/where.js';
import type { Draft, WriteMode } from './draft.js';
import type { Granted } from '../scope.js';

/**
 * A payload after every check that needs no database, against the model and what its writer may write. What is `settled` the
 * service sets itself, whatever was sent.
 */
export function checkPayload(
  payload: unknown,
  mode: WriteMode,
  { core, model, grant }: Granted,
  settled: ReadonlySet<string> = NO_FIELDS,
): Draft {
  if (!isRecord(payload)) return NO_OBJECT;
  const isOpen = (name: string): boolean => grant.writable.has(name) && !settled.has(name);
  const spread = model.composed?.spread(payload, mode, isOpen);
  const check = new PayloadCheck(spread?.payload ?? payload, mode, model, grant);
  for (const column of model.stored) {
    if (settled.has(column.name)) continue;
    if (column.role === 'data') check.column(column);
    else if (column.role === 'hidden') check.hidden(column);
    else if (column.role === 'key') check.key(column);
  }
  for (const link of model.links) check.link(link, core.model(link.model));
  for (const extra of model.extras) if (!extra.compute) check.extra(extra);
  check.unknown(core.plan(model).contained);
  if (spread) check.told(spread);
  return check;
}

/** A write locks each record that a many-to-many field names, and checks that its writer sees it. */
export const MAX_LINKED = 10_000;

class PayloadCheck implements Draft {
  readonly columns: Values = {};
  readonly links: Record<string, readonly Scalar[]> = {};
  readonly virtual: Values = {};
  sentKey?: Readonly<Values>;
  readonly unsent = new Set<string>();
  readonly increments = new Map<string, Increment>();
  readonly problems: FieldProblem[] = [];
  readonly #defaults: ReadonlyMap<string, unknown>;
  readonly #kept: ReadonlySet<string>;

  constructor(
    readonly payload: Readonly<Record<string, unknown>>,
    readonly mode: WriteMode,
    readonly model: ModelInfo,
    readonly grant: Grant,
  ) {
    this.#defaults = mode === 'create' ? ownDefaults(grant, model) : NO_DEFAULTS;
    this.#kept = mode === 'replace' ? keptFields(model) : NO_FIELDS;
  }

  column(column: ColumnInfo): void {
    const { name } = column;
    if (this.#has(name)) return this.#given(column, this.payload[name]);
    if (this.mode === 'update') return;
    if (this.mode === 'replace' && (this.#kept.has(name) || !this.#isOpen(name))) return;
    this.#absent(column);
    if (this.mode === 'create') this.unsent.add(name);
  }

  /** A key is made or given at creation; afterwards it may only be sent back as it is, also by the name `id`. */
  key(column: ColumnInfo): void {
    const { name, makes } = column;
    if (this.mode === 'create' && makes) this.columns[name] = madeKey(makes, column, this.model);
    else if (this.mode === 'create') this.#givenKey(column);
    else if (!makes) {
      if (this.#has(name)) this.#sent(name, column);
      if (Object.hasOwn(this.payload, 'id')) this.#sent('id', this.model.key);
    }
  }

  #sent(name: string, column: ColumnInfo): void {
    this.sentKey = { ...this.sentKey, [name]: idOf(this.payload[name], column) };
  }

  #givenKey(column: ColumnInfo): void {
    this.column(column);
    const { name } = column;
    const value = this.columns[name];
    const isWhole = this.model.keyColumns.length === 1;
    if (isWhole && typeof value === 'string' && RESERVED_IDS.includes(value))
      this.#refuse(name, 'value', `${name} must not be "${value}": the record would have no URL`);
  }

  /** A column that is in no response: only the service itself may set it, by name. */
  hidden(column: ColumnInfo): void {
    if (this.#has(column.name)) this.#given(column, this.payload[column.name]);
  }

  #given(column: ColumnInfo, given: unknown): void {
    // No JSON contains one.
    if (given instanceof Increment) return this.#increment(column, given);
    this.#keep(column.name, checkGiven(given, column), this.columns);
  }

  #keep(field: string, outcome: Outcome, values: Values): void {
    if ('value' in outcome) values[field] = outcome.value;
    else this.problems.push({ field, ...outcome });
  }

  #increment(column: ColumnInfo, given: Increment): void {
    const place = `${this.model.name}.${column.name}`;
    if (!isNumber(column)) throw new TypeError(`increment: ${place} is not a number`);
    if (this.mode !== 'update') throw new TypeError(`increment: only \`update\` adds to ${place}`);
    this.increments.set(column.name, given);
  }

  #absent(column: ColumnInfo): void {
    const { name } = column;
    if (this.#defaults.has(name)) this.columns[name] = this.#defaults.get(name);
    else if (column.default?.kind === 'database') return;
    else if (column.default) this.columns[name] = defaultValue(column.default);
    else if (column.nullable) this.columns[name] = null;
    else this.#refuse(name, 'required', `${name} is required`);
  }

  link({ name, key }: LinkInfo, target: ModelInfo): void {
    if (!this.#has(name)) {
      if (this.mode === 'replace' && this.#isOpen(name)) this.links[name] = [];
      return;
    }
    const given = this.payload[name];
    const keys = Array.isArray(given) ? given.map((one) => linkKey(one, key, target)) : [NO_ID];
    if (keys.length > MAX_LINKED)
      this.#refuse(name, 'too-many', `${name} must name at most ${MAX_LINKED} records`);
    else if (keys.every(isId)) this.links[name] = [...new Set(keys)];
    else
      this.#refuse(
        name,
        'type',
        `${name} must be an array of the ${key}s of ${target.name} records`,
      );
  }

  extra(extra: ExtraInfo): void {
    const { name } = extra;
    const given = this.#has(name) ? this.payload[name] : undefined;
    if (given === undefined || given === null) {
      if (extra.required && (this.mode === 'create' || given === null)) {
        this.#refuse(name, 'required', `${name} is required`);
      }
      return;
    }
    this.#keep(name, checkValue(given, extra), this.virtual);
  }

  /** Unknown names are refused; those of read-only response fields may be sent back. */
  unknown(contained: ReadonlyMap<string, ModelInfo>): void {
    const known = knownNames(this.model);
    let listed = 0;
    for (const name of Object.keys(this.payload)) {
      if (known.has(name) || this.grant.writable.has(name) || contained.has(name)) continue;
      if (listed++ === MAX_REPORTED) return void this.problems.push(andMore('unknown fields'));
      const near = hint(name, this.grant.writable);
      this.#refuse(show(name), 'unknown-field', `There is no field ${show(name)}${near}`);
    }
  }

  /** What the ids in the payload say of the columns of their references. */
  told({ ids, problems, told }: SpreadPayload): void {
    Object.assign(this.columns, ids);
    const own = this.problems.filter(({ field }) => !told.has(field));
    this.problems.splice(0, Infinity, ...own, ...problems);
  }

  /** A replacement does not clear a field that its writer cannot write or read. */
  #isOpen(name: string): boolean {
    return this.grant.writable.has(name) && this.grant.readable.has(name);
  }

  #has(name: string): boolean {
    const present = Object.hasOwn(this.payload, name) && this.payload[name] !== undefined;
    return present && this.grant.writable.has(name);
  }

  #refuse(field: string, code: string, message: string): void {
    this.problems.push({ field, code, message: sentence(message) });
  }
}

/** The key by which a many-to-many field names a record, in its stored form: an id, or a text of a unique field. */
function linkKey(given: unknown, key: string, target: ModelInfo): RecordId {
  if (key === 'id') return idOf(given, target.key);
  return isCleanText(given) ? (given as string) : NO_ID;
}

/** The key of a new record, from the function that makes those of its model. */
function madeKey(makes: () => unknown, column: ColumnInfo, model: ModelInfo): RecordId {
  const id = idOf(makes(), column);
  if (isId(id)) return id;
  throw new TypeError(`${model.name}.${column.name}: \`makes\` must return ${typeOf(column).noun}`);
}

const NO_OBJECT: Draft = {
  columns: {},
  links: {},
  virtual: {},
  problems: [{ field: '', code: 'type', message: 'The body must be a JSON object.' }],
};
const NO_DEFAULTS: ReadonlyMap<string, unknown> = new Map();
const NO_FIELDS: ReadonlySet<string> = new Set();

/** The value of a default that needs no database. */
export function defaultValue(rule: Exclude<FieldDefault, { kind: 'database' }>): unknown {
  if (rule.kind === 'value') return rule.value;
  const now = new Date().toISOString();
  return rule.kind === 'now' ? now : now.slice(0, 10);
}

const namesByModel = new WeakMap<ModelInfo, ReadonlySet<string>>();

/** Every name that a payload may contain, even if it is ignored. */
export function knownNames(model: ModelInfo): ReadonlySet<string> {
  const known = namesByModel.get(model);
  if (known) return known;
  const columns = model.columns.filter((column) => column.role !== 'hidden');
  const names = new Set(['_label', '_count', 'created_at', 'updated_at']);
  for (const { name } of [...columns, ...model.links, ...model.extras]) names.add(name);
  for (const { reference } of columns) if (reference) names.add(reference.relation);
  namesByModel.set(model, names);
  return names;
}

/** A JSON object. */
export function isRecord(payload: unknown): payload is Readonly<Record<string, unknown>> {
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload);
}
