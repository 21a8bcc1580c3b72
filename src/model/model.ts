/** What an application is: plain data, no behaviour. Everything that crudgen writes is a function of this. */
export interface App {
  /** The package name of the project. */
  readonly name: string;
  /** The database that `.env` points to when the project is made. */
  readonly database: 'sqlite' | 'postgres';
  /** Whether the project has the React back-office in `web/`. */
  readonly web: boolean;
  /** Names of the features that the project lists; the usual ones where nothing is said. */
  readonly features?: readonly string[];
  /**
   * In the order of the spec; generated aggregates sort by name themselves. `User` is among them, with the fields of its own
   * alone, where the project has added something to it; see `withUser`.
   */
  readonly models: readonly Model[];
}

export interface Model {
  /** The class: `TeamMember`. */
  readonly name: string;
  /** The table: `team_member`. This is the model's identity. */
  readonly table: string;
  /** The URL prefix with its slash: `/team_member`. One segment. */
  readonly prefix: string;
  /** A template such as `{number} {customer}`; null takes the first of name, title, label, subject, username, email, else name and id. */
  readonly label: string | null;
  /** The heading that the back-office's menu has it under; the one of all that say none where it is absent. */
  readonly group?: string;
  /** Whether the model has `created_at` and `updated_at`. */
  readonly timestamps: boolean;
  readonly fields: readonly Field[];
  /** Groups of field names that are unique together. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Model exceptions: role name or `*` -> allowed actions. Empty when there are none. */
  readonly access: Readonly<Record<string, readonly Action[]>>;
  readonly rows: RowRules;
  /** What its developer has written beside what every model has. */
  readonly parts?: readonly ModelPart[];
  /** Columns that their owner wrote and that are no fields: a version, the moment of a deletion. */
  readonly others?: readonly OtherColumn[];
}

/** A file of its developer's own that belongs to a model. */
export interface ModelPart {
  readonly kind: 'hooks' | 'rules';
  readonly path: string;
  /** The name that it is exported by. */
  readonly name: string;
}

/** A column that TypeORM fills by itself. */
export interface OtherColumn {
  readonly column: string;
  readonly kind: 'moment' | 'deletion' | 'version';
}

export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;
export type Action = (typeof ACTIONS)[number];

/** Field names (columns that refer to User or Tenant) that row rules compare with the caller. Several are any-of. */
export interface RowRules {
  readonly owner: string | null;
  readonly tenant: string | null;
}

/** Types that hold one value in one column of their own. */
export const SCALAR_TYPES = [
  'string',
  'text',
  'integer',
  'bigint',
  'float',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
  'uuid',
  'json',
  'enum',
] as const;
export type ScalarType = (typeof SCALAR_TYPES)[number];
export type FieldType = ScalarType | 'ref' | 'refs';

export interface Field {
  /** The key in JSON and the property of the entity: `title`, `project_id` for a ref, `tags` for refs. */
  readonly name: string;
  /** The column in the database; the field's identity. Equals `name` unless its owner renamed the property. */
  readonly column: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  /** Unique over all rows, be they hidden: over all tenants, and where rows go by their parents' rules it may be told. */
  readonly uniqueGlobal: boolean;
  readonly index: boolean;
  /** An index by which `contains` finds the rows of a text. */
  readonly search: 'trigram' | null;
  readonly default: Default | null;
  /** Documented values, or the values of an enum; empty when any value goes. */
  readonly values: readonly string[];
  /** Whether `values` are enforced on write. Always true for an enum. */
  readonly enforce: boolean;
  /** Length of a string in code points, value of a number. */
  readonly min: number | null;
  readonly max: number | null;
  readonly format: 'email' | 'url' | null;
  /** What a text must have: a regular expression that RE2 and JavaScript (`u`) understand. */
  readonly pattern: string | null;
  /** Of a decimal. */
  readonly precision: number | null;
  readonly scale: number | null;
  /** Of a ref or refs. */
  readonly reference: Reference | null;
  /** Roles that may read or write the field; null is everybody, an empty list nobody. */
  readonly read: readonly string[] | null;
  readonly write: readonly string[] | null;
}

/** A field of which nothing but its name and type is said. */
export const PLAIN_FIELD: Omit<Field, 'name' | 'column' | 'type'> = {
  required: false,
  unique: false,
  uniqueGlobal: false,
  index: false,
  search: null,
  default: null,
  values: [],
  enforce: false,
  min: null,
  max: null,
  format: null,
  pattern: null,
  precision: null,
  scale: null,
  reference: null,
  read: null,
  write: null,
};

export type Default =
  | { readonly kind: 'value'; readonly value: string | number | boolean | JsonValue }
  | { readonly kind: 'now' }
  | { readonly kind: 'today' };

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface Reference {
  /** The class referred to: another model, `User` or `Tenant`. */
  readonly model: string;
  /** The relation property on this side: `project`; for refs it is the field's own name. */
  readonly relation: string;
  /** The relation property on the other side: `tasks`. Null on Tenant, and on User where nobody names one. */
  readonly inverse: string | null;
  readonly onDelete: 'set_null' | 'restrict' | 'cascade';
  /** Of refs, the names of the table between that its developer has given; the others are those of `joinTableOf`. */
  readonly join?: Partial<JoinNames>;
}

/** The table behind a many-to-many field, and its columns. */
export interface JoinNames {
  readonly table: string;
  readonly ownColumn: string;
  readonly otherColumn: string;
}
