import type {
  AccessRules,
  Action,
  FieldAccess,
  RowRule,
} from '../../../service/engine/model/access-rules.js';
import { conditionMutants, EVERYTHING, negated } from './condition-mutants.js';

/** How the rules of a mutant differ from the project's rules. */
export type MutantKind = 'dropped' | 'negated' | 'widened' | 'opened';

/** Access rules with one mistake in them, which a test should notice. */
export interface RuleMutant {
  /** Names the clause by its words and not by its index, so that the key outlives other rules: `Note owner(author_id) negated`. */
  readonly key: string;
  /** The mistake in words: "rule `owner(author_id)` of Note negated". */
  readonly name: string;
  readonly kind: MutantKind;
  readonly model: string;
  /** The path of the clause in the definition: `rows[1]`, `fields.margin.read`, `roles.Viewer`. */
  readonly place: string;
  readonly rules: AccessRules;
  /** The key of a wider mutant. Tests that miss the wider mutant also miss this mutant. */
  readonly within: string | null;
}

/** Facts about a project that decide which mutants make a difference. */
export interface MutantFacts {
  /** The actions that the HTTP methods of each known role allow. */
  readonly roles: Readonly<Record<string, readonly Action[]>>;
  /** The fields of the model that may be null. */
  readonly nullable: readonly string[];
}

/** The actions that requests need. `clone` and `field` only decide about buttons of the back-office. */
const REQUESTED: readonly Action[] = ['list', 'show', 'create', 'edit', 'delete'];
const READING: readonly Action[] = ['list', 'show', 'create'];
const WRITING: readonly Action[] = ['create', 'edit'];
const REACHING: readonly Action[] = ['list', 'show', 'edit', 'delete'];

/** All mutants of a model's rules, the wider ones before those within them. Mutants that could change no answer are left out. */
export function mutantsOf(
  model: string,
  rules: AccessRules,
  facts: MutantFacts,
): readonly RuleMutant[] {
  const subject = new Subject(model, rules, facts);
  return [
    ...exceptionMutants(subject),
    ...rowMutants(subject),
    ...fieldMutants(subject),
    ...giftMutants(subject),
  ];
}

/** A mutant that lacks the name and the other rules of its model. */
interface Mistake {
  /** The key without the name of the model. */
  readonly says: string;
  readonly name: string;
  readonly kind: MutantKind;
  readonly place: string;
  readonly change: Partial<AccessRules>;
  readonly within?: RuleMutant | null;
}

/** The rules of one model, and the roles that they can make a difference to. */
class Subject {
  /** The preset roles, and the other roles that the rules name. */
  readonly known: readonly string[];

  constructor(
    readonly model: string,
    readonly rules: AccessRules,
    readonly facts: MutantFacts,
  ) {
    this.known = [...new Set([...Object.keys(facts.roles), ...namedRoles(rules)])];
  }

  mutant({ says, change, within = null, ...mistake }: Mistake): RuleMutant {
    const { model, rules } = this;
    const changed = { ...rules, ...change };
    return {
      ...mistake,
      ...{ key: `${model} ${says}`, model, rules: changed, within: within && within.key },
    };
  }

  /** The actions that a role's methods allow. Roles that nobody has defined yet may get any method. */
  allowed(role: string): readonly Action[] {
    const { roles } = this.facts;
    const actions = Object.hasOwn(roles, role) ? roles[role]! : REQUESTED;
    return REQUESTED.filter((action) => actions.includes(action));
  }

  /** The known roles that may do one of these actions with the model. */
  acting(actions: readonly Action[]): readonly string[] {
    return this.known.filter((role) => {
      const kept = keptBy(this.rules, role);
      return this.allowed(role).some((one) => actions.includes(one) && kept.includes(one));
    });
  }

  /** The roles to which some row rule applies. */
  seeing(roles: readonly string[]): readonly string[] {
    const { rows } = this.rules;
    return roles.filter((role) => rows === null || rows.some((rule) => countsFor(rule, role)));
  }
}

