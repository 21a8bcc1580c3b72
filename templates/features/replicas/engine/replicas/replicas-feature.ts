import type { Feature } from '../service/project.js';
import { replicaMeasures } from './replica-measures.js';
import { NOTHING, readSettings, type ReplicaSettings } from './replica-settings.js';
import { POSITION_HEADER, trackRequests } from './track-requests.js';

/** Reads from streaming replicas of PostgreSQL, where users read their own writes. */
export const replicas: Feature<ReplicaSettings> = {
  name: 'replicas',
  readSettings,
  refusals: ({ settings }, { urls }) =>
    urls.length > 0 && settings.databaseUrl.startsWith('sqlite:') ? [NO_REPLICAS] : [],
  testSettings: NOTHING,
  async database(opened, { logger }, own) {
    if (own.urls.length === 0 || opened.dialect.name === 'sqlite') return opened;
    // The driver need not even be installed without replicas.
    const { openReplicas } = await import('./replicated-database.js');
    return openReplicas(opened, own, (text) => logger.warn(text));
  },
  measures: ({ database, features }) =>
    (features.get(replicas) as ReplicaSettings).urls.length > 0 ? replicaMeasures(database) : [],
  headers: { sent: [POSITION_HEADER], read: [POSITION_HEADER] },
  middleware: (_parts, { urls }) => (urls.length > 0 ? trackRequests : null),
};

const NO_REPLICAS =
  'DATABASE_REPLICA_URLS: an SQLite file has no replicas: leave this setting empty, or set `DATABASE_URL=postgres://...`';
