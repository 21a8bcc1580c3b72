import type { Feature, ServiceParts, Stop } from '../service/project.js';
import { hasHistory } from './has-history.js';
import { addHistory } from './history-endpoint.js';
import { historyPaths } from './history-paths.js';
import { hourly } from './hourly.js';
import { keepTime, removeOld } from './keep.js';
import { recordChanges } from './record-changes.js';

/** The settings of the history. */
export interface HistorySettings {
  /** Milliseconds for which changes are kept, where a model does not say. */
  readonly keep: number;
}

/** Keeps what writes change, of the models that ask for it. */
export const history: Feature<HistorySettings> = {
  name: 'history',
  readSettings: (read) => ({ keep: read('HISTORY_KEEP', '2y', keepTime) }),
  testSettings: { keep: keepTime('2y') },
  endpoints: { add: addHistory, paths: historyPaths },
  written:
    ({ database, engine }) =>
    ({ entity }) =>
      hasHistory({ entity })
        ? recordChanges(() => engine().model(entity.name), database.dialect)
        : null,
  start: (parts, { keep }) => keepClean(parts, keep),
};

/** Removes what is older than so many milliseconds. */
const keepClean = ({ database, engine, logger }: ServiceParts, keep: number): Stop =>
  hourly(
    () => removeOld(database, engine.models, keep),
    (err) =>
      logger.warn(
        { err },
        'old changes of the history were not removed; the next try is in an hour',
      ),
  );
