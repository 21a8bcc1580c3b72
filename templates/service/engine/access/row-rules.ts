import { isText, type ColumnInfo } from '../fields/column-info.js';
import { typeOf } from '../fields/field-types.js';
import type { RecordId } from '../fields/record-id.js';
import type { Actor, Grant, RowRule } from '../model/access-rules.js';
import { partsOf } from '../model/field-columns.js';
import type { ModelInfo } from '../model/model-info.js';
import { mapWhere, relatedModel, type OwnWhere, type RelationWhere } from '../model/fold-where.js';
import { ALL, NONE, and, or, type Comparand, type Where } from '../model/where.js';
import type { ReportFailure } from '../problem/problem.js';

type Models = ReadonlyMap<string, ModelInfo>;

/**
 * The condition with names of relations resolved to fields; throws unless it fits the model: known names, and a value wherever
 * one is needed.
 */
export function checkedWhere(where: Where, model: ModelInfo, models: Models): Where {
  return mapWhere(where, {
    related: (relation) => {
      const other = modelOf(models, checkedTarget(relation, model, models));
      return { ...relation, where: checkedWhere(relation.where, other, models) };
    },
    own: (own) => {
      if (own.op === 'related') return checkedWhere(byField(own, model), model, models);
      checkFields(own, model, models);
      return own;
    },
  });
}

/** The model that a condition on a relation is about; throws where this model has no such relation. */
function checkedTarget(where: RelationWhere, model: ModelInfo, models: Models): string {
  switch (where.op) {
    case 'parent':
      return targetOf(model, where.field);
    case 'children':
      if (columnOf(modelOf(models, where.model), where.field).reference?.model !== model.name)
        throw new TypeError(`${where.model}.${where.field} does not refer to this model`);
      return where.model;
    case 'linked': {
      const link = model.links.find((candidate) => candidate.name === where.field);
      if (!link) throw new TypeError(`${model.name}.${where.field} is not a many-to-many field`);
      return link.model;
    }
  }
}

type Related = Extract<Where, { op: 'related' }>;

/** A condition on a relation as one on the field that holds it. */
function byField({ as, relation, where }: Related, model: ModelInfo): Where {
  const named = ({ name }: { readonly name: string }) => name === relation;
  const key = model.columns.find(({ reference }) => reference?.relation === relation);
  const one = model.ones?.find(named);
  const child = model.children.find(named);
  const found = {
    parent: key
      ? ({ op: 'parent', field: key.name, where } as const)
      : one && ({ op: 'children', model: one.model, field: one.field, where } as const),
    children: child && ({ op: 'children', model: child.model, field: child.field, where } as const),
    linked: model.links.some(named) && ({ op: 'linked', field: relation, where } as const),
  };
  const meant = found[as];
  if (meant) return meant;
  const [right] = Object.entries(found).flatMap(([name, condition]) => (condition ? [name] : []));
  const instead = right === undefined ? '' : `: write \`${right}('${relation}', ...)\``;
  throw new TypeError(`${model.name} has no relation ${relation} for \`${as}\`${instead}`);
}

function checkFields(where: Exclude<OwnWhere, Related>, model: ModelInfo, models: Models): void {
  switch (where.op) {
    case 'all':
    case 'none':
      return;
    case 'null':
      return void columnOf(model, where.field);
    case 'same':
    case 'less':
      return void [storedColumn(model, where.field), storedColumn(model, where.other)];
    case 'eq':
      return checkValue(columnOf(model, where.field), where.value);
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return checkValue(storedColumn(model, where.field), where.value);
    case 'in':
      return where.values.forEach((value) => checkValue(columnOf(model, where.field), value));
    case 'contains':
    case 'startsWith': {
      const column = storedColumn(model, where.field);
      if (typeof where.value !== 'string') throw new TypeError(`${where.op} needs a string`);
      if (where.op === 'startsWith' && !isText(column))
        throw new TypeError(`${column.name} is not a text column`);
      return;
    }
    case 'words':
      return where.fields.forEach((field) => void columnOf(model, field));
    case 'rule':
      return void modelOf(models, targetOf(model, where.field));
    default:
      where satisfies never;
      throw new TypeError('not a condition');
  }
}

