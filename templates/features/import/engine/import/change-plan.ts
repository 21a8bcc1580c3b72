import { invalid, show, type FieldProblem } from '../problem/problem.js';
import { isRecord } from '../records/writing/check-payload.js';
import type { Bytes } from './encodings.js';
import { refusalOf } from './guess-columns.js';
import {
  givenLocale,
  makePlan,
  withWays,
  type Given,
  type Planned,
  type PlanParts,
} from './make-plan.js';
import { mappedIn, type Plan, type PlannedColumn, type PlannedConstant } from './plan.js';
import { RowReader } from './read-rows.js';
import { refused } from './table.js';
import { fieldsOf, type ImportField, type Target } from './target.js';

const FORM = ['encoding', 'separator', 'sheet'] as const;
const LOCALE = ['decimal', 'dates', 'time_zone'] as const;
const MEMBERS: readonly string[] = ['options', 'columns', 'constants', 'on'];

/** A plan as a request changes it; 422 lists what is wrong with the columns and the constants. */
export async function changePlan(
  known: Planned,
  body: Readonly<Record<string, unknown>>,
  bytes: Bytes,
  parts: PlanParts,
): Promise<Planned> {
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw refused(
      show(unknown),
      'unknown-field',
      `A change may contain only ${MEMBERS.join(', ')}.`,
    );
  let planned = await withOptions(known, body['options'] ?? {}, bytes, parts);
  if (body['on'] !== undefined)
    planned = withPlan(planned, { on: keyIn(body['on'], parts.target) });
  const { samples, locale, on } = planned.plan;
  if (body['constants'] !== undefined) planned = withPlan(planned, { constants: [] });
  if (body['columns'] !== undefined) {
    const decided = columnsIn(body['columns'], planned.plan, parts.target);
    const columns = await withWays(decided, samples, locale, on, parts);
    planned = withPlan(planned, { columns });
  }
  if (body['constants'] === undefined) return planned;
  const given = constantsIn(body['constants'], planned.plan, parts.target);
  const cells = [given.map(({ value }) => value)];
  const constants = await withWays(given, cells, locale, on, parts);
  await refuseUnreadable({ ...planned.plan, constants }, parts);
  return withPlan(planned, { constants });
}

const withPlan = ({ plan, total }: Planned, change: Partial<Plan>): Planned => ({
  plan: { ...plan, ...change },
  total,
});

/** Another form of the file has it read again; its columns stay as they were decided where their headers are the same. */
async function withOptions(
  known: Planned,
  options: unknown,
  bytes: Bytes,
  parts: PlanParts,
): Promise<Planned> {
  if (!isRecord(options)) throw refused('options', 'type', 'options must be an object.');
  const names: readonly string[] = [...FORM, ...LOCALE];
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw refused(
      `options.${show(unknown)}`,
      'unknown-field',
      `The options are ${names.join(', ')}.`,
    );
  const { plan } = known;
  const changed = FORM.filter((name) => name in options && options[name] !== plan.form[name]);
  const texts = changed.map((name) => {
    if (typeof options[name] !== 'string')
      throw refused(`options.${name}`, 'type', `${name} must be a string.`);
    return [name, options[name]];
  });
  const locale = placed(() => givenLocale(options, plan.locale));
  if (changed.length === 0) return withPlan(known, { locale });
  const { encoding, separator, sheet } = plan.form;
  const { language, labels } = plan;
  const given: Given = {
    ...(encoding !== null && { encoding }),
    ...(separator !== null && { separator }),
    ...(sheet !== null && { sheet }),
    ...Object.fromEntries(texts),
    ...(options as Partial<Given>),
    ...{ language, labels },
  };
  const planned = await placed(() => makePlan(bytes, given, parts));
  const headers = (one: Plan) => JSON.stringify(one.columns.map(({ header }) => header));
  const { columns, constants, on } = plan;
  if (headers(planned.plan) === headers(plan)) return withPlan(planned, { columns, constants, on });
  const mapped = mappedIn(planned.plan);
  return withPlan(planned, { constants: constants.filter(({ field }) => !mapped.has(field)) });
}

function keyIn(on: unknown, { keys }: Target): Plan['on'] {
  if (on === null) return null;
  const found = keys.find((key) => Array.isArray(on) && sameNames(key, on));
  if (found) return found;
  const known = keys.map((key) => key.join(',')).join(' or ');
  throw refused(
    'on',
    'no-unique',
    `on must be null or name a unique set: ${known || 'there is none'}`,
  );
}

const sameNames = (key: readonly string[], given: readonly unknown[]): boolean =>
  key.length === given.length && key.every((name) => given.includes(name));