const countsFor = ({ roles }: RowRule, role: string): boolean => roles?.includes(role) ?? true;

/** The actions that the exceptions of a model leave to a role. */
const keptBy = ({ roles }: Pick<AccessRules, 'roles'>, role: string): readonly Action[] =>
  roles[role] ?? roles['*'] ?? REQUESTED;

function namedRoles({ roles, rows, fields, gives = {} }: AccessRules): readonly string[] {
  return [
    ...Object.keys(roles),
    ...(rows ?? []).flatMap((rule) => rule.roles ?? []),
    ...Object.values(fields).flatMap(({ read = [], write = [] }) => [...read, ...write]),
    ...Object.entries(gives).flatMap(([role, given]) => [role, ...given]),
  ].filter((role) => role !== '*');
}

/** Exceptions by role: each dropped, and widened by each action that the role lacks. */
function exceptionMutants(subject: Subject): RuleMutant[] {
  const { model, rules } = subject;
  return Object.entries(rules.roles).flatMap(([role, kept]) => {
    const { [role]: _, ...others } = rules.roles;
    const left = role === '*' ? REQUESTED : keptBy({ roles: others }, role);
    const possible = role === '*' ? othersAllowed(subject) : subject.allowed(role);
    const place = `roles.${role}`;
    const who = role === '*' ? 'every other role' : `role ${role}`;
    const isChanged = possible.some((action) => kept.includes(action) !== left.includes(action));
    const dropped = subject.mutant({
      ...{ says: `${place} dropped`, kind: 'dropped', place, change: { roles: others } },
      name: `exception of ${who} of ${model} dropped`,
    });
    const widened = possible
      .filter((action) => !kept.includes(action))
      .map((action) =>
        subject.mutant({
          ...{ says: `${place} +${action}`, kind: 'widened', place },
          name: `${who} may also ${action} ${model}`,
          change: { roles: { ...rules.roles, [role]: [...kept, action] } },
          within: left.includes(action) ? dropped : null,
        }),
      );
    return [...(isChanged ? [dropped] : []), ...widened];
  });
}

/** The actions of the known roles that no exception names; any action if there is no such role yet. */
function othersAllowed(subject: Subject): readonly Action[] {
  const others = subject.known.filter((role) => !Object.hasOwn(subject.rules.roles, role));
  if (others.length === 0) return REQUESTED;
  const allowed = others.map((role) => subject.allowed(role));
  return REQUESTED.filter((action) => allowed.some((actions) => actions.includes(action)));
}

/** Row rules: all of them opened, and each dropped, negated, widened to other roles, and mutated in its own options. */
function rowMutants(subject: Subject): RuleMutant[] {
  const { rows } = subject.rules;
  if (rows === null) return [];
  const opened = openedRows(subject, rows);
  return [
    opened,
    ...rows.flatMap((rule, index) => {
      const clause = new Clause(subject, rows, index);
      return [
        clause.change('dropped', ''),
        ...negatedRule(clause, rule),
        ...widenedRule(clause, rule, opened),
        ...(rule.kind === 'owner' ? ownerMutants(clause, rule) : []),
        ...(rule.kind === 'custom' ? customMutants(clause, rule) : []),
      ];
    }),
  ];
}

/** Everybody sees every row. The other rules stay, because they also fill in owners and tenants. */
function openedRows(subject: Subject, rows: readonly RowRule[]): RuleMutant {
  const { model } = subject;
  const index = rows.findIndex(({ kind }) => kind === 'roles');
  const exception = index < 0 ? null : `${ruleText(rows, index)} of ${model}`;
  return subject.mutant({
    ...{ says: 'rows opened', kind: 'opened', place: index < 0 ? 'rows' : `rows[${index}]` },
    name: exception
      ? `exception \`${exception}\` widened to everybody`
      : `row rules of ${model} opened: everybody sees every row`,
    change: { rows: [...rows, { kind: 'custom', where: () => EVERYTHING }] },
  });
}

/** One row rule among the rules of its model. */
class Clause {
  readonly text: string;

