import { conditionIn, frozenFault } from '../model/frozen.js';
import { layoutFault } from '../model/layouts.js';
import { overlapFault } from '../model/periods.js';
import { checkTableRules } from './check-table-rules.js';
import { BUILT_IN_CLASSES, loginOf } from '../model/built-in.js';
import { stampsOf } from '../model/columns.js';
import {
  type Action,
  ACTIONS,
  type Field,
  type Layout,
  type Model,
  type RoleRule,
  ROW_RULE_KINDS,
  type RowRules,
} from '../model/model.js';
import { didYouMean, nearest } from '../model/nearest.js';
import { setSentences } from '../model/sentence.js';
import type { Position, Report } from '../problem.js';
import { NOT_INDEXED } from './build-field.js';
import { checkDashboard, type FindField } from './check-dashboard.js';
import { checkRole } from './check-field.js';
import type { DraftField } from './check-references.js';
import { synonyms } from './words.js';
import type { Located, SpecAccess, SpecField, SpecModel, SpecRules } from './spec.js';

/** Checks the settings of a model that concern several fields, and completes the model with them. */
export function checkRules(
  spec: SpecModel,
  model: Model,
  drafts: readonly DraftField[],
  report: Report,
  roles: readonly string[],
): Model {
  const names = new Names(spec, drafts, report);
  const login = loginOf(model).map(({ name }) => name);
  const fields = drafts.map(({ field }) => field);
  const find: FindField = (name, others) => names.find(name, others);
  const sentences = spec.sentences.map(({ value }) => value);
  const checked: Model = {
    ...setSentences(model, [...new Set(sentences)]),
    fields,
    ...checkDashboard(spec.dashboard, { ...model, fields }, find, report),
    label: checkLabel(spec, { names, login, report }),
    unique: checkGroups(spec, 'unique', { names, login, report }),
    indexes: checkGroups(spec, 'indexes', { names, login, report }),
    ...checkTableRules(spec, report),
    ...checkPeriods(spec, names),
    ...checkFrozen(spec, names, report, roles),
    ...checkLayouts(spec, names),
    access: checkAccess(spec.access, report, roles),
    rows: checkRows(spec, { model, names, report, roles }),
  };
  const fault = overlapFault(checked);
  if (fault !== null) report.add(fault, spec.noOverlap?.at ?? spec.name.at);
  const closed = spec.readOnly === null ? frozenFault(checked) : null;
  if (closed !== null) report.add(closed, spec.frozen?.when.at);
  for (const layout of checked.layouts ?? []) {
    const wrong = layoutFault(checked, layout);
    const at = layout.kind === 'board' ? spec.board?.at : spec.calendar?.from.at;
    if (wrong !== null) report.add(wrong, at);
  }
  return checked;
}

/** Checks row rules that are given to a model of the project; those that are not given stay. */
export function checkRowRules(
  model: Model,
  given: SpecModel['rows'],
  report: Report,
  roles: readonly string[],
): RowRules {
  const name = { value: model.name, at: NOWHERE };
  const kept = (field: string | null) => (field === null ? null : { value: field, at: NOWHERE });
  const presetAt = ({ preset }: Pick<RowRules, 'preset'>) =>
    preset === false ? { value: preset, at: NOWHERE } : null;
  const except = {
    value: model.rows.except.map((role) => ({ value: role, at: NOWHERE })),
    at: NOWHERE,
  };
  const rows = {
    owner: given.owner ?? kept(model.rows.owner),
    tenant: given.tenant ?? kept(model.rows.tenant),
    as: given.as ?? kept(model.rows.as),
    preset: given.preset ?? presetAt(model.rows),
    byRole: (model.rows.byRole ?? []).flatMap(({ kind, field, roles, ...preset }) =>
      roles.map((role) => ({
        ...{ owner: null, tenant: null, as: null, [kind]: kept(field) },
        preset: presetAt(preset),
        role: { value: role, at: NOWHERE },
      })),
    ),
    except: given.except ?? (except.value.length === 0 ? null : except),
  };
  const drafts = model.fields.map((field) => ({
    field,
    spec: { name: { value: field.name, at: NOWHERE } },
  }));
  const names = new Names({ name, fields: [], broken: [] }, drafts, report);
  return checkRows({ rows }, { model, names, report, roles });
}

