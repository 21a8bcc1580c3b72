import type { DataSource } from 'typeorm';
import { READ_METHODS, actionsOf, type AccessRules } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';

const READING = actionsOf(READ_METHODS);

/** Whether a model is only read. */
export const isView = ({ entity }: Pick<ModelInfo, 'entity'>, dataSource: DataSource): boolean =>
  dataSource.getMetadata(entity).tableType === 'view';

/** All models; those that are only read have no other actions, for no role. */
export const described = (
  models: readonly ModelInfo[],
  dataSource: DataSource,
): readonly ModelInfo[] =>
  models.map((model) =>
    isView(model, dataSource)
      ? { ...model, actions: READING, access: readingAlone(model.access) }
      : model,
  );

/** Access rules by which no role does more than read. */
function readingAlone({ roles, ...rules }: AccessRules): AccessRules {
  const named = { '*': READING, ...roles };
  const kept = Object.entries(named).map(([role, actions]) => [
    role,
    actions.filter((action) => READING.includes(action)),
  ]);
  return { ...rules, roles: Object.fromEntries(kept) as AccessRules['roles'] };
}
