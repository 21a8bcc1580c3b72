import { hint, refuse, show } from '../../problem/problem.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Query } from '../../model/operations.js';
import { parseCursor, type CursorPosition } from './cursor.js';
import { parseFilter, type FilterContext } from './parse-filter.js';
import { parseOrder, parsePage, type Order, type Page } from './parse-page.js';
import { ProblemCollector } from './problem-collector.js';
import { foundBy, searchPaths, type PathContext } from './search-paths.js';
import { wordsOf } from './search-words.js';
import { assertAffordable, type QueryLimits } from './query-cost.js';
import { ALL, NONE, and, or, type Where } from '../../model/where.js';

/** A list request, in terms of columns that its reader may read. */
export interface ListRequest {
  readonly where: Where;
  readonly order: readonly Order[];
  readonly page: Page;
  /** The position behind which the page begins; null where it is counted from the first record. */
  readonly after: CursorPosition | null;
  readonly expand: readonly string[];
  /** The fields that records have besides `id` and `_label`; null for all. */
  readonly fields: readonly string[] | null;
  /** The to-many relations whose records are counted. */
  readonly counted: readonly Countable[];
}

/** A to-many relation, and those of its records that the reader may list. */
export interface Countable {
  readonly name: string;
  readonly model: ModelInfo;
  /** The foreign key of `model` that refers back. */
  readonly field: string;
  readonly where: Where;
}

/** What the interpretation of a query depends on. */
export interface QueryContext extends FilterContext, PathContext {
  readonly limits: QueryLimits;
  /** The to-many relations whose records the reader may count. */
  readonly countable: () => readonly Countable[];
  readonly searchedFields: (model: ModelInfo) => readonly string[];
}

/**
 * Reads a query string; everything that is wrong with it is reported in one 400. Only readable columns have names here: one
 * that the reader may not read and one that does not exist get the same response.
 */
export function parseQuery(query: Query, model: ModelInfo, context: QueryContext): ListRequest {
  const attempt = new ProblemCollector();
  const { maxPageSize, defaultPageSize } = context.limits;
  const page = attempt.that(() => parsePage(query, maxPageSize, defaultPageSize));
  const order = attempt.that(() => parseOrder(query, model, context.grant));
  const after = attempt.that(() => order && parseCursor(query, order, model));
  const expand = attempt.that(() => parseExpand(query._expand, model, context));
  const fields = attempt.that(() => parseFields(query._fields, context));
  const counted = attempt.that(() => parseCount(query._count, context));
  const conditions = parseConditions(query, model, context, attempt);
  attempt.end();
  const request = {
    where: and(...conditions),
    order: order!,
    page: page!,
    after,
    expand: expand!,
    fields,
    counted: counted!,
    conditions,
  };
  assertAffordable(request, model, context.limits);
  return request;
}

/** What the filters of a query and its `q` say, all of which must hold; repeated conditions are there once. */
export function parseConditions(
  query: Query,
  model: ModelInfo,
  context: QueryContext,
  attempt: ProblemCollector,
): readonly Where[] {
  const stated: Where[] = [];
  for (const name of Object.keys(query)) {
    if (name.startsWith('_')) continue;
    const where = attempt.that(() => parseParameter(name, query[name], model, context));
    stated.push(...partsOf(where));
  }
  return distinct(stated);
}

/** The conditions of a parameter, all of which must hold. */
const partsOf = (where: Where | null): readonly Where[] =>
  where === null || where.op === 'all' ? [] : where.op === 'and' ? where.items : [where];

function distinct(conditions: readonly Where[]): readonly Where[] {
  if (conditions.length < 2) return conditions;
  return [...new Map(conditions.map((where) => [JSON.stringify(where), where])).values()];
}

function parseParameter(
  name: string,
  given: Query[string],
  model: ModelInfo,
  context: QueryContext,
): Where {
  if (given === undefined) return ALL;
  const values = valuesOf(name, given);
  return name === 'q'
    ? parseSearch(values, model, context)
    : parseFilter(name, values, model, context);
}

