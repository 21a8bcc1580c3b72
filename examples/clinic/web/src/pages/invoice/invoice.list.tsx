import { DatetimeColumn, ListPage, NumberColumn, ReferenceColumn, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['created_at'];

/** All invoices: to search, filter, sort, export and change together. */
export function InvoiceList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="number" />
      <TextColumn source="customer" />
      <NumberColumn source="total" digits={2} totalBy="sum" />
      <NumberColumn source="margin" />
      <ReferenceColumn source="patient_id" reference="patient" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
