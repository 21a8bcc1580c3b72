/* A worker that sends webhooks in a process of its own, which a test may kill: `node webhook-worker.js <database>`. */
import { openWebhooks } from './open-webhooks.js';

const [database = ''] = process.argv.slice(2);
const { worker } = await openWebhooks(database);
await worker(600).start();
