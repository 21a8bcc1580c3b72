import type { DataSource } from 'typeorm';
import { READ_METHODS, actionsOf, type AccessRules, type Action } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { isKeyless, withoutKey } from './keyless.js';

const READING = actionsOf(READ_METHODS);
/** The actions of a view without ids, which has no way to a single row. */
const LISTING = READING.filter((action) => action !== 'show');

/** Whether a model is only read. */
export const isView = ({ entity }: Pick<ModelInfo, 'entity'>, dataSource: DataSource): boolean =>
  dataSource.getMetadata(entity).tableType === 'view';

/** All models; those that are only read have no other actions, for no role. */
export const described = (
  models: readonly ModelInfo[],
  dataSource: DataSource,
): readonly ModelInfo[] =>
  models.map((model) => {
    if (!isView(model, dataSource)) return model;
    const isListed = isKeyless(dataSource.getMetadata(model.entity));
    const actions = isListed ? LISTING : READING;
    const access = readingAlone(model.access, actions);
    return { ...(isListed ? withoutKey(model) : model), actions, access, isUnindexed: true };
  });

/** Access rules by which no role does more than these actions. */
function readingAlone({ roles, ...rules }: AccessRules, reading: readonly Action[]): AccessRules {
  const named = { '*': reading, ...roles };
  const kept = Object.entries(named).map(([role, actions]) => [
    role,
    actions.filter((action) => reading.includes(action)),
  ]);
  return { ...rules, roles: Object.fromEntries(kept) as AccessRules['roles'] };
}
