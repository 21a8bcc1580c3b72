import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, type Answer } from '../contract/http.js';

/** How a service looked to its clients for some time. */
export interface Seen {
  /** How often each kind of answer came, such as `GET 200`; `cut` where none did. */
  readonly counts: Readonly<Record<string, number>>;
  /** Milliseconds of the slowest answer. */
  readonly slowest: number;
  /** Answers that tell nobody when to come back, and such as nobody means to give. */
  readonly bad: readonly string[];
  /** What `/readyz` and `/healthz` answered, in the order in which it changed. */
  readonly ready: readonly number[];
  readonly alive: readonly number[];
}

export interface Watcher {
  readonly url: string;
  readonly token: string;
  readonly clients?: number;
  /** What the service has written, for a test that fails. */
  readonly output?: () => string;
}

/** Reads and writes as some clients would, one request after the other, while `during` goes on. */
export async function observe(
  { url, token, clients = 6 }: Watcher,
  during: () => Promise<unknown>,
): Promise<Seen> {
  const seen = { counts: {} as Record<string, number>, slowest: 0, bad: [] as string[] };
  const [ready, alive]: [number[], number[]] = [[], []];
  let over = false;
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const began = performance.now();
    const answer = await request(url, token, method, path, body);
    seen.slowest = Math.max(seen.slowest, performance.now() - began);
    const kind = `${method} ${answer?.status ?? 'cut'}`;
    seen.counts[kind] = (seen.counts[kind] ?? 0) + 1;
    if (!answer || isBad(answer)) seen.bad.push(`${kind} ${JSON.stringify(answer?.body ?? '')}`);
  };
  const client = async (number: number): Promise<void> => {
    for (let turn = number; !over; turn++) {
      if (turn % 2) await ask('GET', '/task?_end=3');
      else await ask('POST', '/task', { title: `seen ${turn}` });
      await sleep(20);
    }
  };
  const probe = async (path: string, answers: number[]): Promise<void> => {
    while (!over) {
      const status = (await request(url, token, 'GET', path))?.status ?? 0;
      if (answers.at(-1) !== status) answers.push(status);
      await sleep(100);
    }
  };
  const watching = [
    ...Array.from({ length: clients }, (_, number) => client(number)),
    probe('/readyz', ready),
    probe('/healthz', alive),
  ];
  try {
    await during();
  } finally {
    over = true;
    await Promise.all(watching);
  }
  return { ...seen, ready, alive };
}

const isBad = ({ status, headers }: Answer): boolean =>
  status >= 500 && (![503, 507].includes(status) || !headers['retry-after']);

/** A connection for each request: what one has met says nothing of the next. */
const agent = new Agent({ keepAlive: false });

/** The answer, or nothing where the connection was cut; `failed` is told why. */
const request = (
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
  failed: (error: unknown) => void = () => undefined,
): Promise<Answer | undefined> =>
  send(url, method, path, { body, agent, headers: { authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => void failed(error),
  );

/** Asks until reads and writes work; gives the milliseconds that it took. */
export async function recovered({ url, token, output }: Watcher, within: number): Promise<number> {
  const began = performance.now();
  let last: unknown;
  const failed = (error: unknown): void => void (last = error);
  for (;;) {
    const answers = [
      await request(url, token, 'GET', '/task?_end=3', undefined, failed),
      await request(url, token, 'POST', '/task', { title: 'after' }, failed),
      await request(url, token, 'GET', '/readyz', undefined, failed),
    ].map((answer) => answer?.status ?? 0);
    const took = performance.now() - began;
    if (answers.join() === '200,201,200') return took;
    if (took > within) {
      const said = output ? `\n${output().slice(-4000)}` : '';
      throw new Error(`not recovered after ${took} ms: ${answers.join(', ')}${said}`, {
        cause: last,
      });
    }
    await sleep(100);
  }
}

/** One line of what clients saw, for whoever reads the run. */
export function tell(
  fault: string,
  { counts, slowest, ready }: Pick<Seen, 'counts' | 'slowest' | 'ready'>,
  back?: number,
): void {
  const kinds = Object.entries(counts)
    .sort()
    .map(([kind, count]) => `${kind} x${count}`)
    .join(', ');
  const again = back === undefined ? '' : `; back after ${Math.round(back)} ms`;
  console.info(
    `| ${fault} | ${kinds} | slowest ${Math.round(slowest)} ms | readyz ${ready.join(' ')}${again} |`,
  );
}
