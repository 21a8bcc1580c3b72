import { DatetimeDetail, NumberDetail, ReferenceDetail, ShowPage, TextDetail } from '#ui';

/** The page of one invoice. */
export function InvoiceShow() {
  return (
    <ShowPage facts={<Facts />} stamps={{ created: 'created_at', updated: 'updated_at' }}>
      <TextDetail source="number" folded />
      <TextDetail source="customer" folded />
      <NumberDetail source="margin" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <NumberDetail source="total" digits={2} />
      <ReferenceDetail source="patient_id" reference="patient" />
    </>
  );
}
