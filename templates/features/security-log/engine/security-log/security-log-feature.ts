import type { Feature, ServiceParts, Stop } from '../service/project.js';
import { duration } from '../settings/setting-values.js';
import { securityLogEntries } from './log-module.js';
import { EventRecorder } from './event-recorder.js';
import { removeOld } from './stored-events.js';

/** The settings of the security log. */
export interface SecurityLogSettings {
  /** Seconds for which events are kept. */
  readonly keep: number;
}

/** Keeps security events, for administrators. */
export const securityLog: Feature<SecurityLogSettings> = {
  name: 'security-log',
  models: [securityLogEntries],
  readSettings: (read) => ({ keep: read('SECURITY_LOG_KEEP', '90d', duration) }),
  testSettings: { keep: 3600 },
  securityEvents: (parts) => {
    const recorder = new EventRecorder(parts);
    recorders.set(parts.database, recorder);
    return (event) => recorder.observe(event);
  },
  start: (parts, { keep }) => keepClean(parts, keep * 1000),
};

/** One for each service. */
const recorders = new WeakMap<ServiceParts['database'], EventRecorder>();

const HOUR = 3_600_000;

/** Removes what is older than so many milliseconds, hourly; once stopped, all that has been observed is written. */
function keepClean({ database, logger }: ServiceParts, keep: number): Stop {
  const clean = () =>
    removeOld(database, new Date(Date.now() - keep)).catch((error: unknown) =>
      logger.warn({ err: error }, 'old security events were not removed'),
    );
  let cleaning = clean();
  const timer = setInterval(() => (cleaning = clean()), HOUR).unref();
  return async () => {
    clearInterval(timer);
    await cleaning;
    await recorders.get(database)?.written();
  };
}
