import { onlineManager } from '@tanstack/react-query';
import {
  HttpError,
  type FilterPayload,
  type PaginationPayload,
  type SortPayload,
} from 'react-admin';
import { momentOf } from './days';
import { presentFilter } from './relative';
import { readToken } from './storage';

/** The service's URL; `VITE_API_URL` at build time points a static build at another host. */
export const API_URL: string = import.meta.env.VITE_API_URL ?? '/api';

/** One field's problem: `code` is stable, the message names the field by its key, `params` are its numbers and words. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
}

/** Records of a model that keep another one from being deleted; `list` is the path of those that the caller may list. */
export interface Dependent {
  model: string;
  field: string;
  count: number;
  list?: string;
}

/** A problem document of the service (RFC 9457). */
export interface Problem {
  status: number;
  title?: string;
  /** Identifies refusals with a fixed text. */
  code?: string;
  detail?: string;
  message?: string;
  request_id?: string;
  errors?: Record<string, string>;
  problems?: FieldProblem[];
  dependents?: Dependent[];
  /** Whether there are others, which the caller may not list. */
  hidden_dependents?: boolean;
  /** Of what is too large: how large it may be, and the service's setting that says so. */
  limit?: string;
  setting?: string;
}

export interface Answer<T> {
  data: T;
  headers: Headers;
}

export interface RequestOptions {
  method?: string;
  body?: unknown;
  /** The body where it is no JSON. */
  file?: Blob;
  ifMatch?: string;
  /** The version that the caller has: 304 is thrown while there is no other. */
  ifNoneMatch?: string;
  signal?: AbortSignal;
  /** Sent even when the page is left. */
  keepalive?: boolean;
  /** The message for a write without a response: it may have been executed. */
  unanswered?: string;
}

/** Whether a retry may help: there was no connection, or the service failed. */
export function isTransient(error: Error): boolean {
  const status = (error as HttpError).status ?? 500;
  return status === 0 || status >= 500;
}

/**
 * Sends a request to the service; any response but a success is thrown as an `HttpError` with the service's message, or the
 * key of one of ours.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const wasOffline = !onlineManager.isOnline();
  const { response, text } = await exchange(path, options).catch((error: unknown) =>
    explainNetworkError(error, options, wasOffline),
  );
  // A server that responds is reachable, whatever the browser thinks of its network.
  if (wasOffline) onlineManager.setOnline(true);
  const data = parseBody(text);
  if (!response.ok) throw responseError(response, data);
  return { data: data as T, headers: response.headers };
}

async function exchange(path: string, options: RequestOptions) {
  const response = await send(path, options);
  return { response, text: await response.text() };
}

const send = (path: string, options: RequestOptions): Promise<Response> =>
  fetch(API_URL + path, {
    method: options.method ?? 'GET',
    headers: requestHeaders(options),
    body: options.file ?? (options.body === undefined ? null : JSON.stringify(options.body)),
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  });

/** A file of the service; a link cannot fetch it, which has no token. */
export async function requestFile(path: string): Promise<Blob> {
  const fail = (error: unknown) => explainNetworkError(error, {}, false);
  const response = await send(path, {}).catch(fail);
  if (!response.ok) throw responseError(response, parseBody(await response.text()));
  return response.blob().catch(fail);
}

/** Asks the service to keep the session in a cookie, where it does so: for pages of its own origin. */
const BY_COOKIE: Record<string, string> = /^\/(?!\/)/.test(API_URL)
  ? { 'x-session': 'cookie' }
  : {};

/** What says who asks, and for what. */
export function requestHeaders({
  body,
  ifMatch,
  ifNoneMatch,
}: RequestOptions): Record<string, string> {
  const token = readToken();
  return {
    accept: 'application/json',
    ...(token === null ? BY_COOKIE : { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
}

/** The message of a write that was not sent, as there was no connection. */
export const UNSENT = 'app.unsent';

function explainNetworkError(
  error: unknown,
  { unanswered }: RequestOptions,
  wasOffline: boolean,
): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  const unsent = wasOffline && !onlineManager.isOnline();
  const text = unanswered !== undefined && unsent ? UNSENT : unanswered;
  throw new HttpError(text ?? 'app.unreachable', 0, {});
}

function parseBody(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function responseError({ status, statusText, headers }: Response, data: unknown): HttpError {
  const problem = (data ?? {}) as Partial<Problem>;
  return problemError(status, { ...problem, retryAfter: headers.get('retry-after') }, statusText);
}

/** What a problem document says, as an error; `otherwise` where it says nothing. */
export function problemError(
  status: number,
  problem: Partial<Problem> & { readonly retryAfter?: string | null },
  otherwise = '',
): HttpError {
  const text = problem.detail ?? problem.message ?? (otherwise || 'app.request_failed');
  return new HttpError(text, status, problem);
}

/** The `meta` of record queries outside react-admin, which does not know them: every write invalidates them. */
export const OUTDATED_BY_WRITES: Record<string, unknown> = {};

export interface ListQuery {
  /** Whose list it is: its filter may have words that move with the day. */
  resource?: string | undefined;
  pagination?: PaginationPayload | undefined;
  sort?: SortPayload | undefined;
  filter?: FilterPayload | undefined;
}

/** A react-admin list request as the service's query string; an array matches any of its values. */
export function listQuery({ resource = '', pagination, sort, filter }: ListQuery): string {
  const query = new URLSearchParams();
  if (pagination !== undefined) appendRange(query, pagination);
  if (sort?.field) {
    query.set('_sort', sort.field);
    query.set('_order', sort.order);
  }
  for (const [key, value] of Object.entries(presentFilter(resource, filter ?? {}))) {
    for (const one of Array.isArray(value) ? value : [value]) appendFilter(query, key, one);
  }
  return query.toString();
}

function appendRange(query: URLSearchParams, { page, perPage }: PaginationPayload): void {
  query.set('_start', String((page - 1) * perPage));
  query.set('_end', String(page * perPage));
}

function appendFilter(query: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  query.append(key, momentOf(String(value)));
}
