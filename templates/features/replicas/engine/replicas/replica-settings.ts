import { duration, list, type SettingReader } from '../settings/setting-values.js';

/** The settings of replicas. */
export interface ReplicaSettings {
  /** PostgreSQL streaming replicas that reads may be sent to. */
  readonly urls: readonly string[];
  /** Maximum age in seconds of what a replica returns. */
  readonly maxLag: number;
}

/** PostgreSQL servers, comma-separated. */
export function postgresUrls(text: string): string[] {
  const given = list(text);
  if (given.every((url) => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url))) return given;
  throw new Error(
    'expected `postgres://user:password@host:5432/name`; separate several with commas',
  );
}

/** No replicas. */
export const NOTHING: ReplicaSettings = { urls: [], maxLag: 5 };

/** The settings of replicas. */
export const readSettings = (read: SettingReader['read']): ReplicaSettings => ({
  urls: read('DATABASE_REPLICA_URLS', '', postgresUrls),
  maxLag: read('DATABASE_REPLICA_MAX_LAG', '5s', duration),
});
