/** A message being sent. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
}

/** Sends a message to its receiver; throws if it does not respond. */
export type Send = (message: Message, signal: AbortSignal) => Promise<Answer>;

/** The receiver did not respond within the timeout. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}
