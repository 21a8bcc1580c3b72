import {
  type AddedLimits,
  AddedType,
  AddedTypes,
  type DatabaseName,
  type ValueSchema,
} from '../fields/added-type.js';
import { FIELD_TYPES, type TypeOfField } from '../fields/field-types.js';
import type { FieldValue } from '../fields/field-value.js';
import { no, type CheckedField, type Misfit } from '../fields/limits.js';
import { catalogType, itemField, itemOf, type Item, type ItemType } from './item-type.js';
import { itemSchema } from './item-schema.js';
import { sampleItem } from './item-samples.js';
import { listIn, storedList } from './stored-items.js';

/**
 * A column of lists: `@Column('varchar', { length: 80, array: true, transformer: LIST })` has lists of strings. PostgreSQL has arrays,
 * and SQLite JSON.
 */
export const LIST = new AddedTypes((database, column) => new ListType(database, itemOf(column)));

/** The maximum number of items in a list whose field does not set one. */
const MAX_ITEMS = 10_000;

/** Lists with items of a type. A filter names an item, as that of a many-to-many field names a record. */
class ListType extends AddedType {
  override readonly name: string;
  override readonly isList = true;
  override readonly queried: ItemType;
  override readonly operators = ['eq', 'ne', 'in', 'isnull'];
  override readonly columns: Readonly<Record<DatabaseName, string>>;
  override readonly values: TypeOfField;
  override readonly schema: ValueSchema;

  constructor(
    database: DatabaseName,
    private readonly item: Item,
  ) {
    super(database);
    this.name = item.type;
    this.queried = item.type;
    this.columns = { sqlite: 'text', postgres: `${catalogType(item)}[]` };
    this.values = listsOf(item);
    this.schema = this.schemaOf({ name: '', min: null, max: null });
  }

  override schemaOf(field: AddedLimits): ValueSchema {
    const { min, max } = field;
    return {
      type: 'array',
      items: itemSchema(itemField(field, this.item)),
      ...(min !== null && { minItems: min }),
      maxItems: max ?? MAX_ITEMS,
    };
  }

  override encode(value: unknown): unknown {
    return storedList(value as readonly unknown[], this.database);
  }

  override storedDefault(value: unknown): unknown {
    const items = value as readonly unknown[];
    return { sqlite: storedList(items, 'sqlite'), postgres: storedList(items, 'postgres') };
  }

  override decode(stored: unknown): unknown {
    return listIn(stored, this.item.type, this.database);
  }

  /** Entities have moments as dates. */
  override from(stored: unknown): unknown {
    const items = super.from(stored);
    return this.item.type === 'datetime' && Array.isArray(items)
      ? items.map((item) => (typeof item === 'string' ? new Date(item) : (item as unknown)))
      : items;
  }

  /** Rows with any of the items: PostgreSQL takes a text for an array of the type of the column, whatever its length is. */
  override matches(
    column: string,
    items: readonly unknown[],
    bind: (value: unknown) => string,
  ): string {
    const list = bind(storedList(items, this.database));
    return this.database === 'sqlite'
      ? `EXISTS (SELECT 1 FROM json_each(${column}) _item WHERE _item.value IN (SELECT value FROM json_each(${list})))`
      : `${column} && ${list}`;
  }

  /** Rows without items. */
  override isMissing(column: string): string {
    const count = this.database === 'sqlite' ? 'json_array_length' : 'cardinality';
    return `coalesce(${count}(${column}), 0) = 0`;
  }

  override text(column: string): string {
    return this.database === 'sqlite' ? column : `array_to_json(${column})::text`;
  }

  override json(column: string): string {
    return `json(${column})`;
  }

  override sample(n: number, field: AddedLimits): readonly unknown[] | null {
    const least = Math.max(field.min ?? 0, 1 + (n % 3));
    const count = Math.min(least, field.max ?? least);
    const items = Array.from({ length: count }, (_, place) =>
      sampleItem(itemField(field, this.item), n + place),
    );
    return [...new Set(items)];
  }
}

/** How lists are read. */
function listsOf(item: Item): TypeOfField {
  const { noun, example, parse, accept, compare, isKind, fits } = FIELD_TYPES[item.type];
  return {
    noun: `a list, each item of which is ${noun}`,
    ...(example !== undefined && { example }),
    parse,
    accept: (value) => accepted(value, accept),
    fits: (value, field) =>
      misfit(value as readonly FieldValue[], itemField(field, item), field, fits),
    compare,
    isKind,
  };
}

function accepted(value: unknown, accept: TypeOfField['accept']): readonly unknown[] | null {
  if (!Array.isArray(value)) return null;
  const items = value.map((item: unknown) =>
    item === null || item === undefined ? null : accept(item),
  );
  return items.includes(null) ? null : items;
}

/** Why a list does not fit: the number of its items, or one of them, by its place from 0. */
function misfit(
  items: readonly FieldValue[],
  item: CheckedField,
  { name, min, max }: CheckedField,
  fits: TypeOfField['fits'],
): Misfit | null {
  const most = max ?? MAX_ITEMS;
  if (items.length > most)
    return no('too-many-items', `${name} must have at most ${most} items`, { max: most });
  if (min !== null && items.length < min)
    return no('too-few-items', `${name} must have at least ${min} items`, { min });
  for (const [place, one] of items.entries()) {
    const found = fits?.(one, { ...item, name: `${name}[${place}]` });
    if (found) return found;
  }
  return null;
}
