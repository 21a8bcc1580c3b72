import type { Readable } from 'node:stream';

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

/** Responds with a text, bytes or a stream: `reply(lines(), { type: 'text/csv', name: 'tasks.csv' })`. */
export const reply = (body: ReplyBody | null, options: ReplyOptions = {}): Reply =>
  new Reply({ kind: 'body', body }, options);

/**
 * Responds with a file from the service's disk; its type follows from its extension. The path must be chosen by you, not by
 * the caller.
 */
export const file = (path: string, options: ReplyOptions = {}): Reply =>
  new Reply({ kind: 'file', path }, options);
