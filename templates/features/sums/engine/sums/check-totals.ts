import { isNumber, isText, type ColumnInfo } from '../fields/column-info.js';
import type { AccessRules, Action } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { hint } from '../problem/problem.js';
import { isMeasurable } from '../records/query/groupings.js';
import { declaredIn, relationOf, totalsOf, type Declared } from './totals.js';

/** What is wrong with the totals of models: what they are of, and who would read of lines that they may not read. */
export function refusals(models: readonly ModelInfo[]): readonly string[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  return models.flatMap((model) =>
    totalsOf(model).flatMap((column) => {
      const at = `${model.name}.${column.name}`;
      return problemsOf(column, model, byName).map((one) => `${at}: ${one}`);
    }),
  );
}

function problemsOf(
  column: ColumnInfo,
  model: ModelInfo,
  byName: ReadonlyMap<string, ModelInfo>,
): readonly string[] {
  const declared = declaredIn(column);
  if (!declared)
    return [`its total ${column.total} must be like sum(items.amount), count(items), min or max`];
  const relation = relationOf(model, declared);
  const lines = relation && byName.get(relation.model);
  if (!lines)
    return [`its total needs lines: add \`@Field({ lines: true })\` to ${declared.relation}`];
  const field = declared.field === null ? null : lines.column.get(declared.field);
  if (field === undefined || field?.role === 'hidden')
    return [`its total names ${declared.field}${hint(declared.field!, lines.column.keys())}`];
  return [...typeProblems(declared, column, field), ...readerProblems(column, field, model, lines)];
}

function typeProblems(
  { kind }: Declared,
  column: ColumnInfo,
  field: ColumnInfo | null,
): readonly string[] {
  const isEmpty = kind === 'min' || kind === 'max';
  const problems: string[] = [];
  if (isEmpty !== column.nullable)
    problems.push(
      isEmpty
        ? `it is null without lines: make it nullable`
        : `it is 0 without lines: give it the default 0, not null`,
    );
  if (field === null) {
    if (column.type !== 'integer') problems.push('a count is an integer');
  } else if (field.type !== column.type)
    problems.push(`it is ${column.type}, and the field that it is of is ${field.type}`);
  else if (kind === 'sum' && !isNumber(field)) problems.push('a sum is of numbers');
  else if (kind !== 'count' && !isMeasurable(kind, field))
    problems.push(`there is no ${kind} of ${field.type} values`);
  else if (isText(column) && (field.max ?? Infinity) > (column.max ?? Infinity))
    problems.push(`its ${column.max} characters are fewer than those of the field that it is of`);
  else if (field.transformer || column.transformer)
    problems.push('the database cannot compute values with a transformer');
  else problems.push(...digitProblems(kind, column, field));
  return problems;
}

/** A total that loses digits of a decimal would differ from its lines. A sum that has too many digits is refused when it is written. */
function digitProblems(kind: Declared['kind'], column: ColumnInfo, field: ColumnInfo): string[] {
  const [own, other] = [digitsOf(column), digitsOf(field)];
  if (own.after < other.after)
    return [`its ${own.after} decimal places are fewer than those of the field that it is of`];
  return kind !== 'sum' && own.before < other.before
    ? [`its ${own.before} digits before the point are fewer than those of the field that it is of`]
    : [];
}

/** The digits before and after the point. */
function digitsOf({ type, precision, scale }: ColumnInfo) {
  if (type !== 'decimal' || precision === null) return { before: Infinity, after: Infinity };
  return { before: precision - (scale ?? 0), after: scale ?? 0 };
}

/** Whoever reads a total learns something of every line. */
function readerProblems(
  column: ColumnInfo,
  field: ColumnInfo | null,
  model: ModelInfo,
  lines: ModelInfo,
): readonly string[] {
  const readers = model.access.fields[column.name]?.read;
  const allowed = field ? lines.access.fields[field.name]?.read : undefined;
  const problems: string[] = [];
  if (allowed && !(readers && readers.every((role) => allowed.includes(role))))
    problems.push(
      `everybody who reads it has to read ${lines.name}.${field!.name}: let only ${allowed.join(', ') || 'nobody'} read it`,
    );
  const linked = lines.access.fields[lines.lineParent!.field]?.read;
  if (linked && !(readers && readers.every((role) => linked.includes(role))))
    problems.push(
      `everybody who reads it has to read ${lines.name}.${lines.lineParent!.field}, by which lines are counted: let only ${linked.join(', ') || 'nobody'} read it`,
    );
  if (!seesAll(readers, lines))
    problems.push(
      `everybody who reads it has to see all lines: give ${lines.name} the rows of ${model.name} (\`asParent\`), or let fewer roles read it`,
    );
  const without = rolesWithout(readers, model.access, lines.access);
  if (without.length > 0)
    problems.push(`${without.join(', ')} may not list ${lines.name}: let only other roles read it`);
  const lent = isLent(readers, model, lines)
    ? rolesWithout(undefined, model.access, lines.access)
    : [];
  if (without.length === 0 && lent.length > 0)
    problems.push(
      `a reader who also is ${lent.join(' or ')} sees records of ${model.name} whose lines only that role hides: let ${lent.join(', ')} list ${lines.name}`,
    );
  return problems;
}

/** Whether rules of rows hide no line of a record from those who read its total. */
function seesAll(
  readers: readonly string[] | undefined,
  { access, lineParent }: ModelInfo,
): boolean {
  if (access.rows === null) return true;
  return access.rows.some((rule) => {
    const forAll = !rule.roles || (readers?.every((role) => rule.roles!.includes(role)) ?? false);
    if (rule.kind === 'parent') return forAll && rule.field === lineParent?.field;
    return rule.kind === 'roles' && forAll;
  });
}

/**
 * Whether some role may lend whoever reads a total, by another one, records whose lines that other one does not see: where lines are
 * seen as their records are, and those by rules for roles.
 */
function isLent(
  readers: readonly string[] | undefined,
  { access }: ModelInfo,
  lines: ModelInfo,
): boolean {
  const others = lines.access.rows?.filter(({ kind }) => kind !== 'parent') ?? null;
  const isAsParent =
    others !== null && !seesAll(readers, { ...lines, access: { ...lines.access, rows: others } });
  const byRole = (access.rows ?? []).some(
    ({ kind, roles }) => kind === 'roles' || kind === 'parent' || roles !== undefined,
  );
  return isAsParent && byRole;
}

/** The roles that would read a total and may not list its lines. */
function rolesWithout(
  readers: readonly string[] | undefined,
  own: AccessRules,
  lines: AccessRules,
): readonly string[] {
  const named = readers ?? [
    ...new Set([...Object.keys(own.roles), ...Object.keys(lines.roles), '*']),
  ];
  return named.filter((role) => {
    const reads = may(own, role, 'list') || may(own, role, 'show');
    return reads && !may(lines, role, 'list');
  });
}

const may = ({ roles }: AccessRules, role: string, action: Action): boolean =>
  (Object.hasOwn(roles, role) ? roles[role]! : (roles['*'] ?? [action])).includes(action);
