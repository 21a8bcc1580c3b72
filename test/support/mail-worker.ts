/* A worker that sends mail in a process of its own, which a test may kill: `node mail-worker.js <database> <smtp url>`. */
import { mailJob } from '../../templates/features/mail/engine/mail/send-mail.js';
import { smtpDelivery } from '../../templates/features/mail/engine/mail/smtp.js';
import { openJobs } from './open-jobs.js';

const [database = '', url = ''] = process.argv.slice(2);
const { workerOf } = await openJobs(database);
const deliver = smtpDelivery(url, { name: '', address: 'shop@example.com' });
await workerOf([mailJob(deliver)], { lease: 600 }).start();
