import type { Feature, ServiceParts, Stop } from '../service/project.js';
import { hasTrash } from './bin.js';
import { refusals } from './check-trash.js';
import { keepTime } from './keep-time.js';
import { moveToTrash } from './move-to-trash.js';
import { addRestore } from './restore-endpoint.js';
import { sweepTrash } from './sweep.js';
import { describeTrash, restorePaths } from './trash-paths.js';
import { trashView } from './trash-view.js';

/** The settings of the trash. */
export interface TrashSettings {
  /** Milliseconds for which deleted records are kept, where a model does not say. */
  readonly keep: number;
}

/** Keeps deleted records of the models that ask for it, until they come back or their time is over. */
export const trash: Feature<TrashSettings> = {
  name: 'trash',
  readSettings: (read) => ({ keep: read('TRASH_KEEP', '30d', keepTime) }),
  testSettings: { keep: keepTime('30d') },
  guards: { of: () => [], refusals },
  removal: (model) => (hasTrash(model) ? moveToTrash : null),
  view: { create: trashView, describe: describeTrash },
  endpoints: { add: addRestore, paths: restorePaths },
  start: (parts, { keep }) => keepClean(parts, keep),
};

const HOUR = 3_600_000;

/** Empties the trash of what is older than so many milliseconds, now and hourly. */
function keepClean(parts: ServiceParts, keep: number): Stop {
  const clean = () =>
    sweepTrash(parts, keep).catch((error: unknown) =>
      parts.logger.warn({ err: error }, 'the trash was not emptied; the next try is in an hour'),
    );
  let cleaning = clean();
  const timer = setInterval(() => (cleaning = clean()), HOUR).unref();
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}
