import type { Measure, ServiceParts } from '../service/project.js';
import { TABLE, wordsOf } from './queue-sql.js';

/** The length of the queue, and the age of its oldest job. */
export function queueMeasures({ database }: ServiceParts): readonly Measure[] {
  const { now, since, sql } = wordsOf(database);
  const rows = (text: string) => database.read((session) => session.rows(sql(text), []));
  return [
    {
      name: 'jobs',
      help: 'Background jobs that are waiting, running or have failed.',
      labels: ['name', 'status'],
      read: async () => {
        // Finished jobs are left out: there may be a million of them.
        const open = `status IN ('waiting', 'running', 'cancelling', 'failed')`;
        const text = `SELECT name, status, COUNT(*) FROM ${TABLE} WHERE ${open} GROUP BY name, status`;
        return (await rows(text)).map(([name, status, count]) => ({
          labels: { name: String(name), status: String(status) },
          value: Number(count),
        }));
      },
    },
    {
      name: 'jobs_oldest_due_seconds',
      help: 'How long the oldest due background job has been waiting.',
      labels: [],
      read: async () => {
        const due = `status = 'waiting' AND run_at <= ${now}`;
        const [row] = await rows(`SELECT ${since('MIN(run_at)')} FROM ${TABLE} WHERE ${due}`);
        return [{ labels: {}, value: Number(row?.[0] ?? 0) }];
      },
    },
  ];
}