  constructor(
    readonly subject: Subject,
    readonly rows: readonly RowRule[],
    readonly index: number,
  ) {
    this.text = ruleText(rows, index);
  }

  /** The mutant that has other rules in place of this one, or none. */
  change(
    kind: MutantKind,
    part: string,
    { says = kind, name, within, ...mutant }: ClauseChange = {},
  ): RuleMutant {
    const { subject, rows, index, text } = this;
    const rule = 'rule' in mutant ? [mutant.rule!] : [];
    return subject.mutant({
      ...{ kind, place: `rows[${index}]${part}`, within: within ?? null },
      says: `${text} ${says}`,
      name: name ?? `rule \`${text}\` of ${subject.model} ${kind}`,
      change: { rows: rows.toSpliced(index, 1, ...rule) },
    });
  }
}

interface ClauseChange {
  readonly rule?: RowRule;
  readonly says?: string;
  readonly name?: string;
  readonly within?: RuleMutant;
}

/** The rule as its file writes it; the number tells rules with equal words apart. */
function ruleText(rows: readonly RowRule[], index: number): string {
  const text = rows.map(textOf);
  const count = text.slice(0, index + 1).filter((one) => one === text[index]).length;
  const isAlone = text.filter((one) => one === text[index]).length === 1;
  return isAlone ? text[index]! : `${text[index]!} #${count}`;
}

function textOf(rule: RowRule): string {
  if (rule.kind === 'roles') return `allFor(${rule.roles.join(', ')})`;
  const only = rule.roles ? `roles: ${rule.roles.join(', ')}` : '';
  if (rule.kind === 'custom') return `custom(${only})`;
  const name = rule.kind === 'parent' ? 'asParent' : rule.kind;
  return `${name}(${[rule.field, only].filter(Boolean).join(', ')})`;
}

/** The rows that the rule does not show, for the roles of the rule. */
function negatedRule(clause: Clause, rule: RowRule): RuleMutant[] {
  if (rule.kind === 'roles') return [];
  const { roles } = rule;
  const where = (user: Parameters<CustomRule['where']>[0]) => negated(conditionOf(rule, user));
  return [
    clause.change('negated', '', { rule: { kind: 'custom', where, ...(roles && { roles }) } }),
  ];
}

type CustomRule = Extract<RowRule, { kind: 'custom' }>;
type OwnerRule = Extract<RowRule, { kind: 'owner' }>;

/** The condition that a rule stands for. */
function conditionOf(
  rule: Exclude<RowRule, { kind: 'roles' }>,
  user: Parameters<CustomRule['where']>[0],
): ReturnType<CustomRule['where']> {
  switch (rule.kind) {
    case 'owner':
      return { op: 'eq', field: rule.field, value: user.id };
    case 'tenant':
      return { op: 'in', field: rule.field, values: user.tenants };
    case 'parent':
      return { op: 'rule', field: rule.field };
    case 'custom':
      return rule.where(user);
  }
}

/** Whether an exception shows a role every row, so that no other rule shows it more. */
const seesAll = (rows: readonly RowRule[], role: string): boolean =>
  rows.some(({ kind, roles }) => kind === 'roles' && roles?.includes(role));

/** A rule for some roles: for everybody, and for each other role that reaches rows. */
function widenedRule(clause: Clause, rule: RowRule, opened: RuleMutant): RuleMutant[] {
  const { text, subject } = clause;
  const { roles, ...others } = rule;
  if (roles === undefined) return [];
  const toAll =
    rule.kind === 'roles'
      ? opened
      : clause.change('widened', '', {
          rule: others as RowRule,
          says: 'for everybody',
          name: `rule \`${text}\` of ${subject.model} widened to everybody`,
          within: opened,
        });
  const toEach = subject
    .acting(REACHING)
    .filter((role) => !roles.includes(role) && !seesAll(clause.rows, role))
    .map((role) =>
      clause.change('widened', '', {
        rule: { ...rule, roles: [...roles, role] } as RowRule,
        says: `+${role}`,
        name: `rule \`${text}\` of ${subject.model} widened to ${role}`,
        within: toAll,
      }),
    );
  return toAll === opened ? toEach : [toAll, ...toEach];
}