function columnsIn(given: unknown, plan: Plan, target: Target): readonly PlannedColumn[] {
  if (!Array.isArray(given) || given.length !== plan.columns.length)
    throw refused('columns', 'count', `columns must be a list of ${plan.columns.length}.`);
  const fields = new Map(fieldsOf(target, plan.on).map((field) => [field.name, field]));
  const taken = new Set(plan.constants.map(({ field }) => field));
  const problems: FieldProblem[] = [];
  const columns = plan.columns.map(({ header }, at) => {
    const column = columnIn(given[at], header, fields);
    const wrong = 'wrong' in column ? column.wrong : repeated(column, taken);
    if (wrong) problems.push(...told(wrong, `columns.${at}`, target));
    return 'wrong' in column ? { header } : column;
  });
  refuseAny(problems);
  return columns;
}

/** What all rows have: of each field once, and of none that a column has. */
function constantsIn(given: unknown, plan: Plan, target: Target): readonly PlannedConstant[] {
  if (!Array.isArray(given)) throw refused('constants', 'type', 'constants must be a list.');
  const known = fieldsOf(target, plan.on).filter(({ name }) => name !== 'id');
  const fields = new Map(known.map((field) => [field.name, field]));
  const taken = new Set(mappedIn(plan));
  const problems: FieldProblem[] = [];
  const constants = given.flatMap((one: unknown, at) => {
    const constant = constantIn(one, fields);
    const wrong = 'wrong' in constant ? constant.wrong : repeated(constant, taken);
    if (wrong) problems.push(...told(wrong, `constants.${at}`, target));
    return 'wrong' in constant ? [] : [constant];
  });
  refuseAny(problems);
  return constants;
}

/** Refuses a plan by which no row could be read, before all rows fail by it. */
async function refuseUnreadable(plan: Plan, { target, scopeOf }: PlanParts): Promise<void> {
  const reader = new RowReader({ ...plan, columns: [] }, scopeOf(target.model), scopeOf);
  const [read] = await reader.read([{ number: 1, cells: [] }]);
  const placeOf = (name: string) => plan.constants.findIndex(({ field }) => field === name);
  refuseAny(
    read!.problems.map(({ field, code, message }) => {
      return { field: `constants.${placeOf(field)}.value`, code, message };
    }),
  );
}

function refuseAny([first, ...rest]: readonly FieldProblem[]): void {
  if (first) throw invalid([first, ...rest]);
}

/** The fault of a column: its member, the code, and the name that was given. */
type Wrong = readonly [member: string, code: string, name: string];

function columnIn(
  given: unknown,
  header: string,
  fields: ReadonlyMap<string, ImportField>,
): PlannedColumn | { readonly wrong: Wrong } {
  const { field, by } = isRecord(given) ? given : {};
  if (field === undefined) return isRecord(given) ? { header } : { wrong: ['', 'type', ''] };
  if (field === null) return { header, field };
  const known = typeof field === 'string' ? fields.get(field) : undefined;
  if (!known) return { wrong: ['field', 'unknown-field', String(field)] };
  if (!known.by || by === undefined) return { header, field: known.name };
  return typeof by === 'string' && known.by.includes(by)
    ? { header, field: known.name, by }
    : { wrong: ['by', 'value', known.by.join(', ')] };
}

function constantIn(
  given: unknown,
  fields: ReadonlyMap<string, ImportField>,
): PlannedConstant | { readonly wrong: Wrong } {
  const { field, value } = isRecord(given) ? given : {};
  if (typeof field !== 'string') return { wrong: ['field', 'required', ''] };
  if (typeof value !== 'string') return { wrong: ['value', 'type', ''] };
  const { by, ...column } = { by: undefined, ...columnIn(given, '', fields) };
  return 'wrong' in column ? column : { field, ...(by !== undefined && { by }), value };
}

function repeated({ field }: Pick<PlannedColumn, 'field'>, taken: Set<string>): Wrong | null {
  if (field == null) return null;
  if (taken.has(field)) return ['field', 'repeated', field];
  taken.add(field);
  return null;
}

function told([member, code, name]: Wrong, place: string, target: Target): FieldProblem[] {
  const field = member === '' ? place : `${place}.${member}`;
  if (code === 'unknown-field') {
    const why = refusalOf(name, target);
    return [
      why === 'unknown'
        ? { field, code, message: `There is no field ${show(name)} to import.` }
        : { field, code: why, message: `Your imports may not write ${show(name)}.` },
    ];
  }
  const messages: Readonly<Record<string, string>> = {
    repeated: `${name} has another column, or a value for all rows.`,
    value: `by must be one of ${name}.`,
    required: 'field must be the name of the field that gets the value in all rows.',
    type:
      member === 'value'
        ? 'value must be a string, as a cell of the file would have it.'
        : 'A column must be an object.',
  };
  return [{ field, code, message: messages[code]! }];
}

/** What is wrong with an option, by its place in the request. */
function placed<T>(work: () => T): T {
  const failed = (error: unknown): never => {
    const { problems = [] } = error as { problems?: readonly FieldProblem[] };
    const [first, ...rest] = problems
      .filter(({ field }) => [...FORM, ...LOCALE].some((name) => name === field))
      .map((problem) => ({ ...problem, field: `options.${problem.field}` }));
    throw first ? invalid([first, ...rest]) : error;
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(failed) as T) : result;
  } catch (error) {
    return failed(error);
  }
}
