import type { Feature, ServiceParts, Stop } from '../service/project.js';
import { hasHistory } from './has-history.js';
import { addHistory } from './history-endpoint.js';
import { historyPaths } from './history-paths.js';
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

const HOUR = 3_600_000;

/** Removes what is older than so many milliseconds, now and hourly. */
function keepClean({ database, engine, logger }: ServiceParts, keep: number): Stop {
  const clean = () =>
    removeOld(database, engine.models, keep).catch((error: unknown) =>
      logger.warn(
        { err: error },
        'old changes of the history were not removed; the next try is in an hour',
      ),
    );
  let cleaning = clean();
  const timer = setInterval(() => (cleaning = clean()), HOUR).unref();
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}
