import {
  ChoiceDetail,
  DatetimeDetail,
  LongTextDetail,
  NumberColumn,
  NumberDetail,
  ReferenceColumn,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one order. */
export function OrderShow() {
  return (
    <ShowPage related={<Related />}>
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

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab
        relation="lines"
        reference="order_line"
        target="order_id"
        sort={{ field: 'position', order: 'ASC' }}
      >
        <NumberColumn source="position" />
        <ReferenceColumn source="article_id" reference="article" />
        <TextColumn source="product" />
        <NumberColumn source="quantity" />
        <NumberColumn source="unit_price" digits={2} />
      </RelatedTab>
    </RelatedTabs>
  );
}
