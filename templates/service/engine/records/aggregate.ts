import { UTC, isTimeZone } from '../fields/periods.js';
import type { AggregateGroup } from '../model/operations.js';
import type { GroupOptions, WhereOption } from '../model/records.js';
import { ALL, and, type Where } from '../model/where.js';
import { fitWhere, readableWhere } from './conditions/where-from-code.js';
import { directionOf, pageOf, sortable, tooMany } from './find.js';
import {
  FUNCTIONS,
  hasPeriods,
  isMeasurable,
  splitPeriod,
  type AggregateFunction,
  type Grouping,
  type GroupOrder,
  type Measure,
} from './query/groupings.js';
import { readGroups } from './reading/read-groups.js';
import { MAX_RECORDS } from './reading/read-records.js';
import { authorize, type Granted, type Scope } from './scope.js';

/** One aggregate of a field over all records that match a condition. */
export async function aggregate(
  scope: Scope,
  of: AggregateFunction,
  field: string,
  { where }: WhereOption<object> = {},
): Promise<unknown> {
  const [row] = await groupBy(scope, [], { where, [of]: [field] });
  return row![of]![field];
}

type Options = GroupOptions<object, string> & {
  readonly where?: WhereOption<object>['where'];
  /** A restriction of the list itself. */
  readonly restriction?: Where;
  /** Characters: records whose values are longer are in no group. */
  readonly longest?: number;
};

/** Groups of records that are equal in some fields, with their count and the requested aggregates. */
export async function groupBy(
  scope: Scope,
  names: readonly string[],
  options: Options = {},
): Promise<readonly AggregateGroup[]> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'list');
  const by = names.map((name) => groupingOf(name, allowed));
  const measures = FUNCTIONS.flatMap((of) =>
    ((options[of] ?? []) as readonly string[]).map((field) => measureOf(of, field, allowed)),
  );
  const order = orderOf(options.order ?? {}, by, scope);
  const restriction = fitWhere(options.restriction ?? ALL, model, core);
  const where = and(allowed.grant.where, readableWhere(options.where, allowed), restriction);
  const { limit, longest, timeZone = UTC } = options;
  if (!isTimeZone(timeZone)) throw new TypeError(`there is no time zone ${timeZone}`);
  const page = pageOf(limit, 0);
  const request = { where, by, measures, order, page, timeZone, longest, isCounted: false };
  const { groups } = await readGroups(request, scope);
  if (limit === undefined && groups.length > MAX_RECORDS) throw tooMany('groups');
  return groups;
}

function groupingOf(name: string, allowed: Granted): Grouping {
  const [field, period] = splitPeriod(name, (one) => allowed.model.column.has(one));
  const column = sortable(field, allowed);
  if (period !== null && !hasPeriods(column))
    throw new TypeError(`${allowed.model.name}.${field} has no ${period}: it is a ${column.type}`);
  return { name, column, period };
}

function measureOf(of: AggregateFunction, field: string, allowed: Granted): Measure {
  const column = sortable(field, allowed);
  if (isMeasurable(of, column)) return { of, column };
  throw new TypeError(
    `there is no ${of} of ${allowed.model.name}.${field}, which is a ${column.type}`,
  );
}

const orderOf = (
  given: Readonly<Record<string, unknown>>,
  by: readonly Grouping[],
  { model }: Scope,
): readonly GroupOrder[] =>
  Object.entries(given).map(([name, direction]) => {
    const grouping = name === '_count' ? 'count' : by.find((one) => one.name === name);
    if (!grouping) throw new TypeError(`the groups of ${model.name} are not by ${name}`);
    return { by: grouping, direction: directionOf(direction) };
  });
