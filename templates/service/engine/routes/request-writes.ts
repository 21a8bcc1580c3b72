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

/** Carries out a write, or returns what came of it before, as it is now. */
export type DoWrite = (write: Write) => Promise<readonly Written[]>;

/** Carries out the writes of a request with this body; `each` says that every item is written by itself. */
export type RequestWrites = (
  body: unknown,
  work: (doWrite: DoWrite) => Promise<void>,
  each?: boolean,
) => Promise<void>;

/** How a feature carries out the writes of a request; null for a request that it has no part in, 400 for a wrong one. */
export type RequestWriter = (request: Request, response: Response) => RequestWrites | null;

const directly: RequestWrites = (_body, work) => work(({ write }) => write());

/** Carries out the writes of a request: directly, unless a feature does it. */
export const writesOf = (
  request: Request,
  response: Response,
  writer: RequestWriter | undefined,
): RequestWrites => writer?.(request, response) ?? directly;
