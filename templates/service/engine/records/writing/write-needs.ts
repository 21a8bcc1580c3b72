import { keptFields } from '../../access/row-rules.js';
import { isId } from '../../fields/record-id.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { Grant } from '../../model/access-rules.js';
import type { ModelHooks } from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { WriteOptions } from '../../model/operations.js';
import {
  isUnrestricted,
  type Change,
  type Core,
  type Guard,
  type LineSteps,
  type NeedOf,
  type NeededSteps,
  type Step,
} from '../scope.js';
import { hasIncrements, hasLines, type Draft } from './draft.js';

const STEPS: readonly Step[] = ['turn', 'before', 'check', 'after', 'transaction'];

/** Whether all writes need a step, or which of them. */
type Need = boolean | NeedOf;
type Needs = Readonly<Partial<Record<Step, Need>>>;

/** A model for which writes are planned. */
interface Planned {
  readonly model: ModelInfo;
  readonly hooks: ModelHooks;
  readonly lines: LineSteps | null;
  readonly guards: readonly Guard[];
  readonly core: Pick<Core, 'triggered' | 'model' | 'database'>;
}

/** What each part of `T` makes necessary. A new part does not compile until a table says so. */
type Table<T, Args extends readonly unknown[] = []> = Readonly<
  Record<keyof T, Needs | ((...args: Args) => Needs)>
>;

/** Parts that make no step necessary. */
const none = <Part extends string>(...parts: readonly Part[]): Record<Part, Needs> =>
  Object.fromEntries(parts.map((part) => [part, {}])) as Record<Part, Needs>;

/** Both more than the statement of the row, and something to check. */
const more = (need: NeedOf): Needs => ({ check: need, transaction: need });

const OF_DRAFT: Table<Draft> = {
  // Which columns are set is a question of the fields.
  columns: {
    transaction: ({ id, draft }) => id !== null && Object.keys(draft.columns).length === 0,
  },
  links: more(({ draft }) => Object.keys(draft.links).length > 0),
  increments: {
    ...more(({ draft }) => hasIncrements(draft)),
    before: ({ draft }) => hasIncrements(draft),
  },
  aside: { before: ({ draft }) => draft.aside !== undefined },
  lines: {
    ...more(({ draft }) => hasLines(draft)),
    turn: ({ draft }) => hasLines(draft),
  },
  problems: more(({ draft }) => draft.problems.length > 0),
  sentKey: more(({ draft }) => draft.sentKey !== undefined),
  ...none('virtual', 'unsent', 'byCode', 'keysByCode', 'isMove'),
};

const OF_CHANGE: Table<Change> = {
  id: { transaction: ({ id }) => id !== null && !isId(id) },
  ...none('mode', 'index', 'draft', 'options'),
};

const OF_OPTIONS: Table<WriteOptions> = {
  ifMatch: { transaction: ({ options }) => options?.ifMatch !== undefined },
  ifRow: { transaction: ({ options }) => options?.ifRow !== undefined },
};

/** What a row rule hides has to be looked at before and after the write. */
const OF_GRANT: Table<Grant> = {
  where: { transaction: (_, grant) => !isUnrestricted(grant) },
  ...none('user', 'roles', 'isRestricted', 'readable', 'writable', 'shown', 'readableKey'),
  ...none('readingRoles', 'shows'),
};

const IN_TRANSACTION: Needs = { before: true, after: true, transaction: true };

/** Of the hooks that a model has. */
const OF_HOOK: Table<ModelHooks> = {
  beforeSave: { ...IN_TRANSACTION, turn: true },
  written: IN_TRANSACTION,
  afterSave: { ...IN_TRANSACTION, turn: true },
  afterCommit: IN_TRANSACTION,
  committed: IN_TRANSACTION,
  ...none('beforeValidate', 'beforeTransaction', 'afterLines', 'beforeDelete', 'afterDelete'),
};

const OF_FIELD: Table<ColumnInfo, [column: ColumnInfo, planned: Planned]> = {
  reference: (column, planned) => (column.reference ? needsOfReference(column, planned) : {}),
  transformer: (column) => (column.transformer ? { transaction: isRead(column) } : {}),
  ...none('name', 'column', 'type', 'role', 'nullable', 'default', 'values', 'enforce', 'min'),
  ...none('added', 'max', 'precision', 'scale', 'format', 'pattern', 'patternMessage', 'unit'),
  ...none('help', 'search', 'derivedFrom', 'total', 'from', 'makes', 'listed', 'series', 'steps'),
  ...none('isShort'),
};

