import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort, makeFolder } from '../contract/harness.js';

/** Where systems put PostgreSQL: the server and its tools must be of one version. */
const PLACES = [
  ...(existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
  ...(process.env.PATH ?? '').split(delimiter),
];

/** The folder with a server and `pg_dump`; null where the system has none. */
export const postgresTools = (): string | null =>
  PLACES.filter((place) =>
    ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'psql'].every((tool) =>
      existsSync(join(place, tool)),
    ),
  ).at(-1) ?? null;

/** A server of the system's own version. */
export class SystemPostgres {
  private constructor(
    private readonly tool: (name: string, ...args: string[]) => void,
    private readonly data: string,
    readonly url: string,
  ) {}

  static async start(bin: string): Promise<SystemPostgres> {
    const folder = join(makeFolder('system-postgres'), 'data');
    mkdirSync(folder);
    // It does not run as root.
    const uid =
      process.getuid?.() === 0
        ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
        : undefined;
    if (uid !== undefined) chownSync(folder, uid, uid);
    const tool = (name: string, ...args: string[]): void =>
      void execFileSync(join(bin, name), args, {
        stdio: 'ignore',
        cwd: folder,
        ...(uid !== undefined && { uid }),
      });
    tool('initdb', '--pgdata', folder, '--username=faults', '--encoding=UTF8', '--locale=C.UTF-8');
    const port = await freePort();
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    const log = join(folder, 'server.log');
    tool('pg_ctl', 'start', '--wait', '--pgdata', folder, '--log', log, '--options', options);
    return new SystemPostgres(tool, folder, `postgres://faults:faults@127.0.0.1:${port}/postgres`);
  }

  stop(): void {
    this.tool('pg_ctl', 'stop', '--pgdata', this.data, '--mode=fast');
  }
}
