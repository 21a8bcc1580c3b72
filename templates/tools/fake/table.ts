import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { Make } from './scene.js';
import type { Subject } from './subject.js';

/** A field, as the makers of a table get it; names are in snake case. */
export interface Field {
  readonly column: ColumnInfo;
  readonly subject: Subject;
  readonly name: string;
  /** What stands before the words that an entry knows: `billing` of `billing_city`. */
  readonly role: string;
}

/** Prepares the maker of a field's values. */
export type Maker<T> = (field: Field) => Make<T>;

/** What an entry holds for: words that end the name of a field, in models whose name ends with some. */
export interface Entry<T> {
  readonly model: RegExp | null;
  readonly field: RegExp;
  readonly maker: Maker<T>;
}

/**
 * Entries by the words at the end of a field's name, with alternatives between bars: `city|town` is for `billing_city`, too;
 * `^name` for nothing but `name`. With `models`, in the same notation, only for models that are called so.
 */
export function entries<T>(
  makers: Readonly<Record<string, Maker<T>>>,
  models?: string,
): readonly Entry<T>[] {
  const model = models === undefined ? null : endingWith(models);
  return Object.entries(makers).map(([words, maker]) => {
    const field = words.startsWith('^') ? new RegExp(`^(?:${words.slice(1)})$`) : endingWith(words);
    return { model, field, maker };
  });
}

/** A pattern for names that end with one of some words. */
export const endingWith = (words: string): RegExp => new RegExp(`(?:^|_)(?:${words})s?$`);

/** The maker of the first entry that fits; `role` instead of what stands before its words. */
export function lookUp<T>(
  table: readonly Entry<T>[],
  field: Omit<Field, 'role'>,
  role?: string,
): Make<T> | null {
  for (const { model, field: pattern, maker } of table) {
    if (model && !model.test(field.subject.name)) continue;
    const found = pattern.exec(field.name);
    if (found) return maker({ ...field, role: role ?? field.name.slice(0, found.index) });
  }
  return null;
}

/** `BillingState` -> `billing_state`, `photoURL` -> `photo_url` */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