/** A change of a reference is compared with the row as it was, or with other rows. */
function needsOfReference(column: ColumnInfo, planned: Planned): Needs {
  const { name, reference } = column;
  const isSet: NeedOf = ({ draft }) => draft.columns[name] != null;
  const isChanged = changes(name);
  const isEnforced = isEnforcedByDatabase(column, planned);
  return {
    check: isSet,
    transaction: isEnforced
      ? isChanged
      : (one, grant) => isSet(one, grant) || isChanged(one, grant),
    // Two changes of a tree that are each fine may form a cycle together.
    ...(reference!.model === planned.model.name && { turn: isChanged }),
  };
}

const changes =
  (...names: readonly string[]): NeedOf =>
  ({ id, draft }) =>
    id !== null && names.some((name) => name in draft.columns);

/** A statement returns columns as they are stored, and nothing else. */
const isRead =
  ({ name }: { readonly name: string }): NeedOf =>
  (_, { readable }) =>
    readable.has(name);

/** Whether the database refuses references to missing rows: it cannot detect a soft-deleted one. */
function isEnforcedByDatabase(
  { column, reference }: ColumnInfo,
  { model, core }: Planned,
): boolean {
  const target = core.model(reference!.model);
  if (target.columns.some(({ role }) => role === 'deleted')) return false;
  const { foreignKeys } = core.database.dataSource.getMetadata(model.entity);
  return foreignKeys.some(({ columnNames }) => columnNames.includes(column));
}

const ofAny =
  (needs: readonly NeedOf[]): NeedOf =>
  (change, grant) =>
    needs.some((one) => one(change, grant));

const OF_MODEL: Table<ModelInfo, [planned: Planned]> = {
  table: ({ model, core }) => ({ transaction: core.triggered.has(model.table) }),
  links: ({ model }) => ({ transaction: ofAny(model.links.map(isRead)) }),
  extras: ({ model }) => ({ transaction: ofAny(model.extras.map(isRead)) }),
  label: ({ model }) => ({ transaction: model.label.kind === 'function' }),
  lineParent: ({ lines }) => ({ after: lines !== null, transaction: lines?.isLine ?? false }),
  // Lines are added to the record that a change returns.
  children: ({ lines }) => ({
    transaction: lines !== null && lines.contained.size > 0 && ofChanges,
  }),
  access: ({ model }) => ({
    check: (model.access.rows ?? []).length > 0,
    transaction: changes(...keptFields(model)),
  }),
  composed: ({ model: { name, composed } }) => ({
    turn: changes(
      ...[...(composed?.byName.values() ?? [])]
        .filter(({ column }) => column.reference!.model === name)
        .flatMap(({ column, parts }) => [column, ...parts].map((one) => one.name)),
    ),
  }),
  rules: ({ model }) => (model.rules ? { before: true, check: true, transaction: ofChanges } : {}),
  // Fields and hooks have tables of their own.
  ...none('columns', 'column', 'stored', 'hooks', 'name', 'entity', 'prefix', 'ones', 'exists'),
  ...none(
    'actions',
    'isKeyless',
    'about',
    'isUnindexed',
    'key',
    'keyColumns',
    'rowKey',
    'rowNumber',
    'uniques',
    'indexes',
    'referrers',
    'unlisted',
    'notes',
    'frozen',
  ),
};

const ofChanges: NeedOf = ({ id }) => id !== null;

/** The steps that writes of a model need, by all that it consists of. */
export function neededBy(planned: Planned): NeededSteps {
  const { model, hooks, guards } = planned;
  const present = Object.entries(OF_HOOK).filter(([name]) => hooks[name as keyof ModelHooks]);
  const all = [
    ...needsIn(OF_MODEL, planned),
    ...present.flatMap(([name, needs]) => needsIn({ [name]: needs })),
    ...model.stored.flatMap((column) => needsIn(OF_FIELD, column, planned)),
    ...[OF_GRANT, OF_DRAFT, OF_CHANGE, OF_OPTIONS].flatMap((table) => needsIn(table)),
    // What a guard gives is stored with the row: only what it completes or refuses has to be checked.
    ...guards.map(({ concerns, complete, refusals }) =>
      complete || refusals ? more(concerns) : { transaction: concerns },
    ),
  ];
  const steps = STEPS.map((step) => [step, all.map((needs) => needs[step] ?? false)] as const);
  return {
    always: new Set(steps.flatMap(([step, needs]) => (needs.includes(true) ? [step] : []))),
    by: Object.fromEntries(steps.map(([step, needs]) => [step, anyOf(needs)])) as NeededSteps['by'],
  };
}

const needsIn = <Args extends readonly unknown[]>(
  table: Readonly<Record<string, Needs | ((...args: Args) => Needs)>>,
  ...args: Args
): readonly Needs[] =>
  Object.values(table).map((needs) => (typeof needs === 'function' ? needs(...args) : needs));

function anyOf(needs: readonly Need[]): NeedOf {
  if (needs.includes(true)) return () => true;
  const some = needs.filter((need) => typeof need === 'function');
  return (change, grant) => {
    for (const need of some) if (need(change, grant)) return true;
    return false;
  };
}
