/** What `.env.example` says in place of a secret; never good enough for production. */
export const INITIAL_AUTH_SECRET = 'replace-this-with-a-long-random-string';
export const INITIAL_ADMIN_PASSWORD = 'admin';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the engine needs to know of the environment; see `src/settings.ts`. */
export interface Settings {
  readonly databaseUrl: string;
  readonly authSecret: string;
  readonly authDisabled: boolean;
  /** `NODE_ENV=production` in any case, or a `HOST` that other machines reach. */
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly adminUsername: string;
  readonly adminPassword: string;
  /** Seconds. */
  readonly tokenTtl: number;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number | string;
  readonly maxPageSize: number;
  /** What one list may ask for; see `crud/query-cost.ts`. */
  readonly maxQueryCost: number;
  /** Seconds that PostgreSQL gives one statement of a request; 0 for any. */
  readonly statementTimeout: number;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly logLevel: string;
  /** Whether the service answers in the ways of `http/fast-express.ts`. */
  readonly fastExpress: boolean;
  /** Who may read the API documentation. */
  readonly docs: 'public' | 'signed-in' | 'off';
  /** What the log says at every start. */
  readonly warnings: readonly string[];
  /** Why these settings must not serve in production; start-up adds what only the database knows. */
  readonly refusals: readonly string[];
}

/** The reasons why the service does not start, one line each. */
export class StartRefused extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'StartRefused';
  }
}