/** How a text compares with a number would differ between databases. */
function checkValue(column: ColumnInfo, value: Comparand): void {
  const fits = column.transformer
    ? value !== undefined && value !== null
    : typeOf(column).isKind(value);
  if (!fits) throw new TypeError(`${column.name} cannot be compared with ${typeof value}`);
}

function columnOf(model: ModelInfo, name: string): ColumnInfo {
  const column = model.column.get(name);
  if (!column) throw new TypeError(`${model.name} has no column ${String(name)}`);
  return column;
}

/** A column that the table has: an id or a reference that is made of others is only equal to ids. */
function storedColumn(model: ModelInfo, name: string): ColumnInfo {
  const column = columnOf(model, name);
  if (model.stored.includes(column)) return column;
  const names = partsOf(column, model)
    .map((one) => one.name)
    .join(', ');
  throw new TypeError(`${model.name}.${name} is made of ${names}: compare these instead`);
}

function targetOf(model: ModelInfo, field: string): string {
  const { reference } = columnOf(model, field);
  if (!reference) throw new TypeError(`${model.name}.${field} is not a foreign key`);
  return reference.model;
}

function modelOf(models: Models, name: string): ModelInfo {
  const model = models.get(name);
  if (!model) throw new TypeError(`there is no model ${name}`);
  return model;
}

type RowWhere = (actor: Actor, model: ModelInfo) => Where;

/** The place of a condition among rules that refer to each other. */
interface Place {
  readonly path: readonly ModelInfo[];
  readonly belowNot: boolean;
}

const ROOT: Place = { path: [], belowNot: false };

/**
 * The row rules of all models as conditions for one actor, with "as the parent's" expanded; a rule that fails becomes `none`
 * and is reported.
 */
export function createRowRules(models: readonly ModelInfo[], report: ReportFailure): RowWhere {
  const byName = new Map(models.map((model) => [model.name, model]));

  function rowWhere(actor: Actor, model: ModelInfo, place: Place): Where {
    const { rows } = model.access;
    if (rows === null) return model.exists;
    return and(model.exists, or(...rows.map((_, index) => ruleWhere(index, actor, model, place))));
  }

  /**
   * Default-deny: a rule that throws or returns something that is no condition on this model lets nothing through. Below a
   * `not` that would let everything through, so there the rule that contains the `not` fails as a whole.
   */
  function ruleWhere(index: number, actor: Actor, model: ModelInfo, place: Place): Where {
    const rule = model.access.rows![index]!;
    try {
      const where = checkedWhere(stated(rule, actor), model, byName);
      return expand(where, actor, model, place);
    } catch (error) {
      if (place.belowNot) throw error;
      report(`row rule ${index + 1} of ${model.name}`, error);
      return NONE;
    }
  }

  function expand(where: Where, actor: Actor, model: ModelInfo, place: Place): Where {
    const path = [...place.path, model];
    const further = (negated: boolean): Place => ({ path, belowNot: place.belowNot || negated });
    return mapWhere(where, {
      related: (relation, negated) => {
        const other = byName.get(relatedModel(relation, model))!;
        // A soft-deleted row must not make another one visible.
        const inner = and(other.exists, expand(relation.where, actor, other, further(negated)));
        return { ...relation, where: inner };
      },
      own: (own, negated) => {
        if (own.op !== 'rule') return own;
        const parent = byName.get(targetOf(model, own.field))!;
        if (path.includes(parent)) throw new Error('rules in a cycle');
        const rules = rowWhere(actor, parent, further(negated));
        return { op: 'parent', field: own.field, where: rules };
      },
    });
  }

  return (actor, model) => rowWhere(actor, model, ROOT);
}

/** Whether a rule is one for the roles by which the actor acts. */
const countsFor = ({ roles }: RowRule, actor: Actor): boolean =>
  roles?.some((role) => actor.roles.includes(role)) ?? true;

