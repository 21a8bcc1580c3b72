/** The databases of one run of the tests; each has a name of its own. */
export interface TestDatabases {
  /** Makes an empty database; gives its URL. */
  create(): Promise<string>;
  /** Keeps a database, which nobody has open any more, as what `copy` copies. */
  keep(url: string): Promise<void>;
  /** Copies the database that was kept; gives the copy's URL, or null while none is kept. */
  copy(): Promise<string | null>;
  drop(url: string): Promise<void>;
  /** Drops what is left of them. */
  dropAll(): Promise<void>;
}
