import type { EventEmitter } from 'node:events';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import {
  reportToTerminal,
  type Database,
  type DatabaseOptions,
  type SourceParts,
} from '../database.js';
import { DatabaseOutage } from '../outage.js';
import { AddedType } from '../../fields/added-type.js';
import { NATIVE_TYPES } from '../column-types.js';
import { ScopedDataSource } from '../scoped-data-source.js';
import { ConnectionWatch } from './connection-watch.js';
import { HealthConnection, cut } from './health-connection.js';
import { PostgresDatabase } from './postgres-database.js';
import { asOutage } from './errors.js';
import { createPostgresDialect } from './postgres-dialect.js';
import { PostgresServer } from './server.js';
import { installTracedQueryRunner, type RunnerParts } from './traced-query-runner.js';
import type { Fold } from './trigrams.js';
import { entityTypes } from './values.js';

/** Connects through TypeORM's pool, in UTC whatever the server's own time zone. */
export async function openPostgres(
  url: string,
  parts: SourceParts,
  options: DatabaseOptions = {},
): Promise<Database> {
  const { statementTimeout, lockTimeout, silenceTimeout, transactionTimeout = 0 } = options;
  const wait = (lockTimeout ?? LOCK_TIMEOUT) * 1000;
  const { report = reportToTerminal } = options;
  const unparsed = new Set<number>();
  const { plain, asked } = splitOptions(url);
  const extra = {
    // TypeORM reads host and name from the URL and drops the rest (`sslmode`, for one).
    connectionString: plain,
    options:
      `${asked}-c TimeZone=UTC -c DateStyle=ISO` +
      timeoutOption('statement_timeout', statementTimeout) +
      timeoutOption('lock_timeout', lockTimeout) +
      // For a process that cannot end its transactions itself; so later than it would.
      timeoutOption(
        'idle_in_transaction_session_timeout',
        transactionTimeout ? transactionTimeout + IDLE_MARGIN : undefined,
      ),
    types: entityTypes(unparsed),
    Client: PrimaryClient,
    ...connectionLimits(options),
  };
  const source = new ScopedDataSource(
    { type: 'postgres', url, installExtensions: false, logging: false, extra, ...parts },
    report,
    transactionTimeout * 1000,
    NATIVE_TYPES,
  );
  await source.initialize();
  for (const { transformer } of source.entityMetadatas.flatMap(({ columns }) => columns))
    if (transformer instanceof AddedType) transformer.unparsed.forEach((oid) => unparsed.add(oid));
  const driver = source.driver as PostgresDriver;
  const pool = driver.master as Pool;
  logOutages(pool);
  source.dialect = createPostgresDialect(await findFold(pool));
  const health = new HealthConnection(url);
  const runners: RunnerParts = { terminate: (pids) => void health.terminate(pids) };
  installTracedQueryRunner(driver, runners);
  const limits = {
    silence: (silenceTimeout ?? 0) * 1000,
    statement: (statementTimeout ?? 0) * 1000,
  };
  const openServer = (place: string, connectTimeout: number): PostgresServer =>
    openAnother(place, { ...extra, connectionTimeoutMillis: connectTimeout });
  const server = new PostgresServer(pool, health);
  const watch = silenceTimeout ? new ConnectionWatch(server.connections, health, limits) : null;
  source.database = new PostgresDatabase(source, server, watch, {
    ...{ openServer, runners, lockTimeout: wait },
  });
  return source.database;
}

/** Seconds. */
const IDLE_MARGIN = 5;
const LOCK_TIMEOUT = 10;

/** A server with a separate pool, which may be a standby. */
const openAnother = (url: string, extra: PoolConfig): PostgresServer =>
  new PostgresServer(
    new Pool({
      ...extra,
      connectionString: splitOptions(url).plain,
      options: `${splitOptions(url).asked}${extra.options}`,
      Client: PooledClient,
    }),
    new HealthConnection(url),
  );

