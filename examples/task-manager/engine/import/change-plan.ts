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
import type { Plan, PlannedColumn } from './plan.js';
import { refused } from './table.js';
import { fieldsOf, type ImportField, type Target } from './target.js';

const FORM = ['encoding', 'separator', 'sheet'] as const;
const LOCALE = ['decimal', 'dates', 'time_zone'] as const;

/** A plan as a request changes it; 422 lists what is wrong with the columns. */
export async function changePlan(
  known: Planned,
  body: Readonly<Record<string, unknown>>,
  bytes: Bytes,
  parts: PlanParts,
): Promise<Planned> {
  const unknown = Object.keys(body).find((name) => !['options', 'columns', 'on'].includes(name));
  if (unknown !== undefined)
    throw refused(show(unknown), 'unknown-field', 'Only options, columns and on can be changed.');
  let planned = await withOptions(known, body['options'] ?? {}, bytes, parts);
  if (body['on'] !== undefined)
    planned = withPlan(planned, { on: keyIn(body['on'], parts.target) });
  if (body['columns'] === undefined) return planned;
  const { samples, locale, on } = planned.plan;
  const decided = columnsIn(body['columns'], planned.plan, parts.target);
  return withPlan(planned, { columns: await withWays(decided, samples, locale, on, parts) });
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
    throw refused(`options.${show(unknown)}`, 'unknown-field', `Options are ${names.join(', ')}.`);
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
  const { columns, on } = plan;
  return headers(planned.plan) === headers(plan) ? withPlan(planned, { columns, on }) : planned;
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
  const taken = new Set<string>();
  const problems: FieldProblem[] = [];
  const columns = plan.columns.map(({ header }, at) => {
    const column = columnIn(given[at], header, fields);
    const wrong = 'wrong' in column ? column.wrong : repeated(column, taken);
    if (wrong) problems.push(...told(wrong, at, target));
    return 'wrong' in column ? { header } : column;
  });
  const [first, ...rest] = problems;
  if (first) throw invalid([first, ...rest]);
  return columns;
}

/** What is wrong with a column: its member, the code, and the name that was given. */
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

function repeated({ field }: PlannedColumn, taken: Set<string>): Wrong | null {
  if (field == null) return null;
  if (taken.has(field)) return ['field', 'repeated', field];
  taken.add(field);
  return null;
}

function told([member, code, name]: Wrong, at: number, target: Target): FieldProblem[] {
  const field = ['columns', at, ...(member === '' ? [] : [member])].join('.');
  if (code === 'unknown-field') {
    const why = refusalOf(name, target);
    return [
      why === 'unknown'
        ? { field, code, message: `There is no field ${show(name)} to import.` }
        : { field, code: why, message: `${show(name)} cannot be written by an import of yours.` },
    ];
  }
  const messages: Readonly<Record<string, string>> = {
    repeated: `Another column has ${name}.`,
    value: `by is one of ${name}.`,
    type: 'A column is an object.',
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
