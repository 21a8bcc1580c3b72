import type { Readable } from 'node:stream';

/** What is sent as it is: a text, bytes, or pieces that come one after another. */
export type ReplyBody = string | Uint8Array | Readable | AsyncIterable<string | Uint8Array>;

export interface ReplyOptions {
  readonly status?: number;
  /** The content type; of a text `text/plain`, else `application/octet-stream`. */
  readonly type?: string;
  /** Offered to be saved under this name. */
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is no JSON; `reply` and `file` make it. */
export class Reply {
  constructor(
    readonly content:
      | { readonly kind: 'body'; readonly body: ReplyBody | null }
      | { readonly kind: 'file'; readonly path: string },
    readonly options: ReplyOptions,
  ) {}
}

/** Answers with a text, bytes or a stream: `reply(lines(), { type: 'text/csv', name: 'tasks.csv' })`. */
export const reply = (body: ReplyBody | null, options: ReplyOptions = {}): Reply =>
  new Reply({ kind: 'body', body }, options);

/** Answers with a file of the service's disk; its type is that of its ending. The path is yours to choose, not the caller's. */
export const file = (path: string, options: ReplyOptions = {}): Reply =>
  new Reply({ kind: 'file', path }, options);
