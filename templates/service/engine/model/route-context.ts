import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { ZodType, output } from 'zod';
import type { NumericId, RecordId } from '../fields/record-id.js';
import type { Settings } from '../settings/settings.js';
import type { CurrentUser } from './access-rules.js';
import type { IdOf } from './entity-types.js';
import type { Query } from './operations.js';
import type { Crud, Records } from './records.js';

/** How a body is read. */
export type BodyKind = 'json' | 'raw' | 'stream' | 'multipart';

/** A file in a multipart body. */
export interface UploadedFile {
  /** The name of the form field. */
  readonly field: string;
  /** The sender's file name, without folders: for display, never to be used as a path. Undefined without one. */
  readonly name: string | undefined;
  /** The content type as the sender claims it. */
  readonly type: string;
  readonly content: Buffer;
}

export interface MultipartBody<F = Readonly<Record<string, string | readonly string[]>>> {
  /** The text fields; a repeated one is a list. */
  readonly fields: F;
  readonly files: readonly UploadedFile[];
}

/** A request's input, typed by the endpoint's schemas. */
export interface Input {
  readonly query: unknown;
  readonly params: unknown;
  readonly body: unknown;
}

/** A request's input where the endpoint has no schema. */
export interface Unchecked extends Input {
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
}

type Checked<S, Otherwise> = S extends ZodType ? output<S> : Otherwise;

