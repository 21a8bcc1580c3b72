import { ChoiceColumn, DatetimeColumn, ListPage, NumberColumn, TextColumn } from '#ui';
import { FileColumn } from '#ui/files/file';

/** Columns that are hidden by default. */
const HIDDEN = ['notes', 'created_at', 'updated_at'];

/** All orders: to search, filter, sort, export and change together. */
export function OrderList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="number" />
      <TextColumn source="customer" />
      <ChoiceColumn source="status" />
      <NumberColumn source="total" digits={2} totalBy="sum" />
      <DatetimeColumn source="placed_at" />
      <TextColumn source="notes" />
      <FileColumn source="confirmation" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
