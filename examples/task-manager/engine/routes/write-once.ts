import type { Request, Response } from 'express';
import type { Operations, Row } from '../model/operations.js';

/** What a write has come to. */
export interface Written {
  readonly status: number;
  /** The record as its writer is shown it; none where it is deleted. */
  readonly record?: Row;
  /** Whether it has the fields that its writer is shown from now on. */
  readonly isAsShown?: boolean;
}

/** What a request writes, or one item of it. */
export interface Write {
  /** The position of the item, where each is written by itself. */
  readonly item?: number | undefined;
  /** What reads the record at a position of what is written. */
  readonly records: (at: number) => Operations;
  readonly write: () => Promise<readonly Written[]>;
  /** What `write` would else do first, before its transaction: for who calls it in one. Nothing where that is not slow. */
  readonly prepare?: (() => Promise<void>) | undefined;
}

/** Writes, unless that has been done: then it returns what has been written, as it is now. */
export type DoWrite = (write: Write) => Promise<readonly Written[]>;

/** Does what a request with this body asks for; `each` says that its items are written each by itself. */
export type RequestWrites = (
  body: unknown,
  work: (doWrite: DoWrite) => Promise<void>,
  each?: boolean,
) => Promise<void>;

/** How a request is done once, however often it is sent; null for one that does not ask for that. 400 where it asks wrongly. */
export type WriteOnce = (request: Request, response: Response) => RequestWrites | null;

const eachTime: RequestWrites = (_body, work) => work(({ write }) => write());

/** How a request's writes are done: each time that it is sent, unless a feature sees to it. */
export const writesOf = (
  request: Request,
  response: Response,
  writeOnce: WriteOnce | undefined,
): RequestWrites => writeOnce?.(request, response) ?? eachTime;
