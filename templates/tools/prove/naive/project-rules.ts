import type { AccessRules, RowRule } from '../../../service/engine/model/access-rules.js';
import { isGivenKey, type ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { LinkInfo, ModelInfo, Referrer } from '../../../service/engine/model/model-info.js';
import { compare, isNumber } from '../doors/values.js';
import { conditionOf } from './condition.js';
import type {
  Actor,
  Decisions,
  Id,
  NaiveComposed,
  NaiveField,
  NaiveModel,
  NaiveRules,
  NaiveStep,
  Rule,
} from './decisions.js';

/** The models of a project in plain words. Labels and computed fields are the project's own code: nothing is said about them. */
export function plainModels(
  models: readonly ModelInfo[],
  hasTrash: (model: ModelInfo) => boolean = () => false,
): Readonly<Record<string, NaiveModel>> {
  return Object.fromEntries(
    models.map((model) => {
      const trash = hasTrash(model);
      return [model.name, { ...plainModel(model, models), ...(trash && { trash }) }];
    }),
  );
}

function plainModel(model: ModelInfo, models: readonly ModelInfo[]): NaiveModel {
  const columns = model.columns.filter(
    (column) => column.role !== 'hidden' && (column.name !== 'id' || isGivenKey(column)),
  );
  const computed = model.extras.filter(({ compute }) => compute !== null);
  const lines = model.children.find(({ isLines }) => isLines);
  return {
    prefix: model.prefix,
    fields: [
      ...columns.map((column) => plainField(column, model, models)),
      ...model.links.map(plainLink),
      ...computed.map(({ name }) => ({ name, kind: 'computed' as const })),
    ],
    label: () => '',
    ...(model.key.type !== 'integer' && { order: (a, b) => compareIds(model, a, b) }),
    ...(model.keyColumns.length > 1 && { key: model.keyColumns.map(({ name }) => name) }),
    ...(model.composed && { composed: plainComposed(model) }),
    ...(model.frozen && { frozen: plainFrozen(model.frozen) }),
    ...(model.isKeyless && { isKeyless: true }),
    softDelete: columns.some(({ role }) => role === 'deleted'),
    ...(lines && { lines: { name: lines.name, model: lines.model, field: lines.field } }),
  };
}

/** The order of two ids: that of their parts where there are several. */
function compareIds({ keyColumns }: ModelInfo, one: Id, other: Id): number {
  if (keyColumns.length === 1) return compare(keyColumns[0]!, one, other);
  const [these, those] = [one, other].map((id) => String(id).split(',').map(decodeURIComponent));
  const orders = keyColumns.map((key, at) => {
    const valueOf = (text: string | undefined) =>
      isNumber(key) && key.type !== 'bigint' ? Number(text) : text;
    return compare(key, valueOf(these![at]), valueOf(those![at]));
  });
  return orders.find((order) => order !== 0) ?? 0;
}

function plainComposed({ composed }: ModelInfo): readonly NaiveComposed[] {
  const all = [...composed!.byName.values()];
  const isAlone = (part: ColumnInfo): boolean =>
    part.reference === null &&
    part.role === 'data' &&
    all.filter(({ parts }) => parts.includes(part)).length === 1;
  return all.map(({ column, parts }) => ({
    name: column.name,
    parts: parts.map((part) => ({
      name: part.name,
      isNumber: isNumber(part) && part.type !== 'bigint',
    })),
    emptied: parts.filter((part) => part.nullable && isAlone(part)).map(({ name }) => name),
  }));
}

const plainLink = ({ name, model, key }: LinkInfo): NaiveField => ({
  name,
  kind: 'link',
  to: model,
  key,
});

function plainField(
  column: ColumnInfo,
  model: ModelInfo,
  models: readonly ModelInfo[],
): NaiveField {
  const { name, role, reference, nullable } = column;
  if (role === 'created' || role === 'updated' || role === 'deleted') return { name, kind: role };
  if (role === 'version') return { name, kind: 'updated' };
  const isKey = isGivenKey(column);
  if (!isKey && (role === 'id' || role === 'key')) return { name, kind: 'made' };
  if (role === 'total' || role === 'series') return { name, kind: 'total' };
  if (role === 'generated') return { name, kind: 'computed' };
  const target = models.find((one) => one.name === reference?.model);
  const unique = model.uniques.some(({ columns }) => columns.length === 1 && columns[0] === name);
  const isComposed = model.composed?.byName.has(name) ?? false;
  return {
    name,
    kind: isKey ? 'key' : reference ? 'integer' : 'text',
    ...(!isKey && { required: !nullable && column.default === null && !isComposed }),
    unique,
    ...(column.default?.kind === 'value' && { start: column.default.value }),
    ...(column.steps && { steps: column.steps.map(plainStep) }),
    ...(reference && { to: reference.model, relation: reference.relation, key: reference.key }),
    ...(target && { onDelete: effectOn(target.referrers, model.name, name) }),
  };
}

/** Rows that are frozen by a condition as it is written: `status=paid,void`, or a field alone. */
function plainFrozen({ when, except = [] }: NonNullable<ModelInfo['frozen']>) {
  const [field = '', values] = when.split('=');
  return { field, values: values?.split(',') ?? null, except };
}

/** A step as it is written: `before/after@Role+Role`. */
function plainStep(text: string): NaiveStep {
  const [change = '', roles] = text.split('@');
  const [from = '', to = ''] = change.split('/');
  return { from: from || null, to, roles: roles?.split('+') ?? null };
}

function effectOn(referrers: readonly Referrer[], model: string, field: string) {
  const found = referrers.find((one) => one.model === model && one.field === field);
  const effects = { 'SET NULL': 'null', CASCADE: 'cascade', RESTRICT: 'restrict' } as const;
  // Without a foreign key the row stays as it is, as that of a view does.
  if (found === undefined) return 'none';
  return found.onDelete === 'UNLINK' ? 'restrict' : effects[found.onDelete];
}

/** The rules of a project in plain words; custom conditions run as they are, and are judged by `conditionOf`. */
export function plainRules(
  models: readonly ModelInfo[],
  access: (model: ModelInfo) => AccessRules = (model) => model.access,
): Readonly<Record<string, NaiveRules>> {
  return Object.fromEntries(
    models.map((model) => [model.name, rulesOf(model, access(model), models)]),
  );
}

function rulesOf(
  model: ModelInfo,
  { roles, fields, rows }: AccessRules,
  models: readonly ModelInfo[],
): NaiveRules {
  const all = rows ?? [];
  const owners = all.filter((rule) => rule.kind === 'owner');
  const others = all.filter(({ kind }) => kind !== 'roles');
  return {
    roles: Object.fromEntries(Object.entries(roles).map(([role, kept]) => [role, [...kept]])),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { read, write }]) => [
        name,
        { ...(read && { read: [...read] }), ...(write && { write: [...write] }) },
      ]),
    ),
    rows: rows && rows.map((rule) => plainRule(rule, model, models)),
    owners: owners.map(({ field, write, preset, roles }) => ({ field, write, preset, roles })),
    tenants: all.flatMap((rule) => (rule.kind === 'tenant' ? [rule.field] : [])),
    excepted: all.flatMap((rule) => (rule.kind === 'roles' ? rule.roles : [])),
    hasOtherWays: others.length !== 1 || others[0]!.kind !== 'tenant',
  };
}

