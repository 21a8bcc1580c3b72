import type { FieldType } from '../fields/column-info.js';
import type { LabelRule } from './model-info.js';

/** What no TypeORM option can say about a field. */
export interface FieldOptions {
  /** Documented values; only with `enforce` is any other refused. */
  readonly values?: readonly string[];
  readonly enforce?: boolean;
  /** Code points of a text, value of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly format?: 'email' | 'url';
  /**
   * A regular expression that a text must have somewhere (`^` and `$` stand for its ends), in what RE2 and JavaScript with `u`
   * have in common: no look-around, no back-references.
   */
  readonly pattern?: string;
  /** An index by which `contains` finds the rows of a text in, for instance, a million; each write pays for it. */
  readonly search?: 'trigram';
  /** Of a unique column: over all rows, also such as the writer does not see; that a 409 tells of those is meant. */
  readonly unique?: 'global';
  /** The API's type, where the column's own does not tell it, and for fields without a column. */
  readonly type?: FieldType;
  /** A field without a column that is only written, such as a password. */
  readonly writeOnly?: boolean;
  /** Must a `writeOnly` field be given on create? */
  readonly required?: boolean;
  /**
   * A field without a column that is only read, from the fields that the reader may read, as JSON has them: its row is a
   * `RecordOf<Task>` of `#engine/rules`, where moments are texts.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the developer names the row's type
  readonly computed?: (row: any) => unknown;
  /** Of a hidden column: the field that it is made from, which is named where the column is in the way. */
  readonly standsFor?: string;
  /** Of a many-to-many: the field of the other model that stands in the array instead of `id`. */
  readonly key?: string;
}

export interface ModelOptions {
  /** The URL prefix, with its slash. */
  readonly prefix?: string;
  /** How a record is called: `{number} {customer}`, or a function of the fields that the reader may read. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the developer names the row's type
  readonly label?: string | ((row: any) => string);
  /** The heading that the menu of the back-office has it under; `crudgen sync` brings it there. */
  readonly group?: string;
}

const fields = new WeakMap<object, Map<string, FieldOptions>>();
const models = new WeakMap<object, ModelOptions>();

/** Says about a property of an entity what `@Column` cannot. */
export function Field(options: FieldOptions): PropertyDecorator {
  return (prototype, property) => {
    const own = fields.get(prototype) ?? new Map<string, FieldOptions>();
    fields.set(prototype, own.set(String(property), options));
  };
}

/** Says about an entity what `@Entity` cannot. */
export function Model(options: ModelOptions): ClassDecorator {
  return (entity) => void models.set(entity, options);
}

/** What `@Field` says about the properties of a class and of those it extends. */
export function fieldOptionsOf(entity: new () => object): ReadonlyMap<string, FieldOptions> {
  const found = new Map<string, FieldOptions>();
  for (let at: object = entity.prototype; at; at = Object.getPrototypeOf(at) as object) {
    for (const [name, options] of fields.get(at) ?? []) {
      if (!found.has(name)) found.set(name, options);
    }
  }
  return found;
}

/** What `@Model` says about a class. */
export const modelOptionsOf = (entity: new () => object): ModelOptions => models.get(entity) ?? {};

/** The label rule of `@Model`, or the default: the first of the usual names that is a column. */
export function labelRule(options: ModelOptions, columns: ReadonlySet<string>): LabelRule {
  if (typeof options.label === 'function') return { kind: 'function', label: options.label };
  if (options.label !== undefined) return { kind: 'template', template: options.label };
  const usual = ['name', 'title', 'label', 'subject', 'username', 'email'];
  const name = usual.find((candidate) => columns.has(candidate));
  return { kind: 'template', template: name ? `{${name}}` : '' };
}
