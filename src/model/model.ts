/** An application as plain data. Everything that crudgen writes is a function of this. */
export interface App {
  /** The package name of the project. */
  readonly name: string;
  /** The database in the initial `.env`. */
  readonly database: 'sqlite' | 'postgres';
  /** Names of the project's features; the default ones where absent. */
  readonly features?: readonly string[];
  /**
   * In the order of the spec, and later of the menu; generated registries sort by name. `User` and `Tenant` are among them, with
   * their added fields only, where the project has extended them; see `withUser`.
   */
  readonly models: readonly Model[];
  /** Preset roles of the project's own; absent without a file of them. */
  readonly roles?: readonly Role[];
}

/** The sets of HTTP methods that a role may have by name. */
export const METHOD_SETS = ['read', 'write', 'all'] as const;
export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Methods = (typeof METHOD_SETS)[number] | readonly (typeof METHODS)[number][];

/** A role with what it may do in models whose access rules do not narrow it. */
export interface Role {
  readonly name: string;
  readonly methods: Methods;
  readonly about?: string;
}

export interface Model {
  /** The class: `TeamMember`. */
  readonly name: string;
  /** The table: `team_member`. This is the model's identity. */
  readonly table: string;
  /** The URL prefix with its slash: `/team_member`. One segment. */
  readonly prefix: string;
  /** A template such as `{number} {customer}`; null means the first of name, title, label, subject, username, email, else name and id. */
  readonly label: string | null;
  /** The heading in the back-office menu; a common one where absent. */
  readonly group?: string;
  /** Whether the model has `created_at` and `updated_at`. */
  readonly timestamps: boolean;
  readonly fields: readonly Field[];
  /** The built-in fields of `User` or `Tenant`, where they are not those of every project; see `loginOf`. */
  readonly login?: readonly Field[];
  /** Groups of field names that are unique together. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** Model exceptions: role name or `*` -> allowed actions. Empty when there are none. */
  readonly access: Readonly<Record<string, readonly Action[]>>;
  readonly rows: RowRules;
  /** What its developer has beside its entity: access rules, endpoints, hooks and rules across fields. */
  readonly parts?: readonly ModelPart[];
  /** The columns of its list in the back-office, where these are not the usual ones of its fields. */
  readonly list?: ListColumns;
  /** Its cards on the dashboard of the back-office, where these are not those that would be chosen for it today. */
  readonly dashboard?: readonly Card[];
  /** Its place on that dashboard, where this is not the one that would be chosen for it today. */
  readonly place?: DashboardPlace;
  /** The developer's own columns that are not fields, such as a version or a deletion date. */
  readonly others?: readonly OtherColumn[];
}

