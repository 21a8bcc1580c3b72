import { once } from '../once.js';

/** The kinds of ids that new models may have in place of integers. */
export const ID_KINDS = ['uuid', 'uuid4', 'public', 'bigint'] as const;

/** An application as plain data. Everything that crudgen writes is a function of this. */
export interface App {
  /** The package name of the project. */
  readonly name: string;
  /** The database in the initial `.env`. */
  readonly database: 'sqlite' | 'postgres';
  /** The kind of ids of models that are added without a key of their own; integers where absent. */
  readonly ids?: (typeof ID_KINDS)[number];
  /** Names of the project's features; the default ones where absent. */
  readonly features?: readonly string[];
  /**
   * The models in the order of the spec, which is later the order of the menu; generated registries sort by name. If the project has
   * extended `User` or `Tenant`, they are among the models with their added fields only; see `withUser`.
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
  /** The name of the role. */
  readonly name: string;
  /** A set of methods (read, write or all), or HTTP methods. */
  readonly methods: Methods;
  /** The purpose of the role; absent if it has no description. */
  readonly about?: string;
}

export interface Model {
  /** The class: `TeamMember`. */
  readonly name: string;
  /** The table: `team_member`. This is the model's identity. */
  readonly table: string;
  /** The URL prefix with its slash: `/team_member`. One segment. */
  readonly prefix: string;
  /** A template such as `{number} {customer}`; null for the first of name, title, label, subject, username, email, else name and id. */
  readonly label: string | null;
  /** The heading in the menu of the back-office; absent for the common heading. */
  readonly group?: string;
  /** A sentence about its records; absent without one. */
  readonly about?: string;
  /** Whether the model has `created_at` and `updated_at`. */
  readonly timestamps: boolean;
  /** Whether the service only reads its rows, which a view of the database has, or other programs write; absent if it writes them. */
  readonly readOnly?: true;
  /** Whether each change of its rows is kept, and for how long if it says so: `90d`, `2y`; absent if it is not. */
  readonly history?: true | string;
  /** Whether deleted rows go to the trash, and for how long if it says so: `30d`; absent if they are deleted. */
  readonly trash?: true | string;
  /** The fields. */
  readonly fields: readonly Field[];
  /** The primary key where another column has the ids: nobody sees it, unless a field has its name; absent where the key has them. */
  readonly rowNumber?: RowNumber;
  /** The built-in fields of `User` or `Tenant`, where they are not those of every project; see `loginOf`. */
  readonly login?: readonly Field[];
  /** Groups of field names that are unique together. */
  readonly unique: readonly (readonly string[])[];
  /** Groups of field names with an index. */
  readonly indexes: readonly (readonly string[])[];
  /** Indexes that groups of fields cannot say, by name: `UNIQUE (lower(email)) WHERE removed_on IS NULL`; absent if there are none. */
  readonly sqlIndexes?: Readonly<Record<string, string>>;
  /** Conditions that the database checks, by name: `nights > 0`; absent if there are none. */
  readonly checks?: Readonly<Record<string, string>>;
  /** The fields of periods that do not overlap; absent if records have none. */
  readonly noOverlap?: NoOverlap;
  /** Which records nobody changes any more, nor their lines; absent if all may change. */
  readonly frozen?: Frozen;
  /** The roles that the model restricts, or `*`, with the actions that they keep. */
  readonly access: Readonly<Record<string, readonly Action[]>>;
  /** The fields of the row rules. */
  readonly rows: RowRules;
  /** Sentences about the access rules, which `crudgen access prove` tries to break; absent if there are none. */
  readonly sentences?: readonly string[];
  /** Files next to the entity: access rules, endpoints, hooks and rules across fields. */
  readonly parts?: readonly ModelPart[];
  /** The columns of the list in the back-office, if they differ from the default. */
  readonly list?: ListColumns;
  /** The cards on the dashboard of the back-office, if they differ from the default. */
  readonly dashboard?: readonly Card[];
  /** The layouts of the list in the back-office besides its table; absent without any. */
  readonly layouts?: readonly Layout[];
  /** The fields of other records by which a spec has rows searched: `customer.last_name`; `config/search.json` keeps them. */
  readonly searchBy?: readonly string[];
  /** The place of the cards on the dashboard, if it differs from the default. */
  readonly place?: DashboardPlace;
  /** The developer's own columns that are not fields, such as a version or a deletion date. */
  readonly others?: readonly OtherColumn[];
}

/** The options that `@Model` sets for a class. */
export type ClassOptions = Partial<
  Pick<
    Model,
    | 'prefix'
    | 'label'
    | 'group'
    | 'about'
    | 'history'
    | 'trash'
    | 'sqlIndexes'
    | 'noOverlap'
    | 'frozen'
  >
>;

