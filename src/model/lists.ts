import { DECIMAL_DIGITS, STRING_LENGTH } from './columns.js';
import { type Field, type ItemType, PLAIN_FIELD } from './model.js';

/** The settings of a list that say what its items are. */
type ListSettings = Pick<
  Field,
  'name' | 'column' | 'items' | 'itemLength' | 'values' | 'enforce' | 'precision' | 'scale'
>;

/** An item of a list as a required field of its own, by which its values are checked, made up and written. */
export function itemOf(field: ListSettings): Field & { readonly type: ItemType } {
  const { name, column, items, itemLength, values, enforce, precision, scale } = field;
  if (items === null) throw new Error(`${name} is not a list`);
  return {
    ...PLAIN_FIELD,
    ...{ name, column, values, enforce, precision, scale },
    type: items,
    required: true,
    max: itemLength,
  };
}

/** The type of the items of a list as a spec writes it: `string`, `string=80`, `decimal=12,2`, `enum=a,b`. */
export function itemsText(field: ListSettings): string {
  const { items, itemLength, precision, scale, values } = field;
  if (isEnumOfItems(field)) return `enum=${values.join(',')}`;
  if (items === 'string' && itemLength !== null && itemLength !== STRING_LENGTH)
    return `string=${itemLength}`;
  if (items !== 'decimal' || precision === null) return items ?? '';
  return `decimal=${precision},${scale ?? DECIMAL_DIGITS.scale}`;
}

/** Whether each item of a list is one of its values, as an enum is. */
export const isEnumOfItems = ({ items, itemLength, values, enforce }: ListSettings): boolean =>
  items === 'string' && itemLength === null && enforce && values.length > 0;
