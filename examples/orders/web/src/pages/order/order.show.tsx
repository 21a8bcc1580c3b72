import {
  DatetimeDetail,
  Details,
  LongTextDetail,
  NumberColumn,
  NumberDetail,
  ReferenceColumn,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';
import { FileDetail } from '#ui/files/file';
import { RecordLines } from '#ui/lines/record-lines';

/** The page of one order. */
export function OrderShow() {
  return (
    <ShowPage
      state="status"
      facts={<Facts />}
      lines={<Lines />}
      texts={<Texts />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="number" folded />
      <TextDetail source="customer" folded />
      <FileDetail source="confirmation" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <DatetimeDetail source="placed_at" />
      <NumberDetail source="total" digits={2} />
    </>
  );
}

function Lines() {
  return (
    <RecordLines source="lines" reference="order_line" totals={['quantity * unit_price']}>
      <ReferenceColumn source="article_id" reference="article" />
      <TextColumn source="product" />
      <NumberColumn source="quantity" />
      <NumberColumn source="unit_price" digits={2} />
    </RecordLines>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="notes" />
    </Details>
  );
}
