import { duration, postgresUrls, type SettingReader } from '../settings/setting-values.js';

/** The settings of replicas. */
export interface ReplicaSettings {
  /** PostgreSQL streaming replicas that reads may be sent to. */
  readonly urls: readonly string[];
  /** Maximum age in seconds of what a replica returns. */
  readonly maxLag: number;
}

/** No replicas. */
export const NOTHING: ReplicaSettings = { urls: [], maxLag: 5 };

/** The settings of replicas. */
export const readSettings = (read: SettingReader['read']): ReplicaSettings => ({
  urls: read('DATABASE_REPLICA_URLS', '', postgresUrls),
  maxLag: read('DATABASE_REPLICA_MAX_LAG', '5s', duration),
});
