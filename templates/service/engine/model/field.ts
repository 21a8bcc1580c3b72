import type { PlainType } from '../fields/plain-type.js';
import type { FrozenOption, LabelRule } from './model-info.js';

/** The options of a field that no option of TypeORM can express. */
export interface FieldOptions {
  /** Documented values; others are only refused with `enforce`. */
  readonly values?: readonly string[];
  readonly enforce?: boolean;
  /** Code points of a text, or the value of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly format?: 'email' | 'url';
  /**
   * A regular expression that must match somewhere in the text (`^` and `$` anchor it), in the syntax common to RE2 and
   * JavaScript with `u`: no look-around, no back-references.
   */
  readonly pattern?: string;
  /** What people are told instead of the pattern where a text does not match it: 'Two letters and four digits'. */
  readonly patternMessage?: string;
  /**
   * What a number is of: a currency by its ISO 4217 code (`EUR`), or a word or sign behind it (`km`, `%`, which multiplies
   * nothing). People see it beside the number; JSON and files have the number alone.
   */
  readonly unit?: string;
  /** The text that the empty input of a form shows in the back-office: 'such as 4711-A'. The service does not use it. */
  readonly placeholder?: string;
  /** A sentence for those who fill the field in, which forms show below its input, and `/openapi.json` has: 'In full years'. */
  readonly help?: string;
  /** The title of the section in which the back-office's form has the field. The service does not use it. */
  readonly section?: string;
  /** What another field must be for forms to show this one: `kind=company`, `kind=company,club`, or `kind` for any value. */
  readonly showIf?: string;
  /** An index by which `contains` finds rows among, for instance, a million; it makes each write slower. */
  readonly search?: 'trigram';
  /** For a unique column: across all rows, including those hidden from the writer, whose existence a 409 deliberately reveals. */
  readonly unique?: 'global';
  /** The API's type, where the column's own is ambiguous, and for fields without a column. */
  readonly type?: PlainType;
  /** A write-only field without a column, such as a password. */
  readonly writeOnly?: boolean;
  /** Is a `writeOnly` field required on create? */
  readonly required?: boolean;
  /**
   * A read-only field without a column, computed from the fields that the reader may read, in JSON form: its row is a
   * `RecordOf<Task>` of `#engine/rules`, where datetimes are texts.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the developer names the row's type
  readonly computed?: (row: any) => unknown;
  /** For a hidden column: the field that it is derived from, which problems with the column are reported for. */
  readonly derivedFrom?: string;
  /**
   * For a to-many: its records are lines of the record, such as those of an order, which are read (`?_expand=lines`) and written
   * as a part of it. Their reference is required, and deletes them with the record.
   */
  readonly lines?: boolean;
  /**
   * What the service keeps the column equal to, of the lines of the record: `sum(items.amount)`, `count(items)`, `min(items.due)` or
   * `max(items.due)`. Nobody writes it.
   */
  readonly total?: string;
  /**
   * For a required, unique text: the service gives each new row the next number of a series without gaps: `INV-{year}-{0000}` is
   * INV-2026-0001 for the first row of 2026. Nobody writes it.
   */
  readonly series?: string;
  /**
   * What erasing a person does with the value, by the feature `privacy`: empties it, replaces it, deletes the row, or keeps the value for
   * a reason. At a reference, `follow` says that the row is about the record to which it leads.
   */
  readonly personal?:
    true | 'replace' | 'delete' | 'follow' | `replace=${string}` | `keep=${string}`;
  /**
   * For an enum: the changes that its value may take, as `from/to`, and the first values of new records, as `/to`; each for everybody
   * or for some roles: `['/todo', 'todo/doing', 'doing/done', 'done/todo@Admin+Manager']`.
   */
  readonly steps?: readonly string[];
  /** What forms fill the field from, once the record that a reference names is chosen: 'part.price'. */
  readonly from?: string;
  /** For a primary key, and for an `id`: makes the key of a new record, as `uuidv7` of the package `uuid` does. */
  readonly makes?: () => unknown;
  /**
   * For a required, unique column of a table that counts its rows: names them in place of the primary key. That is then a number which
   * is only read, or with `select: false` one that nobody sees.
   */
  readonly id?: true;
  /** For a many-to-many: the field of the other model that is in the array instead of `id`. */
  readonly key?: string;
}

