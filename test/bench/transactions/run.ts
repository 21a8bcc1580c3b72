/**
 * Measures what code that opens transactions does to a service and to its data, on both databases:
 *   npx tsx test/bench/transactions/run.ts [seconds]
 * Transactions that never end are watched for so many seconds, 45 by default. PostgreSQL comes with the packages. It prints a
 * table; run it in another version of the repository to compare.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ADMIN,
  DEFAULT_SQLITE,
  launchService,
  removeFolder,
  runFolder,
  type Database,
} from '../../contract/harness.js';
import { send, type Answer } from '../../contract/http.js';
import { logIn } from '../../contract/use-service.js';
import { startPostgres } from '../../support/postgres.js';
import { OWN_CODE } from './own-code.js';

const seconds = Number(process.argv[2] ?? 45);
type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

/** How many answers had each status: `5 x 201, 35 x 409`. */
function statuses(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
}

const atOnce = (count: number, ask: (turn: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => ask(turn)));

async function make(ask: Ask, values: object): Promise<number> {
  const { body } = await ask('POST', '/task', { title: 'a coupon', ...values });
  return (body as { id: number }).id;
}

const countOf = async (ask: Ask, id: number): Promise<number> =>
  ((await ask('GET', `/task/${id}`)).body as { actual_work_hours: number }).actual_work_hours;

/** A coupon for five that forty redeem, a counter that sixty add to, and moves between two records in crossed order. */
async function readThenWrite(ask: Ask): Promise<string[]> {
  const coupon = await make(ask, { planned_work_hours: 5, actual_work_hours: 0 });
  const redeemed = await atOnce(40, () =>
    ask('POST', '/task', { title: 'redeemed', parent_task_id: coupon }),
  );
  const counter = await make(ask, { actual_work_hours: 0 });
  const counted = await atOnce(60, () => ask('POST', `/own/count/${counter}`));
  const [a, b] = [
    await make(ask, { actual_work_hours: 100 }),
    await make(ask, { actual_work_hours: 100 }),
  ];
  const began = performance.now();
  const moved = await atOnce(12, (turn) =>
    ask('POST', turn % 2 ? `/own/move/${a}/${b}` : `/own/move/${b}/${a}`),
  );
  const time = ((performance.now() - began) / 1000).toFixed(1);
  const sum = (await countOf(ask, a)) + (await countOf(ask, b));
  return [
    `| a coupon for 5, redeemed 40 times at once | ${statuses(redeemed)}; it says ${await countOf(ask, coupon)} |`,
    `| 60 at once add 1 | ${statuses(counted)}; it says ${await countOf(ask, counter)} |`,
    `| 12 at once move 1 between two records of 100, in crossed order | ${statuses(moved)}; in ${time} s; together ${sum} |`,
  ];
}

/** Transactions that never end, in as many as there are connections, while somebody writes and a balancer probes. */
async function neverEnding(ask: Ask, url: string): Promise<string> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  const answers: Answer[] = [];
  void atOnce(12, () => ask('POST', '/own/hang')).catch(() => undefined);
  await sleep(500);
  let written: number | null = null;
  const ready = new Set<number>();
  const client = async (): Promise<void> => {
    while (written === null && passed() < seconds) {
      const answer = await ask('POST', '/task', { title: 'others go on' });
      answers.push(answer);
      if (answer.status === 201) written = passed();
    }
  };
  const probe = async (): Promise<void> => {
    for (; written === null && passed() < seconds; await sleep(500))
      ready.add((await send(url, 'GET', '/readyz')).status);
  };
  await Promise.all([client(), client(), client(), probe()]);
  const since = written === null ? 'never' : `after ${(written as number).toFixed(0)} s`;
  return `| 12 transactions that never end | others write ${since} (${statuses(answers)}); /readyz ${[...ready].join(', ')} |`;
}

async function measure(database: Database, databaseUrl: string): Promise<void> {
  const service = await launchService({ ...OWN_CODE, databaseUrl });
  await service.ready();
  const { body } = await logIn(service.url, ADMIN.username, ADMIN.password);
  const headers = { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
  const ask: Ask = (method, path, sent) =>
    send(service.url, method, path, { headers, ...(sent && { body: sent }) });
  console.info(`| ${database} | |\n| --- | --- |`);
  for (const row of await readThenWrite(ask)) console.info(row);
  console.info(await neverEnding(ask, service.url));
  service.child.kill('SIGKILL');
}

const postgres = await startPostgres();
await measure('sqlite', DEFAULT_SQLITE);
await measure('postgres', await postgres.createDatabase());
await postgres.stop();
removeFolder(runFolder());
// Clients whose connections are kept alive would keep it.
process.exit();
