import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Sql } from '../database/sql.js';
import type { Period } from '../fields/periods.js';
import type { RecordId } from '../fields/record-id.js';
import type { Action, CurrentUser } from './access-rules.js';
import type {
  FieldName,
  IdOf,
  Related,
  RelationName,
  TargetOf,
  ToOneName,
  Value,
} from './entity-types.js';
import type { Increment } from './increment.js';
import type { ModelInfo } from './model-info.js';
import type { Origin } from './origin.js';
import type { Operations, ListPage, Query, WriteOptions } from './operations.js';
import type { Where, WhereBuilder } from './where.js';

/** A value in JSON form. */
type Plain<V> = V extends Date ? string : V;

/** A loaded relation: null for a record that does not exist, or not for this reader. */
type Loaded<V> =
  NonNullable<V> extends readonly (infer E)[] ? RecordOf<E>[] : RecordOf<NonNullable<V>> | null;

/**
 * A record as its reader sees it: a plain object with datetimes as ISO texts, links as arrays of keys, and the requested
 * relations. A field that its reader may not read is absent, whatever the type says.
 */
export type RecordOf<T, R extends string = never> = { id: IdOf<T>; _label: string } & {
  [K in keyof T as K extends FieldName<T> ? K : never]: Plain<T[K]>;
} & {
  [
    K in keyof T as K extends Exclude<RelationName<T>, R>
      ? Value<T, K> extends readonly Related[]
        ? K
        : never
      : never
  ]?: (number | string)[];
} & { [K in keyof T as K extends R ? K : never]-?: Loaded<T[K]> };

/**
 * Fields and the values that they must equal; with a list any of them, and null for no value. Here and below the properties
 * are those of the entity (`keyof T as`), so that an editor that renames one there renames its uses here.
 */
export type Equals<T> = {
  readonly [K in keyof T as K extends FieldName<T> ? K : never]?:
    T[K] | Plain<T[K]> | readonly (Value<T, K> | Plain<Value<T, K>>)[];
};

/** The condition for records: a condition, a function that builds one, or the values of some fields. */
export type WhereInput<T> = Where | ((where: WhereBuilder<T>) => Where) | Equals<T>;

/** Fields in sort order; `id` always breaks ties. */
export type OrderInput<T> = {
  readonly [K in keyof T as K extends FieldName<T> ? K : never]?: 'asc' | 'desc';
} & { readonly id?: 'asc' | 'desc' };

export interface EachOptions<T, R extends string = never> {
  readonly where?: WhereInput<T>;
  /** Relations whose records replace their keys, under the rules of their own model. */
  readonly relations?: readonly R[];
}

export interface FindOptions<T, R extends string = never> extends EachOptions<T, R> {
  readonly order?: OrderInput<T>;
  /** The maximum number of records. Without a limit, more than 10,000 records are an error: use `each` to read them. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface GetOptions<R extends string = never> {
  readonly relations?: readonly R[];
  /** False: others may change the record although it is read inside a transaction. */
  readonly lock?: boolean;
}

export interface WhereOption<T> {
  readonly where?: WhereInput<T>;
}

/** Which of the visible rows, and which of their fields: all without these. */
export interface VisibleOptions<T, F extends string = FieldName<T>> extends WhereOption<T> {
  /** The columns: 403 for a field that the user may not read. */
  readonly fields?: readonly (F | 'id')[];
}

/** A date or datetime by the period that it falls into: `created_at.month`, whose value is its first day. */
export type PeriodOf<T> = `${FieldName<T>}.${Period}`;

/** What is returned for each group besides its number of records. */
export interface GroupOptions<
  T,
  F extends string = never,
  By extends string = FieldName<T>,
> extends WhereOption<T> {
  readonly sum?: readonly F[];
  readonly avg?: readonly F[];
  readonly min?: readonly F[];
  readonly max?: readonly F[];
  /** The order of the groups; by default, by the fields of the group. */
  readonly order?: { readonly [K in By | '_count']?: 'asc' | 'desc' };
  readonly limit?: number;
  /** The time zone in which periods of datetimes begin (IANA, such as `Europe/Berlin`); UTC by default. */
  readonly timeZone?: string;
}

