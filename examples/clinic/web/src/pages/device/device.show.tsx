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
    <ShowPage facts={<Facts />} stamps={{ created: 'created_at', updated: 'updated_at' }}>
      <TextDetail source="name" folded />
      <TextDetail source="serial" folded />
      <TextDetail source="asset_code" />
      <NumberDetail source="cost" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <DateDetail source="bought_on" />
      <ReferenceDetail source="ward_id" reference="ward" />
    </>
  );
}