export interface ModelOptions {
  /** The URL prefix, including its slash. */
  readonly prefix?: string;
  /** The label of a record: `{number} {customer}`, or a function of the fields that the reader may read. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the developer names the row's type
  readonly label?: string | ((row: any) => string);
  /** Its heading in the back-office's menu; `crudgen sync` applies it there. */
  readonly group?: string;
  /** A sentence about its records, for `/openapi.json`. */
  readonly about?: string;
  /** Whether each change of its records is kept, or for how long: `'90d'`. */
  readonly history?: boolean | string;
  /** Whether its records go to the trash when they are deleted, or for how long: `'30d'`. */
  readonly trash?: boolean | string;
  /** Indexes that `@Index` cannot say, by name: `{ guest_email: 'UNIQUE (lower(email))' }`; migrations make them. */
  readonly indexes?: Readonly<Record<string, string>>;
  /**
   * The fields with the beginning and the end of a period: those of two records do not overlap, if the records have equal values in the
   * fields of `by`: `{ fields: ['starts_at', 'ends_at'], by: ['room_id'] }`.
   */
  readonly noOverlap?: {
    readonly fields: readonly [start: string, end: string];
    readonly by?: readonly string[];
  };
  /**
   * The records that nobody changes or deletes any more, nor their lines, but for some roles: those with a value in a field, or with one
   * of some values: `{ when: 'status=paid,void', except: ['Admin'] }`.
   */
  readonly frozen?: FrozenOption;
}

/** Options that mean nothing without the feature that watches over them. */
export type GuardedOption = 'steps' | 'noOverlap' | 'frozen';

const fields = new WeakMap<object, Map<string, FieldOptions>>();
const models = new WeakMap<object, ModelOptions>();

/** Options of an entity's property beyond those of `@Column`. */
export function Field(options: FieldOptions): PropertyDecorator {
  return (prototype, property) => {
    const merged = fields.get(prototype) ?? new Map<string, FieldOptions>();
    fields.set(prototype, merged.set(String(property), options));
  };
}

/** Options of an entity beyond those of `@Entity`. */
export function Model(options: ModelOptions): ClassDecorator {
  return (entity) => void models.set(entity, options);
}

/** The `@Field` options of a class and its superclasses. */
export function fieldOptionsOf(entity: new () => object): ReadonlyMap<string, FieldOptions> {
  const found = new Map<string, FieldOptions>();
  for (let at: object = entity.prototype; at; at = Object.getPrototypeOf(at) as object) {
    for (const [name, options] of fields.get(at) ?? []) {
      if (!found.has(name)) found.set(name, options);
    }
  }
  return found;
}

/** The `@Field` options of a property of a class, its own or those of a superclass. */
export function optionsOfField(entity: new () => object, name: string): FieldOptions | undefined {
  for (let at: object = entity.prototype; at; at = Object.getPrototypeOf(at) as object) {
    const options = fields.get(at)?.get(name);
    if (options) return options;
  }
  return undefined;
}

/** The `@Model` options of a class. */
export const modelOptionsOf = (entity: new () => object): ModelOptions => models.get(entity) ?? {};

/** The guarded options that a class has, each with its place: `Task.state`. */
export function guardedOptionsOf(
  entity: new () => object,
): readonly (readonly [option: GuardedOption, place: string])[] {
  const steps = [...fieldOptionsOf(entity)].filter(([, one]) => one.steps !== undefined);
  return [
    ...steps.map(([name]) => ['steps', `${entity.name}.${name}`] as const),
    ...(['noOverlap', 'frozen'] as const)
      .filter((option) => modelOptionsOf(entity)[option] !== undefined)
      .map((option) => [option, entity.name] as const),
  ];
}

/** The label rule of `@Model`, or the default: the first of the usual names that is a column. */
export function labelRule(options: ModelOptions, columns: ReadonlySet<string>): LabelRule {
  if (typeof options.label === 'function') return { kind: 'function', label: options.label };
  if (options.label !== undefined) return { kind: 'template', template: options.label };
  const usual = ['name', 'title', 'label', 'subject', 'username', 'email'];
  const name = usual.find((candidate) => columns.has(candidate));
  return { kind: 'template', template: name ? `{${name}}` : '' };
}
