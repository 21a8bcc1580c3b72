import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, launchService } from '../../contract/harness.js';
import { send } from '../../contract/http.js';
import { logIn } from '../../contract/use-service.js';
import { startPair, type Mode, type Pair } from './pair.js';

/** Milliseconds before the primary dies, and after. */
const BEFORE = 5000;
const AFTER = 12_000;
const WRITERS = 8;
const READERS = 4;
/** The watchdog: how often the primary is asked, and how many times in vain before the replica is promoted. */
const WATCH = { pace: 500, tries: 3 };

/** One answer: milliseconds after the death of the primary. */
export interface Seen {
  readonly at: number;
  readonly kind: 'read' | 'write';
  readonly isDone: boolean;
}

export interface Failover {
  readonly mode: Mode;
  /** Milliseconds by which the replica was behind. */
  readonly behind: number;
  /** Milliseconds after the death of the primary. */
  readonly promoted: number;
  readonly takesWrites: number;
  readonly firstRead: number;
  readonly firstWrite: number;
  readonly seen: readonly Seen[];
  readonly acknowledged: number;
  /** Acknowledged writes that the new primary does not have. */
  readonly lost: number;
  /** Writes that were refused or cut, and are there all the same. */
  readonly doneUnasked: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** Kills the primary under a service at work, has a watchdog promote the replica, and counts what clients saw. */
export async function failOver(mode: Mode, behind: number): Promise<Failover> {
  const pair = await startPair(mode);
  const service = await launchService({ example: 'task-manager', databaseUrl: pair.url });
  try {
    await service.ready();
    const { body } = await logIn(service.url, ADMIN.username, ADMIN.password);
    const token = (body as { access_token: string }).access_token;
    const clients = new Clients(service.url, token);
    return { mode, behind, ...(await watch(pair, clients, behind)) };
  } finally {
    await service.dispose();
    await pair.stop();
  }
}

async function watch(pair: Pair, clients: Clients, behind: number) {
  const working = clients.start();
  await sleep(BEFORE);
  if (behind > 0) pair.holdBack();
  await sleep(behind);
  pair.killPrimary();
  const died = performance.now();
  const since = (): number => Math.round(performance.now() - died);
  for (let failed = 0; failed < WATCH.tries; failed = (await pair.isAlive()) ? 0 : failed + 1)
    await sleep(WATCH.pace);
  const promoted = since();
  await pair.promote();
  const replica = await pair.replica();
  const inRecovery = async (): Promise<boolean> =>
    (await replica.query<{ it: boolean }>('SELECT pg_is_in_recovery() AS it')).rows[0]!.it;
  while (await inRecovery()) await sleep(5);
  const takesWrites = since();
  await sleep(Math.max(0, AFTER - since()));
  clients.stop();
  await working;
  const { rows } = await replica.query<{ title: string }>('SELECT title FROM task');
  await replica.end();
  const there = new Set(rows.map(({ title }) => title));
  const seen = clients.seen.map((one) => ({ ...one, at: Math.round(one.at - died) }));
  const first = (kind: Seen['kind']): number =>
    seen.find((one) => one.kind === kind && one.isDone && one.at > promoted)!.at;
  return {
    ...{ promoted, takesWrites, seen, statuses: clients.statuses },
    firstRead: first('read'),
    firstWrite: first('write'),
    acknowledged: clients.acknowledged.length,
    lost: clients.acknowledged.filter((title) => !there.has(title)).length,
    doneUnasked: clients.refused.filter((title) => there.has(title)).length,
  };
}

/** Clients that write and read without a pause, but for a moment after a refusal. */
class Clients {
  readonly seen: Seen[] = [];
  readonly acknowledged: string[] = [];
  readonly refused: string[] = [];
  readonly statuses: Record<string, number> = {};
  private isOver = false;

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async start(): Promise<void> {
    const writers = Array.from({ length: WRITERS }, (_, number) => this.write(number));
    const readers = Array.from({ length: READERS }, () => this.read());
    await Promise.all([...writers, ...readers]);
  }

  stop(): void {
    this.isOver = true;
  }

  private async write(number: number): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      const title = `task ${number} ${turn}`;
      const isDone = await this.ask('write', 'POST', '/task', { title });
      (isDone ? this.acknowledged : this.refused).push(title);
    }
  }

  private async read(): Promise<void> {
    while (!this.isOver) await this.ask('read', 'GET', '/task?_end=3');
  }

  private async ask(kind: Seen['kind'], method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await send(this.url, method, path, { body, headers }).catch(() => null);
    const isDone = answer !== null && answer.status < 300;
    const status = `${method} ${answer?.status ?? 'cut'}`;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.seen.push({ at: performance.now(), kind, isDone });
    if (!isDone) await sleep(20);
    return isDone;
  }
}
