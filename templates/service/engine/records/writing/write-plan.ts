import { keptFields } from '../../access/row-rules.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { Grant } from '../../model/access-rules.js';
import { chosenHooks, isInTransaction, type ModelHooks } from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import {
  isUnrestricted,
  type Change,
  type Core,
  type LineSteps,
  type Scope,
  type SingleStatement,
  type WritePlan,
} from '../scope.js';
import { hasIncrements, hasLines, type Draft } from './draft.js';

/**
 * Which parts of a draft are written by more than the statement of their row. A new part of drafts has to say it, and a write that
 * has such a part takes a transaction.
 */
const TAKES_MORE: { readonly [Part in keyof Draft]-?: ((draft: Draft) => boolean) | null } = {
  columns: null,
  virtual: null,
  unsent: null,
  byCode: null,
  keysByCode: null,
  isMove: null,
  aside: null,
  links: ({ links }) => Object.keys(links).length > 0,
  increments: hasIncrements,
  lines: hasLines,
  problems: ({ problems }) => problems.length > 0,
};

const TAKING_MORE = Object.values(TAKES_MORE).filter((takes) => takes !== null);

/** The plans of all models. */
export function writePlans(
  core: Core,
  linesOf: (model: ModelInfo) => LineSteps | null,
): Core['plan'] {
  const plans = new Map<ModelInfo, WritePlan>();
  return (model) => {
    const hooks = chosenHooks(model.hooks);
    const known = plans.get(model);
    if (known?.hooks === hooks) return known;
    const plan = createPlan(model, hooks, linesOf(model), core);
    plans.set(model, plan);
    return plan;
  };
}

/** The plan of a model for a write that begins now: somebody may have begun to watch the model, also in another process. */
export const planNow = ({ core, model }: Scope): Promise<WritePlan> | WritePlan =>
  core.ready ? core.ready().then(() => core.plan(model)) : core.plan(model);

const NOTHING_CONTAINED: WritePlan['contained'] = new Map();

function createPlan(
  model: ModelInfo,
  hooks: ModelHooks,
  lines: LineSteps | null,
  core: Core,
): WritePlan {
  const references = model.columns.filter(({ reference }) => reference !== null);
  const contained = lines?.contained ?? NOTHING_CONTAINED;
  const runsCode = isInTransaction(hooks);
  return {
    hooks,
    lines,
    contained,
    references,
    tree: references.filter(({ reference }) => reference!.model === model.name),
    isEachRow: hooks.beforeSave !== undefined || hooks.afterSave !== undefined,
    isSeenFirst: hooks.beforeValidate !== undefined || hooks.beforeTransaction !== undefined,
    isRuled: model.rules !== null || (model.access.rows ?? []).length > 0,
    readsBefore: model.rules !== null || runsCode,
    runsCode,
    // Somebody may begin to watch the records to which lines belong.
    get isShared() {
      return runsCode || (lines?.isHeard() ?? false);
    },
    isSlow: hooks.beforeTransaction !== undefined || (lines?.isSlow ?? false),
    single: singleStatement(model, references, lines, core),
  };
}

function singleStatement(
  model: ModelInfo,
  references: readonly ColumnInfo[],
  lines: LineSteps | null,
  core: Core,
): SingleStatement {
  const creates = !lines?.isLine && !core.triggered.has(model.table);
  const returned = new Map<string, boolean>();
  return {
    creates,
    changes: creates && !lines?.contained.size && model.rules === null,
    compared: new Set([...references.map(({ name }) => name), ...keptFields(model)]),
    unenforced: references.filter((one) => !isEnforced(one, model, core)).map(({ name }) => name),
    returnsAll(grant) {
      const known = returned.get(grant.readableKey);
      if (known !== undefined) return known;
      const all = isReturned(grant, model);
      returned.set(grant.readableKey, all);
      return all;
    },
  };
}

function isReturned({ readable }: Grant, model: ModelInfo): boolean {
  const isRead = ({ name }: { readonly name: string }): boolean => readable.has(name);
  return (
    model.label.kind !== 'function' &&
    ![...model.links, ...model.extras].some(isRead) &&
    !model.columns.some((column) => column.transformer && isRead(column))
  );
}

function isEnforced({ column, reference }: ColumnInfo, model: ModelInfo, core: Core): boolean {
  const target = core.model(reference!.model);
  if (target.columns.some(({ role }) => role === 'deleted')) return false;
  const { foreignKeys } = core.database.dataSource.getMetadata(model.entity);
  return foreignKeys.some(({ columnNames }) => columnNames.includes(column));
}

const takesMore = (draft: Draft): boolean => TAKING_MORE.some((takes) => takes(draft));

/** Whether nothing of a draft has to be compared with a rule or with other rows. */
export const isUnchecked = (draft: Draft, { references, isRuled }: WritePlan): boolean =>
  !isRuled && !takesMore(draft) && references.every(({ name }) => draft.columns[name] == null);

/**
 * Whether one statement is the whole write and returns everything that its writer is shown, so that it needs no transaction:
 * anything read or computed afterwards could fail after the commit. No row rule may apply, for the row would have to be looked at
 * before and after.
 */
export function isSingleStatement(
  { id, draft, options = {} }: Change,
  grant: Grant,
  { single, runsCode }: WritePlan,
): boolean {
  if (runsCode || !isUnrestricted(grant) || !single.returnsAll(grant)) return false;
  if (takesMore(draft)) return false;
  if (single.unenforced.some((name) => draft.columns[name] != null)) return false;
  if (id === null) return single.creates;
  if (!single.changes || !Number.isSafeInteger(id) || options.ifMatch || options.ifRow)
    return false;
  const names = Object.keys(draft.columns);
  return names.length > 0 && names.every((name) => !single.compared.has(name));
}
