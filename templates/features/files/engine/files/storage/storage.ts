import type { Readable } from 'node:stream';

/** Bytes of a file, both inclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An upload straight to the storage: what a page has to send. */
export interface DirectUpload {
  readonly method: 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a page has sent to the storage itself. */
export interface Arrived {
  readonly size: number;
  /** Names its content: what arrives later under the same key has another one. */
  readonly tag: string;
}

/** Uploads that do not pass through the service: to a key of their own, from which the service takes them. */
export interface DirectUploads {
  /** Valid for some minutes, for exactly so many bytes. */
  begin(id: string, size: number): Promise<DirectUpload>;
  /** Null where nothing has arrived. */
  arrived(id: string): Promise<Arrived | null>;
  read(id: string, arrived: Arrived, range?: Range): Promise<Readable>;
  /** Makes it the file itself, unless something else has arrived meanwhile: false then. */
  accept(id: string, arrived: Arrived): Promise<boolean>;
  /** Removes what has arrived. */
  forget(id: string): Promise<void>;
}

/** The place of the contents of files. A key is the id of a file, or `<id>.w200` for a small picture of it. */
export interface Storage {
  /** A folder of this machine in which files are prepared. */
  readonly scratch: string;
  /** Takes a file of the scratch folder: from then on it is there as a whole. */
  keep(key: string, path: string): Promise<void>;
  /** The bytes; null if there is no file. */
  read(key: string, range?: Range): Promise<Readable | null>;
  /** Removes the file with its small pictures, and what has arrived of it; nothing is no error. */
  remove(id: string): Promise<void>;
  /** Present where pages may send files to the storage itself. */
  readonly direct?: DirectUploads;
}

/** Widths of small pictures, in pixels. */
export const WIDTHS = [64, 200, 400, 800] as const;
export type Width = (typeof WIDTHS)[number];

export const smallKey = (id: string, width: Width): string => `${id}.w${width}`;

/** All keys that a file may have. */
export const keysOf = (id: string): readonly string[] => [
  id,
  ...WIDTHS.map((width) => smallKey(id, width)),
];
