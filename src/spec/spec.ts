import type { Position, Problem } from '../problem.js';
import type {
  Card,
  CardValue,
  FieldSource,
  FieldType,
  ItemType,
  Reference,
  RowRuleKind,
} from '../model/model.js';
import type { GivenValue } from '../model/value.js';

/** A value with its place in the user's text. */
export interface Located<T> {
  readonly value: T;
  readonly at: Position;
}

/** The user's input, parsed but not yet checked. */
export interface Spec {
  readonly models: readonly SpecModel[];
  readonly roles?: readonly SpecRole[];
  readonly brand?: SpecBrand;
}

/** What people recognise the application by. */
export interface SpecBrand {
  readonly name: Located<string> | null;
  readonly color: Located<string> | null;
  /** The path of a picture, relative to the spec. */
  readonly logo: Located<string> | null;
}

/** A spec with the problems found while parsing it. */
export interface ParsedSpec {
  readonly spec: Spec;
  readonly problems: readonly Problem[];
}

export interface SpecModel {
  readonly name: Located<string>;
  readonly table: Located<string> | null;
  readonly prefix: Located<string> | null;
  readonly label: Located<string> | null;
  readonly group: Located<string> | null;
  readonly about: Located<string> | null;
  /** Its cards on the dashboard; null where crudgen chooses them. */
  readonly dashboard: Located<readonly SpecCard[]> | null;
  /** The field of the board of its list; null without one. */
  readonly board: Located<string> | null;
  /** The dates of the calendar of its list; null without one. */
  readonly calendar: SpecCalendar | null;
  /** The fields of other records by which its rows are searched, such as `customer.last_name`. */
  readonly searchBy: readonly Located<string>[];
  readonly timestamps: boolean;
  /** The place that says that the rows are only read; null if rows are written. */
  readonly readOnly: Position | null;
  /** Whether it has a history, or for how long that is kept; null without one. */
  readonly history: Located<true | string> | null;
  /** Whether deleted rows go to the trash, or for how long; null where they are deleted. */
  readonly trash: Located<true | string> | null;
  readonly fields: readonly SpecField[];
  /** Names of fields with reported problems. */
  readonly broken: readonly string[];
  readonly unique: readonly Located<readonly Located<string>[]>[];
  readonly indexes: readonly Located<readonly Located<string>[]>[];
  /** Indexes and checks as SQL, by name. */
  readonly sqlIndexes: readonly SpecSql[];
  readonly checks: readonly SpecSql[];
  /** Periods that do not overlap; null without any. */
  readonly noOverlap: SpecPeriods | null;
  /** The condition by which rows are frozen; null without one. */
  readonly frozen: SpecFrozen | null;
  readonly access: readonly SpecAccess[];
  readonly rows: SpecRules & {
    /** Rules for a role alone. */
    readonly byRole: readonly (SpecRules & { readonly role: Located<string> })[];
    /** Roles that see every row. */
    readonly except: Located<readonly Located<string>[]> | null;
  };
  /** Sentences about the access rules. */
  readonly sentences: readonly Located<string>[];
}

/** The fields of periods that do not overlap. */
export interface SpecPeriods {
  readonly fields: readonly Located<string>[];
  readonly by: readonly Located<string>[];
  readonly at: Position;
}

/** The dates of a calendar: those of one day or moment, or from a beginning to an end. */
export interface SpecCalendar {
  readonly from: Located<string>;
  readonly to: Located<string> | null;
}

/** The rows that nobody changes any more. */
export interface SpecFrozen {
  /** `status=paid`. */
  readonly when: Located<string>;
  readonly except: readonly Located<string>[];
}

/** An index or a check with its name. */
export interface SpecSql {
  readonly name: Located<string>;
  readonly sql: Located<string>;
}

/** The fields of row rules. */
export type SpecRules = { readonly [Kind in RowRuleKind]: Located<string> | null } & {
  /** Whether whoever creates a row becomes its owner; true by default. */
  readonly preset?: Located<boolean> | null;
};

/** A card of the dashboard, named after what it shows of a field. */
export interface SpecCard {
  readonly kind: Located<Card['kind']>;
  readonly field: Located<string>;
  readonly sum: Located<string> | null;
  readonly filter: readonly SpecCondition[];
  readonly done: readonly SpecCondition[];
  readonly title: Located<string> | null;
}

/** A condition of a list: `status: [open, paid]`, `total__gte: 100`. */
export interface SpecCondition {
  readonly key: Located<string>;
  readonly values: readonly Located<CardValue>[];
  readonly isList: boolean;
}

/** A preset role of the project's own. */
export interface SpecRole {
  readonly name: Located<string>;
  /** The name of a set, or a list of HTTP methods. */
  readonly methods: Located<string> | readonly Located<string>[];
  readonly about: Located<string> | null;
}

/** A role's actions in a model. */
export interface SpecAccess {
  readonly role: Located<string>;
  readonly actions: readonly Located<string>[];
}

export interface SpecField {
  readonly name: Located<string>;
  readonly type: Located<FieldType>;
  /** The model of a ref or refs; the type of PostgreSQL of a native field. */
  readonly target: Located<string> | null;
  readonly words: SpecWords;
}

/** A field's modifiers as given, each once. */
export type SpecWords = { readonly [W in keyof WordValues]?: Located<WordValues[W]> };

export interface WordValues {
  key: true | 'generated';
  required: true;
  unique: true | 'global';
  index: true | 'none';
  search: 'trigram';
  /** The default, which the type of the field has yet to parse. */
  default: GivenValue;
  default_sql: string;
  counted: true;
  values: readonly Located<string>[];
  enforce: true;
  max: number;
  min: number;
  email: true;
  url: true;
  pattern: string;
  pattern_message: string;
  unit: string;
  placeholder: string;
  help: string;
  section: string;
  show_if: string;
  on_delete: Reference['onDelete'];
  lines: true;
  from: FieldSource;
  sum: FieldSource;
  count: string;
  min_of: FieldSource;
  max_of: FieldSource;
  created: true;
  updated: true;
  deleted: true;
  generated: string;
  read: readonly Located<string>[];
  write: readonly Located<string>[];
  label: true;
  as: string;
  to: string;
  column: string;
  columns: readonly Located<string>[];
  items: ItemType;
  item_length: number;
  precision: number;
  scale: number;
  version: 'v7' | 'v4' | 'public';
  series: string;
  personal: string;
  steps: readonly Located<string>[];
}
