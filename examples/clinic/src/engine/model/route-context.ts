import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { output, ZodType } from 'zod';
import type { CurrentUser } from './access-rules.js';
import type { Accounts } from './accounts.js';
import type { Query } from './operations.js';
import type { Crud, Records } from './records.js';

/** How a body is read. */
export type Takes = 'json' | 'raw' | 'stream' | 'multipart';

/** A file that came in a multipart body. */
export interface UploadedFile {
  /** The name of the form's field. */
  readonly field: string;
  /** As the sender calls it, without folders: to be shown, never to be a path. Undefined where it has no name. */
  readonly name: string | undefined;
  /** The content type as the sender claims it. */
  readonly type: string;
  readonly content: Buffer;
}

export interface MultipartBody<F = Readonly<Record<string, string | readonly string[]>>> {
  /** The text fields; one that came several times is a list. */
  readonly fields: F;
  readonly files: readonly UploadedFile[];
}

/** What a request brings, as the endpoint's schemas have it. */
export interface Input {
  readonly query: unknown;
  readonly params: unknown;
  readonly body: unknown;
}

/** What a request brings where the endpoint has no schema. */
export interface Unchecked extends Input {
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
}

type Checked<S, Otherwise> = S extends ZodType ? output<S> : Otherwise;

/** What the options of an endpoint make of a request. */
export interface InputOf<B, Q, P, A extends Takes> extends Input {
  readonly query: Checked<Q, Query>;
  readonly params: Checked<P, Readonly<Record<string, string>>>;
  readonly body: A extends 'raw'
    ? Buffer
    : A extends 'stream'
      ? Readable
      : A extends 'multipart'
        ? MultipartBody<Checked<B, MultipartBody['fields']>>
        : Checked<B, unknown>;
}

/** What everything inside a transaction works with: one session, all of it or nothing. */
export interface InTransaction {
  readonly system: Crud;
  /** TypeORM's manager of this transaction; obeys no rule, as `dataSource`. */
  readonly manager: EntityManager;
}

/**
 * Runs the work as one transaction: all that it writes is there afterwards, or nothing where it throws. Inside another one it
 * is a part that fails by itself. PostgreSQL may run the work again after a deadlock, so it changes nothing but the database.
 */
export type Transact<Doors> = <R>(work: (tx: Doors & InTransaction) => Promise<R>) => Promise<R>;

/** What every endpoint of one's own works with. */
export interface RequestContext<I extends Input = Unchecked> {
  readonly query: I['query'];
  readonly params: I['params'];
  /** What was sent, or what a middleware has read before; undefined for GET and DELETE, and where nothing was sent. */
  readonly body: I['body'];
  /** The integer path parameter of that name; throws 404 for anything else. */
  readonly id: (name: string) => number;
  readonly request: Request;
  readonly response: Response;
  /** Signs people in and up, for a login of your own. */
  readonly accounts: Accounts;
  /** Writes lines that have the request's id. */
  readonly log: Logger;
  /** Is aborted when the client goes before its answer: `fetch(url, { signal })`. */
  readonly signal: AbortSignal;
  /** The records without any rule: every row, every field, whoever calls. What the caller gets to see of it is up to you. */
  readonly system: Crud;
  /**
   * TypeORM's own door to the data: `dataSource.getRepository(Task)`, `dataSource.query(sql)`. Everything that is read or
   * written through it bypasses the rules: no role is asked for, no row or field is hidden, no value checked, no hook called.
   * So it is for what the operations cannot say, and the code behind it answers for what the caller gets to see. Inside
   * `dataSource.transaction(...)` the operations of `crud` join the transaction.
   */
  readonly dataSource: DataSource;
}

/** What an endpoint of a model works with. `records` and `crud` obey the caller's rules. */
export interface RouteContext<T, I extends Input = Unchecked> extends RequestContext<I> {
  readonly records: Records<T>;
  readonly crud: Crud;
  readonly user: CurrentUser;
  readonly transaction: Transact<{ readonly records: Records<T>; readonly crud: Crud }>;
}

/** The same of an endpoint that others reach, too: there is a user where the request came with a token. */
export interface OpenRouteContext<T, I extends Input = Unchecked> extends RequestContext<I> {
  readonly records?: Records<T>;
  readonly crud?: Crud;
  readonly user?: CurrentUser;
  readonly transaction: Transact<{ readonly records?: Records<T>; readonly crud?: Crud }>;
}

/** What an endpoint of no model works with that only signed-in users reach. `crud` obeys the caller's rules. */
export interface SignedInContext<I extends Input = Unchecked> extends RequestContext<I> {
  readonly crud: Crud;
  readonly user: CurrentUser;
  readonly transaction: Transact<{ readonly crud: Crud }>;
}

/** The same of one that others reach, too: there is a user where the request came with a token. */
export interface OpenContext<I extends Input = Unchecked> extends RequestContext<I> {
  readonly crud?: Crud;
  readonly user?: CurrentUser;
  readonly transaction: Transact<{ readonly crud?: Crud }>;
}