/** The options of sessions in a URL, such as a search path, apart from it: the driver would take them in place of the service's own. */
function splitOptions(url: string): { readonly plain: string; readonly asked: string } {
  const found = URL.canParse(url) ? new URL(url) : null;
  const asked = found?.searchParams.get('options');
  if (!found || !asked) return { plain: url, asked: '' };
  found.searchParams.delete('options');
  return { plain: found.href, asked: `${asked} ` };
}

/** In milliseconds, which the server limits to 31 bits. */
const timeoutOption = (name: string, seconds: number | undefined): string =>
  seconds === undefined ? '' : ` -c ${name}=${Math.min(seconds * 1000, 2 ** 31 - 1)}`;

/** The limits as the pool takes them. The pool's defaults apply to limits that are not given. */
const connectionLimits = ({ poolSize, connectTimeout, keepAlive }: DatabaseOptions): object => ({
  ...(poolSize !== undefined && { max: poolSize }),
  ...(connectTimeout !== undefined && { connectionTimeoutMillis: connectTimeout * 1000 }),
  ...(keepAlive && { keepAlive: true, keepAliveInitialDelayMillis: keepAlive * 1000 }),
});

type Connect = (done: (error: unknown, client: unknown, release: unknown) => void) => void;

/** Marks connection errors as the database's, to distinguish them from those of the developer's own connections. */
function logOutages(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Connect & (() => Promise<PoolClient>);
  pool.connect = ((done?: Parameters<Connect>[0]) => {
    if (!done) return connect().catch((error: unknown) => Promise.reject(asOutage(error) as Error));
    connect((error, client, release) => done(error && asOutage(error), client, release));
  }) as Pool['connect'];
}

/** Collations that lower-case all of Unicode, best first; which ones exist depends on version and build. */
const LOWERCASE_COLLATIONS = ['pg_unicode_fast', 'pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8'];

/** How this server folds text in the same way as `foldText`. */
async function findFold(pool: Pool): Promise<Fold> {
  const { rows } = await pool.query<{ collname: string }>(
    `SELECT collname FROM pg_collation WHERE collname = ANY($1) ORDER BY array_position($1::text[], collname::text)`,
    [LOWERCASE_COLLATIONS],
  );
  return foldBy(rows[0]?.collname ?? 'default');
}

/** How a server with a given collation folds text; the collation may be all that is known of a server. */
export function foldBy(collation: string): Fold {
  // Most lower-case each letter to a single letter; this is the only one that becomes two.
  const dotted = (text: string): string => `replace(${text}, 'İ', 'i̇')`;
  const whole = collation === 'pg_unicode_fast' || collation === 'und-x-icu';
  return (text) => {
    const source = whole ? `(${text})` : dotted(text);
    return `replace(lower(${source} COLLATE "${collation}") COLLATE "C", 'ς', 'σ')`;
  };
}

/**
 * A client of the pool that always has an error listener. Between the pool and its user there is none, and if the server
 * closes the connection at that moment (possibly in the very first packet), the unhandled error would end the process.
 * Nothing is lost: the client takes no further statements, and the next one fails.
 */
export class PooledClient extends Client {
  constructor(...given: ConstructorParameters<typeof Client>) {
    super(...given);
    this.on('error', () => undefined);
  }
}

interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * A client that refuses to connect to a standby: during a failover an address may lead to a server that is read-only, and may
 * lack recent writes, such as the end of a session. PostgreSQL reports this from version 14 on.
 */
export class PrimaryClient extends PooledClient {
  constructor(...given: ConstructorParameters<typeof Client>) {
    super(...given);
    const { connection } = this as unknown as { readonly connection: EventEmitter };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') cut(this, standby());
    });
  }
}

/** With the server's own code for it, by which a start is refused. */
const standby = (): Error =>
  Object.assign(new DatabaseOutage('read-only', 'the server is a standby, which takes no writes'), {
    code: '25006',
  });
