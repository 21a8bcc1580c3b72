import type { Database } from '../database/database.js';
import type { Measure } from '../service/project.js';
import type { ReplicaStats } from './replicas.js';

/** The measures of the servers that read, and of how far behind they are. */
export function replicaMeasures(database: Database): readonly Measure[] {
  const measure = (
    word: string,
    help: string,
    valueOf: (server: ReplicaStats) => number | undefined,
  ): Measure => ({
    name: `database_${word}`,
    help,
    labels: ['pool'],
    read: async () =>
      (database.stats() as readonly ReplicaStats[]).flatMap((server) => {
        const value = valueOf(server);
        return value === undefined ? [] : [{ labels: { pool: server.name }, value }];
      }),
  });
  return [
    measure(
      'reads',
      'Reads that replicas may serve, by the server that served them.',
      (one) => one.reads,
    ),
    measure('replica_lag_seconds', 'Replication lag.', ({ lag }) => lag),
  ];
}