function plainRule(rule: RowRule, model: ModelInfo, models: readonly ModelInfo[]): Rule {
  const plain = kindOf(rule, model, models);
  const counts = ({ by }: Actor) => rule.roles?.some((role) => by.includes(role)) ?? true;
  return {
    is: (actor, row, rules) => counts(actor) && plain.is(actor, row, rules),
    fails: (actor, rules, belowNot) => counts(actor) && plain.fails(actor, rules, belowNot),
  };
}

const never = () => false;

function kindOf(rule: RowRule, model: ModelInfo, models: readonly ModelInfo[]): Rule {
  switch (rule.kind) {
    case 'owner':
      return { is: ({ id }, row) => row[rule.field] === id, fails: never };
    case 'tenant':
      return {
        is: ({ tenants }, row) => tenants.some((id) => id === row[rule.field]),
        fails: never,
      };
    case 'roles':
      return { is: () => true, fails: never };
    case 'parent':
      return asParent(model, rule.field);
    case 'custom':
      return conditionOf(rule.where, model, models);
  }
}

/** As the rules of the row that the key refers to; never of the model itself. */
export function asParent(model: ModelInfo, field: string): Rule {
  const { model: to, key } = model.column.get(field)?.reference ?? {};
  if (to === undefined || to === model.name) return { is: never, fails: () => true };
  return {
    is: (actor, row, rules) => rules.seen(actor, to, row[field], key) !== undefined,
    fails: (actor, rules, belowNot) => belowNot && failsBelow(to, actor, rules),
  };
}

const failsBelow = (model: string, actor: Actor, rules: Decisions): boolean =>
  (rules.rules[model]!.rows ?? []).some((rule) => rule.fails(actor, rules, true));