function stated(rule: RowRule, actor: Actor): Where {
  if (!countsFor(rule, actor)) return NONE;
  const { user } = actor;
  switch (rule.kind) {
    case 'owner':
      return { op: 'eq', field: rule.field, value: user.id };
    case 'tenant':
      return { op: 'in', field: rule.field, values: user.tenants };
    case 'parent':
      return { op: 'rule', field: rule.field };
    case 'roles':
      return ALL;
    case 'custom':
      return rule.where(user);
  }
}

/** Whether a rule opens every row of the model to the roles by which the actor acts. */
export const seesAll = (actor: Actor, { access }: ModelInfo): boolean =>
  (access.rows ?? []).some((rule) => rule.kind === 'roles' && stated(rule, actor) === ALL);

/**
 * The row rules' defaults for a new record when its writer sets none: the caller's only tenant, and the caller as a preset owner where
 * rows are seen by their owner in this role.
 */
export function ownDefaults(actor: Actor, model: ModelInfo): ReadonlyMap<string, RecordId> {
  const { user } = actor;
  const found = new Map<string, RecordId>();
  for (const rule of model.access.rows ?? []) {
    if (rule.kind === 'owner' && rule.preset && user.id > 0 && countsFor(rule, actor))
      found.set(rule.field, user.id);
    if (rule.kind === 'tenant' && user.tenants.length === 1) {
      found.set(rule.field, user.tenants[0]!);
    }
  }
  return found;
}

/** The fields whose owner a writer names as these sign in. */
export const ownersByName = ({ access }: ModelInfo): readonly string[] =>
  (access.rows ?? []).flatMap((rule) => (rule.kind === 'owner' && rule.byName ? [rule.field] : []));

/** Fields of rules of this kind in which a new or changed row would hold the id of a user or tenant foreign to the actor. */
export const foreignIds = (
  kind: 'owner' | 'tenant',
  values: Readonly<Record<string, unknown>>,
  actor: Actor,
  model: ModelInfo,
): readonly string[] => {
  if (seesAll(actor, model)) return [];
  const own = kind === 'owner' ? [actor.user.id] : actor.user.tenants;
  return (model.access.rows ?? []).flatMap((rule) => {
    if (rule.kind !== kind) return [];
    const value = values[rule.field];
    return typeof value === 'number' && !own.includes(value) ? [rule.field] : [];
  });
};

/**
 * The field in which an actor who sees every row must name the tenant; null where nothing depends on it. Without a tenant
 * nobody else would ever see the row, and its writer would not notice.
 */
export const demandedTenant = (actor: Actor, model: ModelInfo): string | null =>
  seesAll(actor, model) ? decidingTenant(model) : null;

/** The field whose tenant alone decides who sees a row; null where other rules may let it through. */
export function decidingTenant({ access }: ModelInfo): string | null {
  const [rule, ...others] = (access.rows ?? []).filter(({ kind }) => kind !== 'roles');
  return rule?.kind === 'tenant' && others.length === 0 ? rule.field : null;
}

/**
 * The field in which a writer must name the tenant of a record, as nothing else says which it is; null for who has just one, and
 * for models of which it decides nothing.
 */
export function neededTenant(actor: Actor, model: ModelInfo): string | null {
  const own = actor.user.tenants.length;
  return own > 1 || (own === 0 && seesAll(actor, model)) ? decidingTenant(model) : null;
}

/** Fields that keep their value when a replacement leaves them out: those that row rules depend on. */
export const keptFields = (model: ModelInfo): ReadonlySet<string> =>
  new Set(
    (model.access.rows ?? []).flatMap((rule) =>
      rule.kind === 'owner' || rule.kind === 'tenant' ? [rule.field] : [],
    ),
  );

/** The field by which a reader can filter for the records of one tenant; null unless there is exactly one. */
export function tenantField({ access }: ModelInfo, grant: Grant | null): string | null {
  const [rule, ...others] = (access.rows ?? []).filter(({ kind }) => kind === 'tenant');
  if (rule?.kind !== 'tenant' || others.length > 0) return null;
  return grant?.readable.has(rule.field) ? rule.field : null;
}
