import type { Column, Table } from './database.js';
import type { ComposedName } from './composed-links.js';
import type { Links } from './links.js';

/** A model as the spec file will say it. */
export interface DraftModel {
  readonly name: string;
  /** Its table; a view is only read. */
  readonly table: Table;
  /** The URL prefix; null for the default. */
  readonly prefix: string | null;
  /** The template of its label; null for the default. */
  readonly label: string | null;
  /** The text of the table's comment; null without a comment. */
  readonly about: string | null;
  readonly timestamps: boolean;
  /** Required columns that no field says, because of which nobody can create a row. */
  readonly unsaid: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** The other indexes, by name. */
  readonly sqlIndexes: readonly (readonly [name: string, sql: string])[];
  /** The fields of its periods, of which no two may overlap; null without them. */
  readonly noOverlap: { readonly fields: readonly string[]; readonly by: readonly string[] } | null;
  /** Checks that no field says, with their conditions. */
  readonly checks: readonly (readonly [name: string, sql: string])[];
  readonly fields: readonly DraftField[];
  /** The guesses about the model, in half sentences. */
  readonly reasons: readonly string[];
  /** The parts of the table that the model does not state. */
  readonly gaps: readonly string[];
}

/** A field as the spec file will say it. */
export interface DraftField {
  readonly name: string;
  /** The column; null for a many-to-many field, and for a reference of several columns. */
  readonly column: Column | null;
  /** The type with its value: `string`, `decimal=10,2`, `ref=Artist`. */
  readonly type: readonly [type: string, value: string | readonly string[] | null];
  /** The modifiers in their order; true for one without a value. */
  readonly words: ReadonlyMap<string, Word>;
  /** Why it is said so, in half sentences. */
  readonly reasons: readonly string[];
}

/** The value of a modifier. */
export type Word = true | string | number | boolean | readonly string[];

/** A name with the reason for which it is not the usual one; null where it is. */
export interface Name {
  readonly name: string;
  readonly reason: string | null;
}

/** What a part of a spec is made of, with what is found out on the way. */
export interface Found {
  /** The parts of the table that the model does not state. */
  readonly gaps: string[];
}

/** A table that becomes a model, with the names of both. */
export interface Named {
  readonly table: Table;
  readonly model: Name;
  /** The names of its fields by column. */
  readonly fields: ReadonlyMap<string, Name>;
  readonly links: Links;
  /** The relations of its foreign keys of several columns. */
  readonly composed: readonly ComposedName[];
}