/** The options of an owner rule. */
function ownerMutants(clause: Clause, rule: OwnerRule): RuleMutant[] {
  const { text, subject } = clause;
  const of = `of rule \`${text}\` of ${subject.model}`;
  const mutant = (kind: MutantKind, option: keyof OwnerRule, value: boolean, name: string) =>
    clause.change(kind, `.${option}`, {
      ...{ rule: { ...rule, [option]: value }, says: `${option}: ${value}`, name },
    });
  return [
    ...(rule.write ? [] : [mutant('opened', 'write', true, `\`write: false\` ${of} lifted`)]),
    ...(rule.preset ? [] : [mutant('dropped', 'preset', true, `\`preset: false\` ${of} dropped`)]),
    ...(rule.byName ? [mutant('dropped', 'byName', false, `\`byName: true\` ${of} dropped`)] : []),
  ];
}

/** The clauses of the condition that a custom rule returns. */
function customMutants(clause: Clause, rule: CustomRule): RuleMutant[] {
  const { known, facts, model } = clause.subject;
  return conditionMutants((user) => rule.where(user), known, facts.nullable).map(
    ({ kind, path, text, says, where }) =>
      clause.change(kind, path, {
        rule: { ...rule, where },
        says: path === '' ? says : `${path.slice(1)} ${says}`,
        name: `condition \`${text}\` of rule \`${clause.text}\` of ${model} ${says}`,
      }),
  );
}

const LAYERS = {
  read: { says: 'readable', actions: READING },
  write: { says: 'writable', actions: WRITING },
} as const;

/** Field rules: each opened for everybody, and for each other role that could use the field. */
function fieldMutants(subject: Subject): RuleMutant[] {
  return Object.entries(subject.rules.fields).flatMap(([field, rule]) =>
    (['read', 'write'] as const).flatMap((layer) =>
      rule[layer] === undefined ? [] : layerMutants(subject, field, rule, layer),
    ),
  );
}

function layerMutants(
  subject: Subject,
  field: string,
  rule: FieldAccess,
  layer: 'read' | 'write',
): RuleMutant[] {
  const { model, rules } = subject;
  const { says, actions } = LAYERS[layer];
  const { [layer]: roles = [], ...others } = rule;
  const place = `fields.${field}.${layer}`;
  const changed = (to: FieldAccess) => ({ fields: { ...rules.fields, [field]: to } });
  const opened = subject.mutant({
    ...{ says: `${place} opened`, kind: 'opened', place, change: changed(others) },
    name: `field ${field} of ${model} ${says} by everybody`,
  });
  const widened = subject
    .seeing(subject.acting(actions))
    .filter((role) => !roles.includes(role))
    .map((role) =>
      subject.mutant({
        ...{ says: `${place} +${role}`, kind: 'widened', place, within: opened },
        name: `field ${field} of ${model} ${says} by ${role}`,
        change: changed({ ...rule, [layer]: [...roles, role] }),
      }),
    );
  return [opened, ...widened];
}

/** The roles that a role of users gives: each entry dropped, and widened by each other role. Only Admins give Admin. */
function giftMutants(subject: Subject): RuleMutant[] {
  const { rules, known, model } = subject;
  const { gives = {} } = rules;
  return Object.entries(gives).flatMap(([role, given]) => {
    const { [role]: _, ...others } = gives;
    const place = `gives.${role}`;
    const dropped = subject.mutant({
      ...{ says: `${place} dropped`, kind: 'dropped', place, change: { gives: others } },
      name: `\`gives\` of role ${role} of ${model} dropped`,
    });
    const widened = known
      .filter((one) => one !== 'Admin' && !given.includes(one))
      .map((one) =>
        subject.mutant({
          ...{ says: `${place} +${one}`, kind: 'widened', place },
          name: `role ${role} may also give the role ${one}`,
          change: { gives: { ...gives, [role]: [...given, one] } },
        }),
      );
    return [dropped, ...widened];
  });
}
