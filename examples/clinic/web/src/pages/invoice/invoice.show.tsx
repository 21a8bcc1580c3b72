import { DatetimeDetail, NumberDetail, ReferenceDetail, ShowPage, TextDetail } from '#ui';

/** The page of one invoice. */
export function InvoiceShow() {
  return (
    <ShowPage>
      <TextDetail source="number" />
      <TextDetail source="customer" />
      <NumberDetail source="total" digits={2} />
      <NumberDetail source="margin" />
      <ReferenceDetail source="patient_id" reference="patient" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
