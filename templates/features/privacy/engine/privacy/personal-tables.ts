/** What erasing a person does with a row: it deletes the row, or gives columns these values. */
export type Erasing = 'delete' | Readonly<Record<string, SetValue>>;

export type SetValue = null | string | number | boolean | readonly never[] | Readonly<object>;

/** Rows of a table that have to do with a person, by one of their columns. */
export type PersonalRows =
  /** The column has the id of a user; with `where`, and other columns have one of these values. */
  | {
      readonly user: string;
      readonly where?: Readonly<Record<string, readonly string[]>>;
      readonly erase: Erasing;
      readonly whole?: true;
    }
  /** The column has a name or an address by which a user signs in. */
  | { readonly name: string; readonly erase: Erasing }
  /** The column has a text or JSON, in which there may be something of the person. */
  | { readonly text: string; readonly erase: Erasing }
  /** Another table has a file in pieces of base64, in which there may be something of the person. */
  | { readonly file: StoredFile; readonly erase: Erasing }
  /** The row belongs to a record of a model. */
  | { readonly held: HeldBy; readonly erase: Erasing; readonly whole?: true }
  /** The row tells of a record of a model. */
  | { readonly record: ToldRecord };

/** Where the pieces of a file are: in a column, in the order of another one, and `by` the id of the row to which they belong. */
export interface StoredFile {
  readonly table: string;
  readonly column: string;
  readonly by: string;
  readonly order: string;
}

/** The columns with the table of a record, its id, and its values: JSON with a member for each field, `[]` for one that is not told. */
export interface ToldRecord {
  readonly model: string;
  readonly key: string;
  readonly values: string;
}

/**
 * The columns with the class of a record and its id, and with the field to which the row belongs: the row goes with the record, or with
 * the value of the field. Without `field`, it goes with the record alone. A value of one of `types` names its row by a member `id`.
 * A row that is `whole` is the person's with what it has outside of the database, which an export has, too; erasing it is for good.
 */
export interface HeldBy {
  readonly model: string;
  readonly key: string;
  readonly field?: string;
  readonly types?: readonly string[];
}

/** What a table that is no model of the project has of persons. Its rows have an `id`. */
export interface PersonalTable {
  readonly table: string;
  /** Why it has nothing. */
  readonly none?: string;
  readonly rows?: readonly PersonalRows[];
  /** Columns that no export has: digests of keys, and secrets. */
  readonly secret?: readonly string[];
}

/** Whether a table says what it has of persons. */
export const isTold = ({ none, rows }: PersonalTable): boolean =>
  none !== undefined || rows !== undefined;

/** The tables of every service; users and tenants are models. */
export const SERVICE_TABLES: readonly PersonalTable[] = [
  { table: 'auth_role', none: 'roles, which are no persons' },
  { table: 'auth_failure', none: 'digests of names and addresses, for a quarter of an hour' },
  { table: 'auth_change', none: 'a number' },
  { table: 'auth_ended_session', none: 'numbers of sessions, without their users' },
  { table: 'migrations', none: 'names of migrations' },
  { table: 'seed_log', none: 'names of seeds' },
];