/** Records that are equal in the fields and periods of `By`, with the figures that the options ask for. */
export type Group<T, By extends string, O = object> = {
  readonly by: { readonly [K in By]: K extends keyof T ? Plain<T[K]> : string | null };
  readonly count: number;
} & {
  readonly [Of in keyof O & AggregateFunction]: {
    readonly [K in FieldsIn<O[Of]>]: Figure<T, Of, K>;
  };
};

type FieldsIn<Names> = Names extends readonly (infer Name extends string)[] ? Name : never;

type Figure<T, Of extends AggregateFunction, K extends string> = Of extends 'sum'
  ? number | string
  : Of extends 'avg'
    ? number | null
    : K extends keyof T
      ? Plain<Value<T, K>> | null
      : never;

type AggregateFunction = 'sum' | 'avg' | 'min' | 'max';

/** The values of a record to write: datetimes as `Date`s or ISO texts, links as the keys of their targets, lines as values. */
export type Values<T> = {
  [K in keyof T as K extends FieldName<T> ? K : never]?: T[K] | Plain<T[K]> | undefined;
} & {
  [
    K in keyof T as K extends RelationName<T>
      ? Value<T, K> extends readonly Related[]
        ? K
        : never
      : never
  ]?: readonly (number | string)[] | readonly LineOf<T, Value<T, K>>[] | undefined;
};

/** A line to be written with its record: without an id a new one. Only what refers to a record is a line of it. */
type LineOf<T, V> = V extends readonly (infer E)[]
  ? ParentName<E, T> extends never
    ? never
    : Values<E> & { readonly id?: IdOf<E>; readonly _delete?: boolean }
  : never;

/** The relations that lead from `E` to one `T`. */
type ParentName<E, T> = {
  [K in ToOneName<E> & string]: TargetOf<E, K> extends T ? K : never;
}[ToOneName<E> & string];

/** The values of an update, which may be added to numbers: `{ uses: increment(1) }`. */
export type UpdateValues<T> = { [K in keyof Values<T>]: Values<T>[K] | Addend<Values<T>[K]> };

/** A 64-bit integer is a text, and nothing else tells it from other texts: `bigint` says which field is meant. */
type Addend<V> = number extends V ? Increment : string extends V ? Increment<bigint> : never;

/** Values that one record at most can have: of a unique field, or of all fields that are unique together. */
export type UniqueKey<T> = {
  readonly [K in keyof T as K extends FieldName<T> ? K : never]?: Value<T, K> | Plain<Value<T, K>>;
};

/** A record that was looked for, and whether it is new. */
export interface Upserted<T> {
  readonly record: RecordOf<T>;
  readonly created: boolean;
}

/** Values that a record must still have: any of its fields, as they were read. */
export type StillHas<T> = {
  readonly [K in keyof T as K extends FieldName<T> ? K : never]?: T[K] | Plain<T[K]>;
};

/** How code writes a record. */
export interface RecordWriteOptions<T> {
  /** What must still be so, as a record that was read or some of its values: else 412, and nothing is written. */
  readonly ifMatch?: StillHas<T> | WriteOptions['ifMatch'];
}

/** One change of several. */
export interface ChangeOf<T, V> extends RecordWriteOptions<T> {
  readonly id: IdOf<T>;
  readonly values: V;
}

/** Values whose names are only known at runtime; a literal has names of its own, which must fit the entity. */
type Unnamed<V> = string extends keyof V ? V : never;

/**
 * The records of one model for one user, with all rules applied: what code of a project reads and writes with. Each method
 * throws `HttpProblem`: 403 by role, row rule or field, 404, 409, 412, 422. Nothing is dropped silently: a field that the
 * caller may not read or write is refused wherever it is named.
 */
