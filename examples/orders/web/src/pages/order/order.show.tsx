import {
  ChoiceDetail,
  DatetimeDetail,
  LongTextDetail,
  NumberColumn,
  NumberDetail,
  ReferenceColumn,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';
import { RecordLines } from '#ui/lines/record-lines';

/** The page of one order. */
export function OrderShow() {
  return (
    <ShowPage lines={<Lines />}>
      <TextDetail source="number" />
      <TextDetail source="customer" />
      <ChoiceDetail source="status" />
      <NumberDetail source="total" digits={2} />
      <DatetimeDetail source="placed_at" />
      <LongTextDetail source="notes" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
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
