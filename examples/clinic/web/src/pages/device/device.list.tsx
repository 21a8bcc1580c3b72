import {
  DateColumn,
  DatetimeColumn,
  ListPage,
  NumberColumn,
  ReferenceColumn,
  TextColumn,
} from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['created_at', 'updated_at'];

/** All devices: to search, filter, sort, export and change together. */
export function DeviceList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="name" />
      <TextColumn source="serial" />
      <TextColumn source="asset_code" />
      <NumberColumn source="cost" totalBy="sum" />
      <DateColumn source="bought_on" />
      <ReferenceColumn source="ward_id" reference="ward" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