export interface Records<T> {
  readonly model: ModelInfo;
  find<R extends RelationName<T> = never>(options?: FindOptions<T, R>): Promise<RecordOf<T, R>[]>;
  /** The first record that `find` returns; null without any. */
  findOne<R extends RelationName<T> = never>(
    options: FindOptions<T, R>,
  ): Promise<RecordOf<T, R> | null>;
  /** All of them one by one, by id, however many there are: `for await (const task of records.each())`. */
  each<R extends RelationName<T> = never>(
    options?: EachOptions<T, R>,
  ): AsyncGenerator<RecordOf<T, R>, void, undefined>;
  /**
   * One record by its id; 404 if it does not exist, or not for this user. Inside a transaction, that of a hook included, nobody
   * else can change it until the end of that, unless `lock` is false: what you write because of it is right then, too. Other
   * reads lock nothing.
   */
  get<R extends RelationName<T> = never>(
    id: IdOf<T>,
    options?: GetOptions<R>,
  ): Promise<RecordOf<T, R>>;
  /** `query` as in a query string; `where` restricts further. */
  count(options: WhereOption<T> & { readonly where: WhereInput<T> }): Promise<number>;
  count(query?: Query, where?: Where): Promise<number>;
  /** Zero without records; for a `bigint` field a text, as its values are. */
  sum(field: FieldName<T>, options?: WhereOption<T>): Promise<number | string>;
  /** Null without records, as are `min` and `max`. */
  avg(field: FieldName<T>, options?: WhereOption<T>): Promise<number | null>;
  min<K extends FieldName<T>>(
    field: K,
    options?: WhereOption<T>,
  ): Promise<Plain<Value<T, K>> | null>;
  max<K extends FieldName<T>>(
    field: K,
    options?: WhereOption<T>,
  ): Promise<Plain<Value<T, K>> | null>;
  /** `groupBy(['status', 'created_at.month'], { sum: ['total'] })`. */
  groupBy<
    By extends FieldName<T> | PeriodOf<T>,
    const O extends GroupOptions<T, FieldName<T>, By> = object,
  >(
    by: By | readonly By[],
    options?: O,
  ): Promise<Group<T, By, O>[]>;
  /**
   * The rows that `find` would return, as a table of SQL of your own: `sql`select ... from ${crud(Task).visible()} t`. It has the columns
   * that the user may read, by the names of the fields. 403 if they may not list the model.
   */
  visible(options?: VisibleOptions<T>): Sql;
  /** A page, as the text that a list responds with. `query` as in a query string; `where` is a condition on any field. */
  list(query?: Query, where?: Where): Promise<ListPage>;
  create<V extends object>(values: Unnamed<V>): Promise<RecordOf<T>>;
  create(values: Values<T>): Promise<RecordOf<T>>;
  create(values: Partial<T>): Promise<RecordOf<T>>;
  /** Sets everything that the writer may write: omitted fields get their defaults. */
  replace<V extends object>(
    id: IdOf<T>,
    values: Unnamed<V>,
    options?: RecordWriteOptions<T>,
  ): Promise<RecordOf<T>>;
  replace(id: IdOf<T>, values: Values<T>, options?: RecordWriteOptions<T>): Promise<RecordOf<T>>;
  replace(id: IdOf<T>, values: Partial<T>, options?: RecordWriteOptions<T>): Promise<RecordOf<T>>;
  update<V extends object>(
    id: IdOf<T>,
    values: Unnamed<V>,
    options?: RecordWriteOptions<T>,
  ): Promise<RecordOf<T>>;
  update(
    id: IdOf<T>,
    values: UpdateValues<T>,
    options?: RecordWriteOptions<T>,
  ): Promise<RecordOf<T>>;
  update(id: IdOf<T>, values: Partial<T>, options?: RecordWriteOptions<T>): Promise<RecordOf<T>>;
  /** All of these or, where one is refused, none: 403, 409 and 422 say at which index. */
  createMany<V extends object>(values: readonly Unnamed<V>[]): Promise<readonly RecordOf<T>[]>;
  createMany(values: readonly Values<T>[]): Promise<readonly RecordOf<T>[]>;
  createMany(values: readonly Partial<T>[]): Promise<readonly RecordOf<T>[]>;
  /** Does what `update` does for all of these or, if one is refused, for none. A record can be there once. */
  updateMany<V extends object>(
    changes: readonly ChangeOf<T, Unnamed<V>>[],
  ): Promise<readonly RecordOf<T>[]>;
  updateMany(changes: readonly ChangeOf<T, UpdateValues<T>>[]): Promise<readonly RecordOf<T>[]>;
  updateMany(changes: readonly ChangeOf<T, Partial<T>>[]): Promise<readonly RecordOf<T>[]>;
  /**
   * The record with this key, else a new one with these values: of any number who ask at once, one creates it. 409 where the
   * user may not see the one that exists.
   */
  findOrCreate(key: UniqueKey<T>, values?: Values<T>): Promise<Upserted<T>>;
  /** Finds or creates a record, and changes an existing one to these values, as `update` does. */
  upsert(key: UniqueKey<T>, values: Values<T>): Promise<Upserted<T>>;
  remove(id: IdOf<T>, options?: RecordWriteOptions<T>): Promise<void>;
  /** A request's body without what its sender may not write, as generated endpoints accept it. */
  pick(body: unknown, action?: 'create' | 'edit'): Values<T>;
  /** Throws 403 unless the user may do this with the model at all. */
  authorize(action: Action): void;
}