/** The columns of a list in the back-office. */
export interface ListColumns {
  /** Fields and timestamps that the list shows at first. */
  readonly shown: readonly string[];
  /** More fields that a user of the list can choose. */
  readonly hidden: readonly string[];
}

export const LAYOUT_KINDS = ['board', 'calendar'] as const;
export type LayoutKind = (typeof LAYOUT_KINDS)[number];

/** A layout of a list: `board('status', { sum: 'total' })`, `calendar('starts_at', { to: 'ends_at' })`. */
export interface Layout {
  /** The kind of the layout. */
  readonly kind: LayoutKind;
  /** The field whose values are the columns of a board, or the date by which a calendar shows records. */
  readonly field: string;
  /** The field with the end of a record in a calendar; absent where it has none. */
  readonly to?: string;
  /** What it shows of the records, as its developer's file was written; absent until then. */
  readonly shown?: LayoutOptions;
}

/** What a layout shows of records besides their labels. */
export interface LayoutOptions {
  /** The field that a board adds up. */
  readonly sum?: string;
  /** The fields on its cards. */
  readonly fields?: readonly string[];
  /** The field by which records stand in its columns. */
  readonly place?: string;
  /** The field by whose values a calendar colours records. */
  readonly state?: string;
}

/** Before the other models, behind them, or between. */
export type DashboardPlace = 'first' | 'last' | null;

export const CARD_KINDS = ['figure', 'series', 'bars', 'due', 'low'] as const;

/** What a dashboard shows of a model: `figure('issued_on', { sum: 'total' })`. */
export interface Card {
  /** The kind of the card. */
  readonly kind: (typeof CARD_KINDS)[number];
  /** The date of the records; for bars, the field whose values are counted; for what is low, the number of it. */
  readonly field: string;
  /** The field that the card adds up instead of counting records. */
  readonly sum?: string;
  /** The conditions of the records. */
  readonly filter?: CardFilter;
  /** The values that mark a record as done. */
  readonly done?: CardFilter;
  /** The heading, if it differs from the default. */
  readonly title?: string;
}

/** The conditions of a list, as its address has them: `{ status: ['open', 'paid'], total__gte: 100 }`. */
export type CardFilter = Readonly<Record<string, CardValue | readonly CardValue[]>>;
export type CardValue = string | number | boolean;

