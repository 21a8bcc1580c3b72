import { isCleanText } from '../fields/storable.js';
import { invalid, type FieldProblem } from '../problem/problem.js';
import type { ConditionValue, NewView, ViewContent } from './saved-view.js';
import { textOf } from './stored-views.js';

/** How large a view may be. */
export const LIMITS = {
  name: 60,
  conditions: 50,
  /** Values of a condition. */
  values: 100,
  /** Characters of a value. */
  value: 500,
  columns: 200,
  parameters: 10,
  /** Characters of all that a view has, as JSON. */
  content: 8000,
} as const;

/** A condition's parameter, or a field by which a list is sorted: `customer.name`, `total__gte`. */
const PATH = /^[A-Za-z_][\w.]{0,130}$/;
const PARAMETER = /^[a-z][a-z_]{0,30}$/;
/** Parameters of a list's address that a view has elsewhere, or that say which view it is. */
const TAKEN = ['filter', 'sort', 'order', 'page', 'perPage', 'displayedFilters', 'view'];
const FIELDS = ['model', 'name', 'filter', 'sort', 'columns', 'parameters'];

type Body = Readonly<Record<string, unknown>>;
type Wrong = (field: string, code: string, message: string) => void;

/** Reads a view that somebody saves. `models` are the paths of the lists. Throws 422 with the problems of all fields. */
export function readView(body: Body, models: readonly string[]): NewView {
  const problems: FieldProblem[] = [];
  const wrong: Wrong = (field, code, message) =>
    void problems.push({ field, code, message: `${field} ${message}` });
  for (const field of Object.keys(body))
    if (!FIELDS.includes(field)) wrong(field, 'unknown', 'is not known here.');
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  if (!models.includes(model)) wrong('model', 'not-found', 'must be the path of a list.');
  const content = readContent(body, wrong);
  if (textOf(content).length > LIMITS.content)
    wrong('filter', 'max', `and all else must have at most ${LIMITS.content} characters.`);
  const view = { model, name: readName(body['name'], wrong), ...content };
  const [first, ...others] = problems;
  if (first) throw invalid([first, ...others]);
  return view;
}

function readName(value: unknown, wrong: Wrong): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '') wrong('name', 'required', 'is required.');
  // Names are told in one line, and are stored as they are, so that two that differ are two in the database.
  if ([...name].length > LIMITS.name || !isCleanText(name) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name))
    wrong('name', 'max', `must have at most ${LIMITS.name} characters, all in one line.`);
  return name;
}

const readContent = (body: Body, wrong: Wrong): ViewContent => ({
  filter: readFilter(body['filter'] ?? {}, wrong),
  sort: readSort(body['sort'] ?? null, wrong),
  columns: readColumns(body['columns'] ?? null, wrong),
  parameters: readParameters(body['parameters'] ?? {}, wrong),
});

function readFilter(value: unknown, wrong: Wrong): ViewContent['filter'] {
  const entries = isObject(value) ? Object.entries(value) : null;
  const isRight = entries?.every(([key, one]) => PATH.test(key) && isCondition(one));
  if (entries !== null && isRight && entries.length <= LIMITS.conditions)
    return Object.fromEntries(entries) as ViewContent['filter'];
  wrong(
    'filter',
    'type',
    `must be an object of at most ${LIMITS.conditions} conditions, each with a text, a number, true, false, or a list of these.`,
  );
  return {};
}

const isCondition = (value: unknown): boolean =>
  Array.isArray(value) ? value.length <= LIMITS.values && value.every(isValue) : isValue(value);

function isValue(value: unknown): value is ConditionValue {
  if (typeof value === 'string') return value.length <= LIMITS.value && isCleanText(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function readSort(value: unknown, wrong: Wrong): ViewContent['sort'] {
  if (value === null) return null;
  const { field, order, ...others } = isObject(value) ? value : {};
  const isRight = typeof field === 'string' && PATH.test(field) && Object.keys(others).length === 0;
  if (isRight && (order === 'ASC' || order === 'DESC')) return { field, order };
  wrong('sort', 'type', 'must be {"field": "name", "order": "ASC"}, or "DESC", or absent.');
  return null;
}

function readColumns(value: unknown, wrong: Wrong): ViewContent['columns'] {
  if (value === null) return null;
  const isName = (one: unknown) => typeof one === 'string' && PATH.test(one);
  if (Array.isArray(value) && value.length <= LIMITS.columns && value.every(isName))
    return [...new Set(value as string[])];
  wrong('columns', 'type', 'must be a list of fields, or absent.');
  return null;
}

function readParameters(value: unknown, wrong: Wrong): ViewContent['parameters'] {
  const entries = isObject(value) ? Object.entries(value) : null;
  const isRight = entries?.every(
    ([key, text]) =>
      PARAMETER.test(key) && !TAKEN.includes(key) && typeof text === 'string' && isValue(text),
  );
  if (entries !== null && isRight && entries.length <= LIMITS.parameters)
    return Object.fromEntries(entries) as ViewContent['parameters'];
  wrong('parameters', 'type', 'must be an object of texts: other parameters of the address.');
  return {};
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
