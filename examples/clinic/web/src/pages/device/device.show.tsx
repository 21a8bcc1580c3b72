import {
  DateDetail,
  DatetimeDetail,
  NumberDetail,
  ReferenceDetail,
  ShowPage,
  TextDetail,
} from '#ui';

/** The page of one device. */
export function DeviceShow() {
  return (
    <ShowPage>
      <TextDetail source="name" />
      <TextDetail source="serial" />
      <TextDetail source="asset_code" />
      <NumberDetail source="cost" />
      <DateDetail source="bought_on" />
      <ReferenceDetail source="ward_id" reference="ward" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
