import type { ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Page } from './parse-page.js';
import { refuse } from '../../problem/problem.js';
import { foldWhere, type OwnWhere } from '../../model/fold-where.js';
import type { Where } from '../../model/where.js';

/** How much one request may ask for. */
export interface QueryLimits {
  readonly maxPageSize: number;
  /** Records of a page whose end is not stated; 25 unless given. */
  readonly defaultPageSize?: number;
  readonly maxQueryCost: number;
  /** Maximum bytes of a page of records; unlimited unless given. */
  readonly pageLimit?: number;
}

/** What a request itself asks for; conditions added by row rules are not counted. */
export interface QueryRequest {
  readonly conditions: readonly Where[];
  readonly page: Page;
  readonly expand: readonly string[];
  /** To-many relations whose records are counted. */
  readonly counted: readonly unknown[];
  /** What records are grouped by, and what is computed of each group. */
  readonly groupings?: readonly unknown[];
  readonly measures?: readonly unknown[];
}

/** Searching a text takes this many times as long as a comparison; reading a JSON value takes longest on SQLite. */
const TEXT_COST = 15;
const LINK_COST = 30;
const JSON_COST = 90;
/** The cost of grouping each record that matches. */
const GROUPING_COST = 20;
const MEASURE_COST = 5;
/** For one condition, including `q` with any words over any number of fields: no condition alone is refused, whatever the limit. */
const MAX_CONDITION_COST = 150;
/** For a page of the maximum size; each expanded relation reads as many records again. */
const PAGE_COST = 10;
/** Far below the expression depth that databases refuse. */
const MAX_CONDITIONS = 200;

/** Throws 400 where a request costs more than the limit, with a breakdown of the costs. */
export function assertAffordable(
  { conditions, page, expand, counted, groupings = [], measures = [] }: QueryRequest,
  model: ModelInfo,
  { maxPageSize, maxQueryCost }: QueryLimits,
): void {
  if (conditions.length > MAX_CONDITIONS)
    throw refuse('', 'too-many', `A query has at most ${MAX_CONDITIONS} conditions`);
  const rows = Math.ceil((PAGE_COST * (page.end - page.start)) / maxPageSize);
  const ofPage = rows * (1 + expand.length) + LINK_COST * counted.length;
  const costs = conditions.map((condition) =>
    Math.min(costOf(condition, model), MAX_CONDITION_COST),
  );
  const ofGroups = GROUPING_COST * groupings.length + MEASURE_COST * measures.length;
  const sum = costs.reduce((all, cost) => all + cost, ofPage + ofGroups);
  if (sum <= maxQueryCost) return;
  const kinds = new Map([
    [PAGE, ofPage],
    [GROUPS, ofGroups],
  ]);
  for (const [index, condition] of conditions.entries()) {
    const kind = kindOf(condition, costs[index]!);
    kinds.set(kind, (kinds.get(kind) ?? 0) + costs[index]!);
  }
  throw tooCostly(sum, maxQueryCost, kinds);
}

const costOf = (where: Where, model: ModelInfo): number =>
  foldWhere(where, {
    joined: (_, costs) => costs.reduce((sum, cost) => sum + cost, 0),
    not: (cost) => cost,
    related: ({ op }) => RELATED_COSTS[op],
    own: (own) => ownCost(own, model),
  });

/** Of what records refer to, a request itself asks for words alone. */
const RELATED_COSTS = { linked: LINK_COST, parent: TEXT_COST, children: 1 } as const;

/** Whether each value is read to compare it: JSON, and what a type that a feature adds looks into. */
const readsWhole = (column: ColumnInfo | undefined): boolean =>
  column?.type === 'json' || column?.added?.matches !== undefined;

function ownCost(where: OwnWhere, model: ModelInfo): number {
  switch (where.op) {
    case 'contains':
      return TEXT_COST;
    case 'words':
      return TEXT_COST * where.fields.length * where.words.length;
    case 'eq':
    case 'in':
      return readsWhole(model.column.get(where.field)) ? JSON_COST : 1;
    case 'all':
    case 'none':
    case 'null':
    case 'same':
    case 'less':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
    case 'startsWith':
    case 'rule':
    case 'related':
      return 1;
  }
}

const PAGE = 'the page and its relations';
const GROUPS = 'groups and their figures';

function kindOf(where: Where, cost: number): string {
  if (where.op === 'not') return kindOf(where.item, cost);
  if (where.op === 'linked') return 'conditions on many-to-many fields';
  return cost < TEXT_COST ? 'comparisons' : 'conditions on text or json';
}

function tooCostly(sum: number, limit: number, costs: ReadonlyMap<string, number>) {
  const parts = [...costs].filter(([, cost]) => cost > 0).sort(([, a], [, b]) => b - a);
  const prices = parts.map(([kind, cost]) => `${cost} for ${kind}`).join(', ');
  return refuse(
    '',
    'too-costly',
    `The query costs ${sum}, and at most ${limit} is allowed: ${prices}`,
  );
}
