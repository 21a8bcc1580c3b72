import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, makeFolder } from '../../contract/harness.js';
import { postgresTools } from '../../faults/system-postgres.js';

/** Whether a commit waits for the replica (`synchronous_standby_names`). */
export type Mode = 'async' | 'sync';

const run = promisify(execFile);
const bin = postgresTools();

/** A primary and its replica, and HAProxy before both, which leads to the one that takes writes. */
export interface Pair {
  /** Through HAProxy. */
  readonly url: string;
  /** What is committed from here on does not reach the replica. */
  holdBack(): void;
  /** Ends the primary as a power cut would. */
  killPrimary(): void;
  /** Whether the primary answers. */
  isAlive(): Promise<boolean>;
  promote(): Promise<void>;
  /** A connection to the replica. */
  replica(): Promise<pg.Client>;
  stop(): Promise<void>;
}

/** Starts all three on this machine. */
export async function startPair(mode: Mode): Promise<Pair> {
  if (!bin) throw new Error('install `postgresql` and `haproxy`');
  const folder = makeFolder('failover');
  const [one, two, front] = [await freePort(), await freePort(), await freePort()];
  const [first, second] = [join(folder, 'one'), join(folder, 'two')];
  const uid = process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined;
  for (const data of [first, second]) {
    mkdirSync(data, { mode: 0o700 });
    if (uid !== undefined) chownSync(data, uid, uid);
  }
  const tool = (name: string, ...args: string[]) =>
    run(join(bin, name), args, { cwd: first, ...(uid !== undefined && { uid }) });
  const start = (data: string, port: number, ...flags: string[]) => {
    const options = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=60',
      ...flags,
    ];
    const words = [`-p ${port}`, ...options.map((option) => `-c "${option}"`)].join(' ');
    const log = join(data, 'server.log');
    return tool('pg_ctl', 'start', '--wait', '--pgdata', data, '--log', log, '--options', words);
  };
  await tool('initdb', '--pgdata', first, '--username=app', '--auth=trust', '--encoding=UTF8');
  const waits = mode === 'sync' ? ['synchronous_standby_names=*'] : ['synchronous_standby_names='];
  await start(first, one);
  await tool('psql', '--dbname', urlOf(one), '--command', 'CREATE DATABASE app');
  const source = `host=127.0.0.1 port=${one} user=app`;
  await tool(
    'pg_basebackup',
    '--pgdata',
    second,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--dbname',
    source,
  );
  await start(second, two, 'hot_standby=on');
  await tool('pg_ctl', 'stop', '--pgdata', first, '--mode=fast');
  await start(first, one, ...waits);
  const haproxy = startBalancer(folder, front, [one, two]);
  return {
    url: `postgres://app@127.0.0.1:${front}/app`,
    holdBack: () =>
      processesOf(first)
        .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'))
        .forEach((pid) => process.kill(pid, 'SIGSTOP')),
    // All at once: they would end in order if the first one told them to.
    killPrimary: () => processesOf(first).forEach((pid) => process.kill(pid, 'SIGKILL')),
    isAlive: () =>
      connect(one).then(
        (client) => client.end().then(() => true),
        () => false,
      ),
    promote: async () => void (await tool('pg_ctl', 'promote', '--no-wait', '--pgdata', second)),
    replica: () => connect(two, 'app'),
    stop: async () => {
      haproxy.kill();
      await tool('pg_ctl', 'stop', '--pgdata', second, '--mode=immediate');
    },
  };
}

const urlOf = (port: number, name = 'postgres') => `postgres://app@127.0.0.1:${port}/${name}`;

async function connect(port: number, name?: string): Promise<pg.Client> {
  const connectionString = urlOf(port, name);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 500 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The server and all that it has started. */
function processesOf(data: string): number[] {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', first], { encoding: 'utf8' });
  return [first, ...children.trim().split('\n')].map(Number);
}

/** What a client says first: that it is the user `app`, in the third version of the protocol. */
const hello = (): string => {
  const words = Buffer.from('\0\x03\0\0user\0app\0database\0postgres\0\0', 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(words.length + 4);
  return Buffer.concat([length, words]).toString('hex');
};

/** HAProxy asks each server four times a second whether it is a standby, by the words with which a server greets from version 14 on. */
function startBalancer(folder: string, port: number, servers: readonly number[]): ChildProcess {
  const primary = Buffer.from('in_hot_standby\0off\0').toString('hex');
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 400ms',
    '  timeout queue 500ms',
    '  retries 1',
    '  option redispatch 1',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option tcp-check',
    `  tcp-check send-binary ${hello()}`,
    `  tcp-check expect binary ${primary}`,
    '  default-server check inter 250ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers.map((server, index) => `  server pg${index + 1} 127.0.0.1:${server}`),
    '',
  ];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, lines.join('\n'));
  return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
}
