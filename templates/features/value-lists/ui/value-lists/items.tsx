import { columnOf } from '../components/list/columns';
import { detailOf } from '../components/show/show-page';
import { ItemsValue } from './items-value';

const Unsorted = columnOf(ItemsValue);

/** A list of values as a column; a database cannot sort by it. */
export function ItemsColumn(props: Parameters<typeof Unsorted>[0]) {
  return <Unsorted {...props} sortable={false} />;
}

/** A list of values on the page of its record. */
export const ItemsDetail = detailOf(ItemsValue, true);

export { ItemsInput, type ItemsInputProps } from './items-input';