/** The place of what the project's code says, which has been checked there. */
const NOWHERE: Position = { file: '', line: 0, column: 0, length: 0, text: '' };

/** A field of the model, or just the name of another column. */
type Named = Pick<Field, 'name'> & Partial<Field>;

/** Finds a model's fields by spec name, stored name or relation. */
class Names {
  private readonly fields = new Map<string, Field>();
  /** Fields that have been reported already. */
  private readonly broken = new Set<string>();
  /** The names of all fields in the spec. */
  private readonly asked: readonly string[];

  constructor(
    private readonly spec: Pick<SpecModel, 'name' | 'fields' | 'broken'>,
    drafts: readonly (Pick<DraftField, 'field'> & { readonly spec: Pick<SpecField, 'name'> })[],
    private readonly report: Report,
  ) {
    this.asked = [...spec.fields.map(({ name }) => name.value), ...spec.broken];
    for (const name of this.asked) this.broken.add(name).add(`${name}_id`);
    for (const { field, spec: asked } of drafts)
      for (const name of [asked.name.value, field.reference?.relation ?? field.name, field.name])
        this.fields.set(name, field);
  }

  get(name: string): Field | undefined {
    return this.fields.get(name);
  }

  /** The field or other column; null after reporting an unknown one. */
  find({ value, at }: Located<string>, others: readonly string[] = []): Named | null {
    const field = this.fields.get(value);
    if (field !== undefined) return field;
    if (others.includes(value)) return { name: value };
    if (this.broken.has(value)) return null;
    // A field with a problem of its own may be the one that is meant.
    const broken = this.asked.filter((name) => !this.fields.has(name));
    const known = [...new Set([...[...this.fields.values()].map(({ name }) => name), ...broken])];
    const all = known.length === 0 ? 'add the field first' : `fields: ${known.join(', ')}`;
    const help = didYouMean(value, [...this.fields.keys(), ...broken, ...others], all);
    const message = `\`${this.spec.name.value}\` has no field \`${value}\``;
    return this.report.error('unknown-field', message, at, help);
  }
}

interface CheckingRows {
  readonly model: Model;
  readonly names: Names;
  readonly report: Report;
  /** The roles that the project defines. */
  readonly roles: readonly string[];
}

function checkRows(
  { rows }: Pick<SpecModel, 'rows'>,
  { model, names, report, roles }: CheckingRows,
): RowRules {
  const rule = (given: Located<string> | null, kind: 'owner' | 'tenant'): string | null => {
    const field = given && names.find(given);
    if (!field) return null;
    const [target, example] = OWN_TARGETS[kind];
    if (field.type === 'ref' && field.reference?.model === target) return field.name;
    const message = `\`${given.value}\` does not refer to \`${target}\``;
    const help = `the ${kind} must be a field such as \`${example}: ref=${target}\``;
    return report.error('bad-row-rule', message, given.at, help);
  };
  const parent = (given: Located<string> | null): string | null => {
    const field = given && names.find(given);
    if (!field) return null;
    const target = field.reference?.model;
    const isOther =
      target !== undefined && target !== model.name && !BUILT_IN_CLASSES.includes(target);
    if (field.type === 'ref' && isOther) return field.name;
    const message = `\`${given.value}\` does not refer to another model, so rows cannot follow the rules of a parent`;
    const help = '`as` must be a field such as `invoice: ref=Invoice`';
    return report.error('bad-row-rule', message, given.at, help);
  };
  const fieldsOf = (given: SpecRules) => ({
    owner: rule(given.owner, 'owner'),
    tenant: rule(given.tenant, 'tenant'),
    as: parent(given.as),
  });
  const byRole = rows.byRole.flatMap(({ role, ...given }) => {
    checkRole(role.value, role.at, report, roles);
    if (role.value === '*')
      report.error(
        'bad-role',
        '`*` is not a role',
        role.at,
        'write rules for every role directly below `rows`',
      );
    const fields = fieldsOf(given);
    const preset = checkPreset(given, report);
    return ROW_RULE_KINDS.flatMap((kind): RoleRule[] => {
      const field = fields[kind];
      return field === null
        ? []
        : [{ kind, field, roles: [role.value], ...(kind === 'owner' && preset) }];
    });
  });
  return {
    ...fieldsOf(rows),
    ...(byRole.length > 0 && { byRole: together(byRole) }),
    except: checkExcept(rows, report, roles),
    ...checkPreset(rows, report),
  };
}

