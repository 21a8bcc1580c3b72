import {
  INITIAL_ADMIN_PASSWORD,
  SIGN_IN_BY,
  isProduction,
  settingReader,
  settingValues as parse,
  type Environment,
  type Settings as EngineSettings,
} from '#engine';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** The settings of the engine, and your own. The service reads them from the environment once. */
export interface Settings extends EngineSettings {}

declare module '../engine/model/route-context.js' {
  /** The type of `settings` in the handlers of your endpoints. */
  interface ProjectSettings extends Settings {}
}

/**
 * Reads the environment; throws an `InvalidSettings` that lists every invalid value. To add your own setting, add a line to
 * `values`, such as `mailHost: read('MAIL_HOST', 'localhost', parse.host)`, and a property to the interface. The last argument
 * may be any function that converts the text, or throws a description of the text that it expects.
 */
export function readSettings(env: Environment): Settings {
  const { read, finish } = settingReader(env);
  const host = read('HOST', '127.0.0.1', parse.host);
  const port = read('PORT', '3000', parse.integer(0, 65_535));
  const production = isProduction(env, host);
  const maxPageSize = read('MAX_PAGE_SIZE', '1000', parse.integer(1, 100_000));
  const usualPageSize = String(Math.min(25, maxPageSize));
  const values = {
    databaseUrl: read('DATABASE_URL', 'sqlite:data/app.db', parse.databaseUrl),
    authSecret: read('AUTH_SECRET', '', parse.secret),
    authDisabled: env.SERVICE_AUTH_DISABLED === '1',
    production,
    host,
    port,
    adminUsername: read('ADMIN_USERNAME', 'admin', parse.textOf(255)),
    adminPassword: read('ADMIN_PASSWORD', INITIAL_ADMIN_PASSWORD, parse.password),
    signInBy: read('SIGN_IN_BY', 'username', parse.oneOf(SIGN_IN_BY)),
    passwordMinLength: read('PASSWORD_MIN_LENGTH', '8', parse.integer(8, 64)),
    passwordWords: read('PASSWORD_WORDS', '', parse.words),
    tokenTtl: read('AUTH_TOKEN_TTL', '12h', parse.duration),
    publicUrl: read('PUBLIC_URL', production ? '' : `http://localhost:${port}`, parse.publicUrl),
    corsOrigins: read('CORS_ORIGINS', production ? '' : '*', parse.origins),
    trustProxy: read('TRUST_PROXY', 'false', parse.trustProxy),
    hstsSubdomains: read('HSTS_SUBDOMAINS', '0', parse.flag),
    maxPageSize,
    defaultPageSize: read('DEFAULT_PAGE_SIZE', usualPageSize, parse.integer(1, maxPageSize)),
    // A lower limit could refuse a single condition with its page.
    maxQueryCost: read('MAX_QUERY_COST', '300', parse.integer(200, 1_000_000)),
    statementTimeout: read('STATEMENT_TIMEOUT', '30s', parse.timeout),
    transactionTimeout: read('TRANSACTION_TIMEOUT', '30s', parse.timeout),
    readers: read('READERS', '2', parse.integer(0, 64)),
    poolSize: read('DATABASE_POOL_SIZE', '10', parse.integer(1, 1000)),
    connectTimeout: read('DATABASE_CONNECT_TIMEOUT', '5s', parse.duration),
    lockTimeout: read('DATABASE_LOCK_TIMEOUT', '10s', parse.duration),
    silenceTimeout: read('DATABASE_SILENCE_TIMEOUT', '5s', parse.timeout),
    keepAlive: read('DATABASE_KEEP_ALIVE', '10s', parse.timeout),
    synchronous: read('DATABASE_SYNCHRONOUS', 'normal', parse.oneOf(['normal', 'full'] as const)),
    bodyLimit: read('BODY_LIMIT', '1mb', parse.size),
    maxWrittenRows: read('MAX_WRITTEN_ROWS', '5000', parse.integer(1, 1_000_000)),
    pageLimit: read('PAGE_LIMIT', '32mb', parse.size),
    requestTimeout: read('REQUEST_TIMEOUT', '60s', parse.timeout),
    sendTimeout: read('SEND_TIMEOUT', '30s', parse.timeout),
    shutdownDelay: read('SHUTDOWN_DELAY', production ? '5s' : '0', parse.timeout),
    logLevel: read('LOG_LEVEL', 'info', parse.oneOf(LOG_LEVELS)),
    docs: read('DOCS', 'public', parse.oneOf(['public', 'signed-in', 'off'] as const)),
  };
  return finish(values);
}
