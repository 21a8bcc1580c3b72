import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { EngineParts, EngineWithPolicy } from '../../service/engine/records/create-engine.js';
import type { OwnTools } from '../own-code.js';
import { besidesOf } from './besides.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type {
  Action,
  Actor,
  CurrentUser,
  RowRule,
} from '../../service/engine/model/access-rules.js';

/** One of the user's roles in this decision. */
export interface RoleVerdict {
  readonly name: string;
  /** The role's global permissions, null for a role that does not exist. */
  readonly actions: readonly Action[] | null;
  /** The model's exception that applies to it: its own, that of `*`, or none. */
  readonly exception: { readonly of: string; readonly actions: readonly Action[] } | null;
  readonly passes: boolean;
}

export interface FieldVerdict {
  readonly name: string;
  readonly read: boolean;
  readonly write: boolean;
  /** The roles allowed by the access file; null for everybody. */
  readonly readers: readonly string[] | null;
  readonly writers: readonly string[] | null;
}

export interface RuleVerdict {
  readonly rule: string;
  /** Whether it lets the row through; null without a row. */
  readonly lets: boolean | null;
  /** Its condition for this user. */
  readonly where: string;
  /** Why it lets nothing through, where the condition does not tell. */
  readonly mistake: string | null;
}

/** Who may do what and why, as the policy itself decides it. */
export interface Explanation {
  readonly user: CurrentUser & { readonly active: boolean };
  readonly action: Action;
  readonly model: string;
  readonly prefix: string;
  readonly id: RecordId | null;
  readonly roles: readonly RoleVerdict[];
  /** The fields with restrictions. */
  readonly fields: readonly FieldVerdict[];
  /** What features say of writes of fields that the user may read, such as the steps of a state; none of reads. */
  readonly notes: readonly { readonly field: string; readonly note: string }[];
  /** Null for a model without row rules. */
  readonly rules: readonly RuleVerdict[] | null;
  /** How many of all rows of the model the row rules let the user see. */
  readonly rows: { readonly seen: number; readonly all: number };
  readonly row: 'none asked' | 'missing' | 'hidden' | 'visible';
  /** What else the model lets the user see, a sentence each. */
  readonly besides: readonly string[];
  /** The HTTP response. */
  readonly answer: { readonly status: number; readonly why: string };
}

export interface Asked {
  readonly user: CurrentUser;
  readonly active: boolean;
  readonly action: Action;
  readonly model: string;
  /** The id as somebody has typed it. */
  readonly id: string | null;
}

type Question = Omit<Asked, 'id'> & { readonly id: RecordId | null };

/** A text that no id of the model looks like. */
export class NoId extends Error {}

function idIn(text: string | null, { key }: ModelInfo): RecordId | null {
  if (text === null || key.type !== 'integer') return text;
  if (!/^-?\d{1,15}$/.test(text)) throw new NoId(`\`${text}\` is not an id`);
  return Number(text);
}

/** The parts of a project's engine that this uses. */
export type PolicyTools = Pick<
  OwnTools,
  'createEngine' | 'actionsOf' | 'HttpProblem' | 'modelOptionsOf'
>;

type Given = EngineParts & { readonly tools: PolicyTools };

/** Queries the engine's own policy, rule by rule; changes nothing. Throws `NoId`. */
export async function explain(
  tools: PolicyTools,
  engineParts: EngineParts,
  asked: Asked,
): Promise<Explanation> {
  const parts = { ...engineParts, tools };
  const engine = tools.createEngine(parts);
  const model = engine.model(asked.model);
  const question = { ...asked, id: idIn(asked.id, model) };
  const { user, action, active, id } = question;
  const grant = engine.policy.grant(user, action, model);
  const roles = user.roles.map((name) => roleVerdict(name, parts, engine, question));
  const all = await engine.system(model.entity).count();
  const actor = { user, roles: engine.policy.passingRoles(user, action, model) };
  const seen = await countSeen(engine, actor, model);
  const row = id === null ? 'none asked' : await rowState(engine, actor, model, id);
  const rules =
    model.access.rows &&
    (await Promise.all(
      model.access.rows.map((rule) => ruleVerdict(rule, parts, question, actor, row === 'missing')),
    ));
  return {
    user: { ...user, active },
    action,
    model: model.name,
    prefix: model.prefix,
    id,
    roles,
    fields: Object.entries(model.access.fields).map(([name, { read, write }]) => ({
      name,
      read: grant?.readable.has(name) ?? false,
      write: grant?.writable.has(name) ?? false,
      readers: read ?? null,
      writers: write ?? null,
    })),
    notes: grant && !isRead(action) ? notesOf(model, grant.readable) : [],
    rules,
    rows: { seen, all },
    row,
    besides: besidesOf(tools, model, {
      action,
      id,
      may: (one) => engine.policy.grant(user, one, model) !== null,
    }),
    answer: await answerOf(tools, engine, question, row),
  };
}

const isRead = (action: Action): boolean =>
  action === 'list' || action === 'show' || action === 'field';

const notesOf = ({ notes }: ModelInfo, readable: ReadonlySet<string>): Explanation['notes'] =>
  [...(notes ?? [])].flatMap(([field, note]) => (readable.has(field) ? [{ field, note }] : []));