/** Fields and timestamps that a list shows at first, and those that its reader may choose besides. */
export interface ListColumns {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

/** Before the other models, behind them, or between. */
export type DashboardPlace = 'first' | 'last' | null;

export const CARD_KINDS = ['figure', 'series', 'bars', 'due'] as const;

/** What a dashboard shows of a model: `figure('issued_on', { sum: 'total' })`. */
export interface Card {
  readonly kind: (typeof CARD_KINDS)[number];
  /** The date that records are from or due on; of bars, the field whose values they are of. */
  readonly field: string;
  /** The field that is added up in place of counting records. */
  readonly sum?: string;
  readonly filter?: CardFilter;
  /** The values by which what is due is done. */
  readonly done?: CardFilter;
  readonly title?: string;
}

/** The conditions of a list, as its address has them: `{ status: ['open', 'paid'], total__gte: 100 }`. */
export type CardFilter = Readonly<Record<string, CardValue | readonly CardValue[]>>;
export type CardValue = string | number | boolean;

/** What a model may have beside its entity, in the order of lists. */
export const PART_KINDS = ['access', 'routes', 'hooks', 'rules'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** A file that a model has beside its entity. */
export interface ModelPart {
  readonly kind: PartKind;
  readonly path: string;
  /** The exported name. */
  readonly name: string;
}

/** A column that TypeORM fills. */
export interface OtherColumn {
  readonly column: string;
  readonly kind: 'moment' | 'deletion' | 'version';
}

export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;
export type Action = (typeof ACTIONS)[number];

/** The fields by which users see rows, and who is excepted. Any of the rules shows a row. */
export interface RowRules {
  /** Refers to `User`: the caller. */
  readonly owner: string | null;
  /** Refers to `Tenant`: one of the caller's. */
  readonly tenant: string | null;
  /** Refers to another model, by whose rules the row is seen. */
  readonly as: string | null;
  /** Rules for some roles alone; absent where there are none. */
  readonly byRole?: readonly RoleRule[];
  /** Roles that see every row. */
  readonly except: readonly string[];
  /** Where it is false, whoever creates a row does not become its owner. */
  readonly preset?: false;
}

export const ROW_RULE_KINDS = ['owner', 'tenant', 'as'] as const;
export type RowRuleKind = (typeof ROW_RULE_KINDS)[number];

/** A row rule that counts for some roles alone: of the others none sees a row by it. */
export interface RoleRule {
  readonly kind: RowRuleKind;
  readonly field: string;
  readonly roles: readonly string[];
  /** Of an owner: where it is false, whoever creates a row in these roles does not become its owner. */
  readonly preset?: false;
}

export const NO_ROW_RULES: RowRules = { owner: null, tenant: null, as: null, except: [] };

/** The fields of a model's row rules of one kind, whoever they count for. */
export const ruleFields = ({ rows }: Pick<Model, 'rows'>, kind: RowRuleKind): readonly string[] => {
  const ofRoles = (rows.byRole ?? []).flatMap((rule) => (rule.kind === kind ? [rule.field] : []));
  return [...new Set([...(rows[kind] === null ? [] : [rows[kind]]), ...ofRoles])];
};

/** The fields in which the service sets whoever creates a row as its owner, in any role or in some. */
export const presetOwners = ({ rows }: Pick<Model, 'rows'>): readonly string[] => {
  const byRole = (rows.byRole ?? []).filter(({ preset }) => preset !== false);
  const owner = rows.preset === false ? null : rows.owner;
  return ruleFields({ rows: { ...rows, owner, byRole } }, 'owner');
};

/** The field by whose tenant rows are seen; null without one. */
export const tenantOf = (model: Pick<Model, 'rows'>): string | null =>
  ruleFields(model, 'tenant')[0] ?? null;

/** Whether rules hide rows of a model from anybody. */
export const hidesRows = (model: Pick<Model, 'rows'>): boolean =>
  ROW_RULE_KINDS.some((kind) => ruleFields(model, kind).length > 0);

/** Types that hold one value in one column of their own. */
export type ScalarType =
  | 'string'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'uuid'
  | 'color'
  | 'json'
  | 'enum';
export type FieldType = ScalarType | 'ref' | 'refs';

export interface Field {
  /** The key in JSON and the property of the entity: `title`, `project_id` for a ref, `tags` for refs. */
  readonly name: string;
  /** The column in the database; the field's identity. Equals `name` unless the developer renamed the property. */
  readonly column: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  /** Unique over all rows, including hidden ones: across tenants, and where rows follow their parents' rules. */
  readonly uniqueGlobal: boolean;
  readonly index: boolean;
  /** A trigram index for `contains`. */
  readonly search: 'trigram' | null;
  readonly default: Default | null;
  /** Documented values, or those of an enum; empty where any value is allowed. */
  readonly values: readonly string[];
  /** Whether `values` are enforced on write. Always true for an enum. */
  readonly enforce: boolean;
  /** Length of a string in code points, value of a number. */
  readonly min: number | null;
  readonly max: number | null;
  readonly format: 'email' | 'url' | null;
  /** A regular expression that a text must match, valid in RE2 and JavaScript (`u`). */
  readonly pattern: string | null;
  /** What people are told where a text does not match the pattern. */
  readonly patternMessage: string | null;
  /** Of a decimal. */
  readonly precision: number | null;
  readonly scale: number | null;
  /** What a number is of: a currency (`EUR`), or a word or sign behind it (`km`, `%`). */
  readonly unit: string | null;
  /** The text that an empty input shows: an example of a value. */
  readonly placeholder: string | null;
  /** Of a ref or refs. */
  readonly reference: Reference | null;
  /** What the back-office fills the field from, once the record that a reference names is chosen. */
  readonly from: FieldSource | null;
  /** What the service keeps it equal to, of the lines of the row. */
  readonly total: Total | null;
  /** Roles that may read or write the field; null means everybody, an empty list nobody. */
  readonly read: readonly string[] | null;
  readonly write: readonly string[] | null;
}

/** The properties of a field that `@Field` declares, because TypeORM has no options for them. */
export type FieldOption = Exclude<
  keyof Field,
  | ('name' | 'column' | 'type' | 'required' | 'unique' | 'uniqueGlobal' | 'index' | 'default')
  | ('precision' | 'scale' | 'reference' | 'read' | 'write')
>;

/** A field with default settings. */
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
  patternMessage: null,
  precision: null,
  scale: null,
  unit: null,
  placeholder: null,
  reference: null,
  from: null,
  total: null,
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
  /** The inverse relation property: `tasks`. Null on Tenant, and on User unless named. */
  readonly inverse: string | null;
  readonly onDelete: 'set_null' | 'restrict' | 'cascade';
  /** Whether rows are lines of the row that they refer to, written and read as a part of it: those of an order. */
  readonly lines: boolean;
  /** For refs, join table names chosen by the developer; by default those of `joinTableOf`. */
  readonly join?: Partial<JoinNames>;
}

/** A field of the record that a reference of the same model refers to: `part.price`. */
export interface FieldSource {
  /** The relation property: `part`. */
  readonly relation: string;
  /** The field of the model that it refers to: `price`. */
  readonly field: string;
}

/** A total of lines: the sum of their amounts, their number, or the smallest or largest value. */
export interface Total {
  readonly kind: (typeof TOTAL_KINDS)[number];
  /** The relation to the lines: `items`. */
  readonly relation: string;
  /** The field of the lines; null for their number. */
  readonly field: string | null;
}

export const TOTAL_KINDS = ['sum', 'count', 'min', 'max'] as const;

/** The join table of a many-to-many field, and its columns. */
export interface JoinNames {
  readonly table: string;
  readonly ownColumn: string;
  readonly otherColumn: string;
}