/** The models' records for one user: `crud(Task).find()`. */
export interface Crud {
  <T extends object>(entity: new () => T): Records<T>;
  /**
   * The rows of a SELECT of your own, in the transaction of the caller if there is one; values are as the driver returns them. Only what
   * it reads from `visible()` is subject to the rules.
   */
  query<R extends object = Record<string, unknown>>(statement: Sql): Promise<R[]>;
}

export interface Engine {
  readonly models: readonly ModelInfo[];
  /** A model by class name. */
  model(name: string): ModelInfo;
  /** The models of the records that a payload of this model may contain, by the name of their relation. */
  contained(model: ModelInfo): ReadonlyMap<string, ModelInfo>;
  /** The records as this user may use them. */
  as(user: CurrentUser, context?: CallContext): Crud;
  /** Access without rules, for the service's own work: every action, every row, every field. */
  readonly system: Crud;
  /** Operations without rules in a request. */
  systemIn(context: CallContext): Crud;
  /** What the generated endpoints return to this user. */
  operations(user: CurrentUser, context?: CallContext): (entity: new () => object) => Operations;
}

/** Additions of a request to an operation; created lazily. */
export interface CallContext {
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: (() => AbortSignal) | undefined;
  /** Writes log lines with the request's id. */
  readonly log?: (() => Logger) | undefined;
  /** Who sent the request that it is done for. */
  readonly client?: (() => Caller) | undefined;
  /** What asked for the work that the service does: a request of a user, or the run of an import. */
  readonly origin?: (() => Origin) | undefined;
  /** The response that records are read for: while it is being sent, they are in memory. */
  readonly response?: Sink | undefined;
  /** Rolls back what is being written when it is aborted: a job whose time is over. */
  readonly ending?: AbortSignal | undefined;
  /** The record with which its lines are being written: guards have been asked about that. */
  readonly parent?: { readonly model: string; readonly id: RecordId } | undefined;
}

/** The program that a request came from, as far as it can be known. */
export interface Caller {
  /** Its address; behind proxies that `TRUST_PROXY` names, the one that they forward. */
  readonly address: string;
  /** What it calls itself, shortened; empty where it says nothing. */
  readonly agent: string;
}

/** As much of a response as shows when it has been sent, or its client has gone. */
export type Sink = Pick<ServerResponse, 'closed' | 'once'>;
