/* A worker in a process of its own, which a test may kill: `node job-worker.js <database> <milliseconds of a job at most>`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineJob } from '../../templates/features/jobs/engine/jobs/define-job.js';
import { Note, openJobs } from './open-jobs.js';

const [url = '', longest = '0'] = process.argv.slice(2);
const { dataSource, workerOf, close } = await openJobs(url);
const note = (text: string) => dataSource.getRepository(Note).insert({ text });

const work = defineJob(
  'work',
  z.object({}),
  async ({ id }) => {
    await note(`began ${id}`);
    await sleep(Math.random() * Number(longest));
  },
  { retries: 1000, backoff: '0s' },
);
const tick = defineJob('tick', z.object({}), ({ id }) => note(`ticked ${id}`), {
  cron: { expression: '* * * * * *', timeZone: 'UTC' },
});

const worker = workerOf([work, tick], { lease: 600 });
await worker.start();
process.on('SIGTERM', () => {
  void worker.stop().then(close);
});
process.stdout.write('ready\n');