/** A request's input, typed by the options of an endpoint. */
export interface InputOf<B, Q, P, A extends BodyKind> extends Input {
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

/** What everything inside a transaction works with: one session, all or nothing. */
export interface InTransaction {
  readonly system: Crud;
  /** TypeORM's manager of this transaction; subject to no rule, like `dataSource`. */
  readonly manager: EntityManager;
}

/** How a transaction is kept apart from others that run at the same time. */
export interface TransactOptions {
  /**
   * As if transactions ran one after another, whatever they read: for a decision about several records, which `get` does not
   * lock. PostgreSQL runs the work again where that fails, up to 12 times. Not inside another transaction.
   */
  readonly isolation?: 'serializable' | undefined;
}

/**
 * Runs the work as one transaction: all that it writes is kept, or nothing if it throws. Inside another one it is a
 * savepoint. What `get` reads in it is locked. PostgreSQL runs the work again after a collision with another transaction (a
 * deadlock, where two lock the same records in opposite order), up to 3 times and then 503, so it must change nothing but the
 * database.
 */
export type Transact<Operations> = <R>(
  work: (tx: Operations & InTransaction) => Promise<R>,
  options?: TransactOptions,
) => Promise<R>;

/** The parts of a request that every custom endpoint receives. */
export interface RequestContext<I extends Input = Unchecked, Id extends RecordId = NumericId> {
  readonly query: I['query'];
  readonly params: I['params'];
  /** The sent body, or what a middleware has parsed before; undefined for GET and DELETE, and if nothing was sent. */
  readonly body: I['body'];
  /** The path parameter of that name, as an id of the model whose endpoint it is, else an integer; throws 404 for anything else. */
  readonly id: (name: string) => Id;
  readonly request: Request;
  readonly response: Response;
  /** Sign-in and sign-up, for a login of your own. */
  readonly accounts: Accounts;
  /** Writes log lines with the request's id. */
  readonly log: Logger;
  /** Aborted when the client disconnects before the response: `fetch(url, { signal })`. */
  readonly signal: AbortSignal;
  /** The records without any rule: every row, every field, whoever calls. Your code decides what the caller gets to see. */
  readonly system: Crud;
  /**
   * TypeORM's own access to the data: `dataSource.getRepository(Task)`, `dataSource.query(sql)`. Everything read or written
   * through it bypasses the rules: no role is checked, no row or field is hidden, no value checked, no hook called. So use it
   * for what the operations cannot express; your code is then responsible for what the caller gets to see. Inside
   * `dataSource.transaction(...)` the operations of `crud` join the transaction.
   */
  readonly dataSource: DataSource;
  /** The settings that `src/settings.ts` has read from the environment. */
  readonly settings: ProjectSettings;
}

/** The project's own settings: `src/settings.ts` adds them to this interface. */
export interface ProjectSettings extends Settings {}

/** What a model's endpoint receives. `records` and `crud` obey the caller's rules. */
export interface RouteContext<T, I extends Input = Unchecked> extends RequestContext<I, IdOf<T>> {
  readonly records: Records<T>;
  readonly crud: Crud;
  readonly user: CurrentUser;
  readonly transaction: Transact<{ readonly records: Records<T>; readonly crud: Crud }>;
}

/** What a model's open endpoint receives: there is a user if the request came with a token. */
export interface OpenRouteContext<T, I extends Input = Unchecked> extends RequestContext<
  I,
  IdOf<T>
> {
  readonly records?: Records<T>;
  readonly crud?: Crud;
  readonly user?: CurrentUser;
  readonly transaction: Transact<{ readonly records?: Records<T>; readonly crud?: Crud }>;
}

/** What an endpoint without a model receives that only signed-in users reach. `crud` obeys the caller's rules. */
export interface SignedInContext<I extends Input = Unchecked> extends RequestContext<I> {
  readonly crud: Crud;
  readonly user: CurrentUser;
  readonly transaction: Transact<{ readonly crud: Crud }>;
}

/** What an open endpoint without a model receives: there is a user if the request came with a token. */
export interface OpenContext<I extends Input = Unchecked> extends RequestContext<I> {
  readonly crud?: Crud;
  readonly user?: CurrentUser;
  readonly transaction: Transact<{ readonly crud?: Crud }>;
}

/** A user as the API shows them to themselves. */
export interface Profile {
  readonly id: NumericId;
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: 'Active' | 'Inactive';
  readonly roles: readonly string[];
  /** Active tenants only: the rows of others are out of reach. */
  readonly tenants: readonly NumericId[];
}

/** A profile, with the fields that the project adds. */
export type OwnProfile = Profile & Readonly<Record<string, unknown>>;

/** The response to a login. A page whose session is in a cookie gets no token. */
export interface SignInAnswer<P extends Profile = OwnProfile> {
  readonly access_token?: string;
  readonly token_type?: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly user: P;
}

/** The response to a login of a user who has to show a second factor. */
export interface FactorAnswer {
  readonly factor: {
    /** What would do: `totp`, `recovery-code`. */
    readonly kinds: readonly string[];
    /** Stands for the first factor, and for nothing else. */
    readonly token: string;
    /** Seconds. */
    readonly expires_in: number;
  };
}

/**
 * Sign-in for code of the project: for a login that differs from that of `/auth`. Where the user has to show a second factor,
 * each throws 401 `factor-required`.
 */
export interface Accounts {
  /** Signs in as `POST /auth/login` does, with its throttling: 401 for a wrong name or password, 429 after too many of them. */
  signIn(credentials: {
    readonly username: string;
    readonly password: string;
  }): Promise<SignInAnswer>;
  /** Signs up as `POST /auth/sign-up` does: only with fields that `user.account.ts` allows, and with nothing if that file says null. */
  signUp(values: object): Promise<SignInAnswer>;
  /** A token for a user whom your code has authenticated; it asks for no password. */
  openSession(userId: NumericId): Promise<SignInAnswer>;
}

/** What is sent as it is: a text, bytes, or chunks. */
export type ReplyBody = string | Uint8Array | Readable | AsyncIterable<string | Uint8Array>;

export interface ReplyOptions {
  readonly status?: number;
  /** The content type; `text/plain` for a text by default, else `application/octet-stream`. */
  readonly type?: string;
  /** The file name offered for saving. */
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that is not JSON; created by `reply` and `file`. */
export class Reply {
  constructor(
    readonly content:
      | { readonly kind: 'body'; readonly body: ReplyBody | null }
      | { readonly kind: 'file'; readonly path: string },
    readonly options: ReplyOptions,
  ) {}
}

/**
 * Responds with a text, bytes or a stream: `reply(lines(), { type: 'text/csv', name: 'tasks.csv' })`; or with what another
 * reply has, and other options: `reply(html`...`, { status: 404 })`.
 */
export const reply = (body: ReplyBody | Reply | null, options: ReplyOptions = {}): Reply =>
  body instanceof Reply
    ? new Reply(body.content, { ...body.options, ...options })
    : new Reply({ kind: 'body', body }, options);

/**
 * Responds with a file from the service's disk; its type follows from its extension. The path must be chosen by you, not by
 * the caller.
 */
export const file = (path: string, options: ReplyOptions = {}): Reply =>
  new Reply({ kind: 'file', path }, options);