const OWN_TARGETS = { owner: ['User', 'created_by'], tenant: ['Tenant', 'tenant'] } as const;

/** Whether an owner is somebody else than who creates a row. */
function checkPreset(
  { owner, preset = null }: SpecRules,
  report: Report,
): Pick<RowRules, 'preset'> {
  if (preset !== null && owner === null) {
    const help = 'name the field: `rows: { owner: guardian, preset: false }`';
    report.error('bad-row-rule', '`preset` has no effect without `owner`', preset.at, help);
  }
  return owner !== null && preset?.value === false ? { preset: false } : {};
}

/** Rules in which the roles that see rows by one field are named together. */
function together(rules: readonly RoleRule[]): readonly RoleRule[] {
  const found = new Map<string, RoleRule>();
  for (const rule of rules) {
    const key = [rule.kind, rule.field, rule.preset].join(' ');
    const roles = [...(found.get(key)?.roles ?? []), ...rule.roles];
    found.set(key, { ...rule, roles });
  }
  return [...found.values()];
}

/** The roles that see every row. */
function checkExcept(rows: SpecModel['rows'], report: Report, roles: readonly string[]): string[] {
  const { except, byRole } = rows;
  if (except === null) return [];
  if (byRole.length === 0 && ROW_RULE_KINDS.every((kind) => rows[kind] === null)) {
    const message = '`except` has no effect without `owner`, `tenant` or `as`';
    report.error(
      'bad-row-rule',
      message,
      except.at,
      'remove `except`: without a rule everybody sees every row',
    );
  }
  for (const { value, at } of except.value) {
    if (value !== '*') checkRole(value, at, report, roles);
    else
      report.error(
        'bad-role',
        '`*` would except every role',
        at,
        'name the roles that see every row',
      );
  }
  return [...new Set(except.value.map(({ value }) => value))];
}

function checkLabel(
  { label, fields }: SpecModel,
  { names, login, report }: Checking,
): string | null {
  const [first, ...more] = fields.filter(({ words }) => words.label !== undefined);
  if (label === null) {
    const marked = first ? [first, ...more] : [];
    const parts = marked.map(({ name }) => names.get(name.value));
    return first ? parts.map((field) => (field ? `{${field.name}}` : '')).join(' ') : null;
  }
  const { value, at } = label;
  if (first) {
    const message = 'the model already has a label';
    report.error('two-labels', message, first.words.label!.at, 'remove one of the two');
  }
  const inside = /\{([^{}]*)\}/g;
  if (!inside.test(value)) {
    const help = `put a field in braces: \`{${fields[0]?.name.value ?? 'name'}}\``;
    return report.error('bad-label', 'the label contains no field', at, help);
  }
  return value.replace(inside, (whole, name: string) => {
    const field = names.find({ value: name.trim(), at }, ['id', ...login]);
    return field === null ? whole : `{${field.name}}`;
  });
}

interface Checking {
  readonly names: Names;
  /** The built-in fields of `User` or `Tenant`, which a spec does not define: it names them in labels and groups alone. */
  readonly login: readonly string[];
  readonly report: Report;
}

function checkGroups(
  spec: SpecModel,
  key: 'unique' | 'indexes',
  { names, login, report }: Checking,
): string[][] {
  const stamps = key === 'indexes' ? stampsOf(spec) : [];
  const seen = new Set<string>();
  return spec[key].map(({ value, at }) => {
    const found = value.flatMap((name) => {
      const field = names.find(name, [...login, ...stamps]);
      return field && isIndexable(field, name, key, report) ? [field.name] : [];
    });
    const fail = (message: string, help = 'remove one of the two') =>
      report.error('bad-group', message, at, help);
    const word = key === 'unique' ? 'unique' : 'index';
    const listed = value.map((name) => name.value);
    if (listed.includes('id') && isOwnKey(spec, names))
      fail(
        '`id` is the key, and no field of a group',
        `remove the group, as \`id\` is unique by itself, or say the index in SQL: sql_indexes: { ${listed.join('_')}: ${key === 'unique' ? 'UNIQUE ' : ''}(${listed.join(', ')}) }`,
      );
    else if (new Set(found).size < found.length) fail('a field is repeated in this group');
    else if (value.length === 1 && found.length === 1 && !login.includes(found[0]!))
      fail(
        'a group needs at least two fields',
        `write \`${word}\` on the field itself: \`${value[0]!.value}: ...:${word}\``,
      );
    else if (found.length === value.length && seen.has(found.join()))
      fail('this group is repeated');
    seen.add(found.join());
    return found;
  });
}

