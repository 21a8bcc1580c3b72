import type { DataSource } from 'typeorm';
import { READ_METHODS, actionsOf, type AccessRules } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { StartRefused } from '../settings/settings.js';

const READING = actionsOf(READ_METHODS);

/** Whether a model is only read. */
export const isView = ({ entity }: Pick<ModelInfo, 'entity'>, dataSource: DataSource): boolean =>
  dataSource.getMetadata(entity).tableType === 'view';

/**
 * All models; those that are only read have no other actions, for no role. Refuses the start for one without a key, with which nothing
 * else can be checked.
 */
export function described(
  models: readonly ModelInfo[],
  dataSource: DataSource,
): readonly ModelInfo[] {
  const unkeyed = dataSource.entityMetadatas.filter(
    ({ tableType, primaryColumns }) => tableType === 'view' && primaryColumns.length === 0,
  );
  if (unkeyed.length > 0) throw new StartRefused(unkeyed.map(({ name }) => `${name}: ${NO_KEY}`));
  return models.map((model) =>
    isView(model, dataSource)
      ? { ...model, actions: READING, access: readingAlone(model.access), isUnindexed: true }
      : model,
  );
}

const NO_KEY =
  'a `@ViewEntity` needs a `@PrimaryColumn`, whose values are unique; a view without one can number its rows: `row_number() OVER (ORDER BY ...) AS id`';

/** Access rules by which no role does more than read. */
function readingAlone({ roles, ...rules }: AccessRules): AccessRules {
  const named = { '*': READING, ...roles };
  const kept = Object.entries(named).map(([role, actions]) => [
    role,
    actions.filter((action) => READING.includes(action)),
  ]);
  return { ...rules, roles: Object.fromEntries(kept) as AccessRules['roles'] };
}