/** The parts that a model may have beside its entity, in the order of lists. */
export const PART_KINDS = ['access', 'routes', 'hooks', 'rules'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** A file that a model has beside its entity. */
export interface ModelPart {
  /** The kind of code in the file. */
  readonly kind: PartKind;
  /** The file. */
  readonly path: string;
  /** The exported name. */
  readonly name: string;
  /** Of routes: what they do with a record; absent where nothing. */
  readonly actions?: readonly RecordAction[];
}

/** An endpoint of the developer's own that does something with a record: `POST /:id/confirm`. */
export interface RecordAction {
  /** The last segment of its path. */
  readonly name: string;
  /** The HTTP method, such as `POST`. */
  readonly method: string;
  /** The action that the caller's role has to allow. */
  readonly right: Action;
  /** Whether it takes a body. */
  readonly body: boolean;
}

/** A column that TypeORM fills. */
export interface OtherColumn {
  /** The column. */
  readonly column: string;
  /** The value that TypeORM fills in. */
  readonly kind: 'moment' | 'deletion' | 'version';
}

export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;
export type Action = (typeof ACTIONS)[number];

/** The fields by which users see rows, and who is excepted. Any of the rules shows a row. */
export interface RowRules {
  /** A reference to the user who owns a row. */
  readonly owner: string | null;
  /** A reference to the tenant of a row. */
  readonly tenant: string | null;
  /** A reference to the parent row whose rules apply to a row. */
  readonly as: string | null;
  /** Rules for some roles only; absent if there are none. */
  readonly byRole?: readonly RoleRule[];
  /** Roles that see every row. */
  readonly except: readonly string[];
  /** False if the user who creates a row does not become its owner. */
  readonly preset?: false;
}

export const ROW_RULE_KINDS = ['owner', 'tenant', 'as'] as const;
export type RowRuleKind = (typeof ROW_RULE_KINDS)[number];

/** A row rule that counts for some roles alone: of the others none sees a row by it. */
export interface RoleRule {
  /** The kind of rule. */
  readonly kind: RowRuleKind;
  /** The reference. */
  readonly field: string;
  /** The roles that the rule is for. */
  readonly roles: readonly string[];
  /** For an owner: false if a user with these roles who creates a row does not become its owner. */
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

/** Whether the service fills a field in by who creates a row: with its owner or tenant. */
export const isOwnReference = (model: Model, { name }: Pick<Field, 'name'>): boolean =>
  ownReferences(model).has(name);

const ownReferences = once(
  (model: Model): ReadonlySet<string> =>
    new Set([...presetOwners(model), ...ruleFields(model, 'tenant')]),
);

/** The field by whose tenant rows are seen; null without one. */
export const tenantOf = (model: Pick<Model, 'rows'>): string | null =>
  ruleFields(model, 'tenant')[0] ?? null;

/** Whether rules hide rows of a model from anybody. */
export const hidesRows = (model: Pick<Model, 'rows'>): boolean =>
  ROW_RULE_KINDS.some((kind) => ruleFields(model, kind).length > 0);

/** Types that hold a value in a column of their own. */
export type ScalarType =
  | 'string'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'exact'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'uuid'
  | 'color'
  | 'json'
  | 'enum'
  | 'native'
  | 'list'
  | 'bytes'
  | 'file'
  | 'image';
export type FieldType = ScalarType | 'ref' | 'refs';

/** The types of the items of a list. */
export const ITEM_TYPES = [
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
] as const satisfies readonly ScalarType[];
export type ItemType = (typeof ITEM_TYPES)[number];

/**
 * The origin of a key: the client, the database (by counting), or the service (a UUID of version 4 or 7). One that is `public` is of
 * version 4, in a column beside the primary key, which is a number.
 */
export type KeySource = 'given' | 'database' | 'v4' | 'v7' | 'public';

/** A primary key that the database counts. */
export interface RowNumber {
  /** The property of the entity. */
  readonly name: string;
  /** The column in the database. */
  readonly column: string;
  /** The type of its numbers. */
  readonly type: 'integer' | 'bigint';
}

export interface Field {
  /** The key in JSON and the property of the entity: `title`, `project_id` for a ref, `tags` for refs. */
  readonly name: string;
  /** The column in the database; the field's identity. Equals `name` unless the developer renamed the property. */
  readonly column: string;
  /** A type of `crudgen help types`. */
  readonly type: FieldType;
  /** The type of PostgreSQL that a native field has: `inet`; null for any other field. */
  readonly native: string | null;
  /** Whether the field must have a value. */
  readonly required: boolean;
  /** The origin of its values, if the field is the primary key or a part of it; null for any other field. */
  readonly key: KeySource | null;
  /** Whether no two rows have the same value. */
  readonly unique: boolean;
  /** Unique over all rows, including hidden ones: across tenants, and where rows follow their parents' rules. */
  readonly uniqueGlobal: boolean;
  /** Whether the field has an index. */
  readonly index: boolean;
  /** A trigram index for `contains`. */
  readonly search: 'trigram' | null;
  /** The default; null if there is none. */
  readonly default: Default | null;
  /** The values that forms offer, or the values of an enum, or of each item of a list; empty if any value is allowed. */
  readonly values: readonly string[];
  /** Whether the service refuses other values. Always true for an enum. */
  readonly enforce: boolean;
  /** The minimum length of a text in code points, the smallest number, or the minimum number of items of a list. */
  readonly min: number | null;
  /** The maximum length of a text in code points, the largest number, the maximum number of items of a list, or the most bytes. */
  readonly max: number | null;
  /** The type of the items of a list; null for any other field. */
  readonly items: ItemType | null;
  /** The maximum length of each text in a list, in code points; null for that of every string, and for other items. */
  readonly itemLength: number | null;
  /** The format that a text must have. */
  readonly format: 'email' | 'url' | null;
  /** A regular expression that a text must match, valid in RE2 and JavaScript (`u`). */
  readonly pattern: string | null;
  /** The message if a text does not match the pattern. */
  readonly patternMessage: string | null;
  /** The number of all digits of a decimal, or of each decimal in a list; null for an exact one with any digits. */
  readonly precision: number | null;
  /** The number of digits of a decimal after the point. */
  readonly scale: number | null;
  /** The unit of a number: the ISO code of a currency (`EUR`), or a word or sign behind it (`km`, `%`). */
  readonly unit: string | null;
  /** The text that an empty input shows: an example of a value. */
  readonly placeholder: string | null;
  /** A sentence for those who fill the field in; forms show it below the input. */
  readonly help: string | null;
  /** The title of the section of the form that the field is in; null where crudgen chooses its place. */
  readonly section: string | null;
  /** What the value of another field must be for forms to show the field; null where they always do. */
  readonly showIf: Pick<Frozen, 'field' | 'values'> | null;
  /** The reference of a ref or refs. */
  readonly reference: Reference | null;
  /** The source from which forms fill the field when somebody chooses a record; null if there is none. */
  readonly from: FieldSource | null;
  /** The total of lines that the service keeps in the field; null if it keeps none. */
  readonly total: Total | null;
  /** The pattern of the numbers that the service gives, without gaps: `INV-{year}-{0000}`; null for any other field. */
  readonly series: string | null;
  /** What erasing a person does with the field, as in `personalIn`; null if it tells nothing of a person. */
  readonly personal: string | null;
  /** The changes that the value of an enum may take, and its first values; null if it may change to any value. */
  readonly steps: readonly Step[] | null;
  /** The moment that the service fills in: of the insert, of the last change, or of the deletion; null for any other field. */
  readonly stamp: 'created' | 'updated' | 'deleted' | null;
  /** The SQL by which the database computes the field from other columns of the row; null for any other field. */
  readonly generated: string | null;
  /** The roles that may read the field; null for everybody, an empty list for nobody. */
  readonly read: readonly string[] | null;
  /** The roles that may write the field; null for everybody, an empty list for nobody. */
  readonly write: readonly string[] | null;
}

/** The properties of a field that `@Field` declares, because TypeORM has no options for them. */
export type FieldOption = Exclude<
  keyof Field,
  | (
      | 'name'
      | 'column'
      | 'type'
      | 'native'
      | 'required'
      | 'key'
      | 'unique'
      | 'uniqueGlobal'
      | 'index'
      | 'default'
    )
  | ('precision' | 'scale' | 'items' | 'itemLength' | 'reference' | 'stamp' | 'generated')
  | ('read' | 'write')
>;

/** A field with default settings. */
export const PLAIN_FIELD: Omit<Field, 'name' | 'column' | 'type'> = {
  native: null,
  required: false,
  key: null,
  unique: false,
  uniqueGlobal: false,
  index: false,
  search: null,
  default: null,
  values: [],
  enforce: false,
  min: null,
  max: null,
  items: null,
  itemLength: null,
  format: null,
  pattern: null,
  patternMessage: null,
  precision: null,
  scale: null,
  unit: null,
  placeholder: null,
  help: null,
  section: null,
  showIf: null,
  reference: null,
  from: null,
  total: null,
  series: null,
  personal: null,
  steps: null,
  stamp: null,
  generated: null,
  read: null,
  write: null,
};

export type Default =
  | {
      /** A value. */
      readonly kind: 'value';
      /** The value. */
      readonly value: string | number | boolean | JsonValue;
    }
  | {
      /** The time of the insert. */
      readonly kind: 'now';
    }
  | {
      /** The date of the insert. */
      readonly kind: 'today';
    }
  | {
      /** A value that only the database can make. */
      readonly kind: 'database';
      /** The SQL by which it does. */
      readonly sql: string;
    }
  | {
      /** The next number, which the database counts. */
      readonly kind: 'counted';
    };

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface Reference {
  /** The class referred to: another model, `User` or `Tenant`. */
  readonly model: string;
  /** The unique field of that class whose values the column has: `iso`; absent for the key. */
  readonly to?: string;
  /** Where the key of that class has several columns, the fields with those of the reference, in the order of the key. */
  readonly columns?: readonly string[];
  /** The relation property on this side: `project`; for refs it is the field's own name. */
  readonly relation: string;
  /** The inverse relation property: `tasks`. Null on Tenant, and on User unless named. */
  readonly inverse: string | null;
  /** The effect on the row when the other row is deleted. */
  readonly onDelete: 'set_null' | 'restrict' | 'cascade';
  /** Whether the rows are lines of the other row, read and written as parts of it: the lines of an order. */
  readonly lines: boolean;
  /** True if the code of a ref asks for no index of its column; absent otherwise. */
  readonly unindexed?: true;
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
  /** The kind of total: how the values of the lines become one value. */
  readonly kind: 'sum' | 'count' | 'min' | 'max';
  /** The relation to the lines: `items`. */
  readonly relation: string;
  /** The field of the lines; null for their number. */
  readonly field: string | null;
}

/** A change that the value of an enum may take. */
export interface Step {
  /** The value before; null for the first value of a record. */
  readonly from: string | null;
  /** The value after. */
  readonly to: string;
  /** The roles that may take the step; null for everybody. */
  readonly roles: readonly string[] | null;
}

/** Periods that do not overlap. */
export interface NoOverlap {
  /** The fields with the beginning and the end of the period. */
  readonly fields: readonly [start: string, end: string];
  /** The fields that are equal in records whose periods must not overlap; an empty list if no two periods may. */
  readonly by: readonly string[];
}

/** The records of a model that stay as they are, by the value of a field. */
export interface Frozen {
  /** The field. */
  readonly field: string;
  /** The values with which records are frozen; null if any value freezes them, but for false. */
  readonly values: readonly string[] | null;
  /** The roles that change these records nevertheless. */
  readonly except: readonly string[];
}

/** The join table of a many-to-many field, and its columns. */
export interface JoinNames {
  readonly table: string;
  readonly ownColumn: string;
  readonly otherColumn: string;
}