/** Whether the `id` of a spec is the key that every model has, and no field. */
const isOwnKey = ({ fields }: SpecModel, names: Names): boolean =>
  names.get('id') === undefined && fields.some(({ name }) => name.value === 'id');

/** The fields of periods that do not overlap, by their stored names. */
function checkPeriods({ noOverlap }: SpecModel, names: Names): Pick<Model, 'noOverlap'> {
  if (noOverlap === null) return {};
  const found = (all: readonly Located<string>[]) =>
    all.map((one) => names.find(one)?.name ?? null);
  const [start = null, end = null] = found(noOverlap.fields);
  const by = found(noOverlap.by);
  // Names that are unknown have been reported.
  if (start === null || end === null || by.includes(null)) return {};
  return { noOverlap: { fields: [start, end], by: by.flatMap((name) => name ?? []) } };
}

/** The condition of frozen rows, by the stored name of its field. */
function checkFrozen(
  { frozen }: SpecModel,
  names: Names,
  report: Report,
  roles: readonly string[],
): Pick<Model, 'frozen'> {
  if (frozen === null) return {};
  const { when, except } = frozen;
  for (const { value, at } of except) checkRole(value, at, report, roles);
  const { field, values } = conditionIn(when.value);
  const found = names.find({ value: field, at: when.at });
  // A name that is unknown has been reported.
  if (found === null) return {};
  return { frozen: { field: found.name, values, except: except.map(({ value }) => value) } };
}

/** The layouts of the list, by the stored names of their fields. */
function checkLayouts({ board, calendar }: SpecModel, names: Names): Pick<Model, 'layouts'> {
  const columns = board && names.find(board);
  const [from, to] = [
    calendar && names.find(calendar.from),
    calendar?.to && names.find(calendar.to),
  ];
  // A name that is unknown has been reported.
  const layouts: Layout[] = [
    ...(columns ? [{ kind: 'board' as const, field: columns.name }] : []),
    ...(from ? [{ kind: 'calendar' as const, field: from.name, ...(to && { to: to.name }) }] : []),
  ];
  return layouts.length === 0 ? {} : { layouts };
}

function isIndexable(
  { name, type }: Named,
  { at }: Located<string>,
  key: string,
  report: Report,
): boolean {
  if (type !== 'text' && type !== 'json' && type !== 'list' && type !== 'refs') return true;
  const message = `\`${name}\` is ${type} and cannot be in \`${key}\``;
  report.error('bad-group', message, at, type === 'text' ? NOT_INDEXED : 'remove it');
  return false;
}

function checkAccess(
  access: readonly SpecAccess[],
  report: Report,
  roles: readonly string[],
): Record<string, Action[]> {
  const entries = access.map(({ role, actions }): [string, Action[]] => {
    if (role.value !== '*') checkRole(role.value, role.at, report, roles);
    const known = actions.flatMap((action) => checkAction(action, report));
    return [role.value, [...new Set(known)]];
  });
  return Object.fromEntries(entries);
}

const ACTION_SYNONYMS = synonyms({
  list: 'index',
  show: 'read view get',
  create: 'add new insert post',
  edit: 'write update patch',
  delete: 'remove destroy',
  clone: 'copy',
});

function checkAction({ value, at }: Located<string>, report: Report): Action[] {
  const known = ACTIONS.find((action) => action === value);
  if (known !== undefined) return [known];
  const near = ACTION_SYNONYMS.get(value.toLowerCase()) ?? nearest(value, ACTIONS);
  const all = `actions: ${ACTIONS.join(', ')}`;
  const help = near === null ? all : `did you mean \`${near}\`? ${all}`;
  report.error('unknown-action', `\`${value}\` is not an action`, at, help);
  return [];
}