function roleVerdict(
  name: string,
  parts: Given,
  { policy, model }: EngineWithPolicy,
  question: Question,
): RoleVerdict {
  const methods = parts.roles().get(name);
  const info = model(question.model);
  const { roles } = info.access;
  const of = Object.hasOwn(roles, name) ? name : '*';
  return {
    name,
    actions: methods ? parts.tools.actionsOf(methods) : null,
    exception: Object.hasOwn(roles, of) ? { of, actions: roles[of]! } : null,
    passes:
      policy.passingRoles({ ...question.user, roles: [name] }, question.action, info).length > 0,
  };
}

const countSeen = (engine: EngineWithPolicy, actor: Actor, model: ModelInfo) =>
  engine.system(model.entity).count({}, engine.policy.rowWhere(actor, model));

async function rowState(
  engine: EngineWithPolicy,
  actor: Actor,
  model: ModelInfo,
  id: RecordId,
): Promise<'missing' | 'hidden' | 'visible'> {
  const rows = engine.system(model.entity);
  const query = { id: String(id) };
  if ((await rows.count(query)) === 0) return 'missing';
  const seen = await rows.count(query, engine.policy.rowWhere(actor, model));
  return seen > 0 ? 'visible' : 'hidden';
}

/** The verdict of one rule alone: the same engine, with a policy that has no other rule for this model. */
async function ruleVerdict(
  rule: RowRule,
  parts: Given,
  { model: name, id }: Question,
  actor: Actor,
  missing: boolean,
): Promise<RuleVerdict> {
  const alone = parts.tools.createEngine({
    ...parts,
    modules: parts.modules.map((module) =>
      module.entity.name === name
        ? { ...module, access: { ...module.access!, rows: [rule] } }
        : module,
    ),
  });
  const model = alone.model(name);
  const where = alone.policy.rowWhere(actor, model);
  const state = id === null || missing ? null : await rowState(alone, actor, model, id);
  return {
    rule: ruleText(rule),
    lets: state === null ? null : state === 'visible',
    where: JSON.stringify(where),
    mistake: mistakeOf(rule, actor, where.op === 'none'),
  };
}

function ruleText(rule: RowRule): string {
  const names = rule.roles?.map((role) => `'${role}'`).join(', ');
  if (rule.kind === 'roles') return `allFor(${names})`;
  const options = [
    ...(rule.kind === 'owner' && !rule.write ? ['write: false'] : []),
    ...(rule.kind === 'owner' && !rule.preset ? ['preset: false'] : []),
    ...(names === undefined ? [] : [`roles: [${names}]`]),
  ];
  const more = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  if (rule.kind === 'custom') return `custom(...${more})`;
  return `${rule.kind === 'parent' ? 'asParent' : rule.kind}('${rule.field}'${more})`;
}

/** A rule that returns `none` itself is not faulty; one that throws is. */
function mistakeOf(rule: RowRule, { user, roles }: Actor, none: boolean): string | null {
  if (rule.roles && !rule.roles.some((role) => roles.includes(role))) {
    const held = rule.roles.filter((role) => user.roles.includes(role));
    return held.length > 0 ? `${held.join(', ')} may not do this by itself` : null;
  }
  if (rule.kind === 'tenant')
    return user.tenants.length === 0 ? 'the user has no active tenants' : null;
  if (rule.kind !== 'custom' || !none) return null;
  try {
    const stated: unknown = rule.where(user);
    const isNone = (stated as { op?: unknown } | null | undefined)?.op === 'none';
    return isNone ? null : 'it does not return a condition on this model';
  } catch (error) {
    return `it throws: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const VERBS: Partial<Record<Action, string>> = {
  list: 'GET',
  show: 'GET',
  create: 'POST',
  edit: 'PATCH',
  delete: 'DELETE',
};

/** Reads are actually performed; the response to a write is determined as far as possible without writing. */
async function answerOf(
  { HttpProblem }: PolicyTools,
  engine: EngineWithPolicy,
  { user, active, action, model: name, id }: Question,
  row: Explanation['row'],
): Promise<Explanation['answer']> {
  if (!active) return { status: 401, why: 'The user is inactive: their tokens are not accepted.' };
  const model = engine.model(name);
  const records = engine.as(user)(model.entity);
  try {
    records.authorize(action);
    if (!VERBS[action]) return { status: 200, why: 'Allowed; the back-office offers it.' };
    if (action === 'list') await records.list({ _start: '0', _end: '0' });
    if (action === 'show' && id !== null) await records.get(id);
  } catch (error) {
    if (error instanceof HttpProblem) return { status: error.status, why: error.detail };
    throw error;
  }
  if (action === 'list') {
    if (id === null) return { status: 200, why: 'A page of the rows that the user sees.' };
    return {
      status: 200,
      why: row === 'visible' ? 'The row is in the list.' : 'The row is not in the list.',
    };
  }
  if (action === 'create')
    return {
      status: 201,
      why: 'For a row that is valid and that the row rules let its writer see.',
    };
  if (row === 'missing' || row === 'hidden')
    return {
      status: 404,
      why: `There is no ${name} with the id ${id}, as far as the user can tell.`,
    };
  if (action === 'show')
    return { status: 200, why: 'The record, with the fields that may be read.' };
  if (action === 'delete') return { status: 204, why: 'Unless other records depend on it: 409.' };
  return { status: 200, why: 'For valid values that leave the row visible to its writer.' };
}
