/** The environment, read once (contract 8). */
export interface Settings {
  readonly databaseUrl: string;
  readonly authSecret: string;
  readonly authDisabled: boolean;
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
  /** Bytes. */
  readonly bodyLimit: number;
  readonly logLevel: string;
}
