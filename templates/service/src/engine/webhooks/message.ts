/** A message on its way. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  /** Its beginning. */
  readonly body: string;
}

/** Brings a message to its receiver; throws where none answers. */
export type Send = (message: Message, signal: AbortSignal) => Promise<Answer>;

/** The receiver has kept a message waiting for all of its time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}