/** Each word of `q` occurs in one of the searched fields that the reader may read, be they of the row or of a record that it refers to. */
function parseSearch(values: readonly string[], model: ModelInfo, context: QueryContext): Where {
  const searched = context.searchedFields(model);
  const fields = searched.filter(
    (name) => context.grant.readable.has(name) && !model.column.get(name)?.transformer,
  );
  const paths = searchPaths(searched, model, context);
  const texts = values.filter((value) => value !== '');
  if (fields.length + paths.length === 0) return texts.length === 0 ? ALL : NONE;
  const ownWords = (words: readonly string[]): Where =>
    fields.length === 0 ? NONE : { op: 'words', fields, words };
  return and(
    ...texts.flatMap((text) => {
      const words = wordsOf(text, model.label);
      if (paths.length === 0) return [ownWords(words)];
      return words.map((word) => or(ownWords([word]), ...paths.map(foundBy(word))));
    }),
  );
}

/** Names of fields that the reader may read; another one is treated as unknown. */
export function parseFields(
  given: Query[string],
  { grant: { readable } }: Pick<QueryContext, 'grant'>,
): readonly string[] | null {
  if (given === undefined) return null;
  const names = [given].flat().flatMap((value) => value.split(','));
  for (const name of names) {
    if (name === '_label' || readable.has(name)) continue;
    throw refuse(
      '_fields',
      'unknown-field',
      `There is no field ${show(name)}${hint(name, readable)}`,
    );
  }
  return names;
}

/** Names of to-one relations, and of those `listed`; one whose foreign key the reader may not read is treated as unknown. */
export const parseExpand = (
  given: Query[string],
  model: ModelInfo,
  context: Pick<QueryContext, 'grant' | 'countable'>,
  listed: readonly string[] = [],
): readonly string[] => (given === undefined ? [] : parseRelations(given, listed, model, context));

function parseRelations(
  given: string | readonly string[],
  listed: readonly string[],
  model: ModelInfo,
  { grant, countable }: Pick<QueryContext, 'grant' | 'countable'>,
): readonly string[] {
  const parents = model.columns.flatMap((column) =>
    column.reference && grant.readable.has(column.name) ? [column.reference.relation] : [],
  );
  const relations = [...parents, ...listed];
  return relationsIn('_expand', given, relations, (name) =>
    countable().some((one) => one.name === name)
      ? `${show(name)} is a to-many relation: use \`_count\` to count its records, and their own list to read them`
      : undefined,
  );
}

/** To-many relations; one whose records the reader may not list by it is treated as unknown. */
function parseCount(given: Query[string], { countable }: QueryContext): readonly Countable[] {
  if (given === undefined) return [];
  const relations = new Map(countable().map((one) => [one.name, one]));
  const names = relationsIn('_count', given, [...relations.keys()]);
  return names.map((name) => relations.get(name)!);
}

function relationsIn(
  parameter: '_expand' | '_count',
  given: string | readonly string[],
  relations: readonly string[],
  otherwise: (name: string) => string | undefined = () => undefined,
): readonly string[] {
  const names = [given].flat().flatMap((value) => value.split(','));
  for (const name of names) {
    if (!relations.includes(name)) {
      throw refuse(
        parameter,
        'unknown-relation',
        otherwise(name) ?? `There is no relation ${show(name)}${hint(name, relations)}`,
      );
    }
  }
  return [...new Set(names)];
}

function valuesOf(name: string, given: string | readonly string[]): readonly string[] {
  const values = [given].flat();
  for (const value of values) {
    if (typeof value !== 'string') {
      throw refuse(name, 'not-a-text', `${show(name)} must be a plain value`);
    }
    if (value.includes('\0')) throw refuse(name, 'nul', `${show(name)} must not contain NUL`);
  }
  return values;
}
